/// The built-in roles of every container.
enum BuiltInRole: String, Sendable, CaseIterable {
  /// Everyone, signed in or not.
  case world = "_world"
  /// Every user with an iCloud account.
  case icloud = "_icloud"
  /// The creator of the record.
  case creator = "_creator"
}

/// The permissions of a role for the records of a type in the public database.
struct Rights: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let read = Rights(rawValue: 1)
  static let create = Rights(rawValue: 2)
  static let write = Rights(rawValue: 4)

  /// The words of the schema language, in the order in which they are written.
  static let words: [(word: StaticString, option: Rights)] = [
    ("READ", .read), ("CREATE", .create), ("WRITE", .write),
  ]
}

/// The permissions that a record type grants to one role.
struct Grant: Sendable, Equatable, Named {
  /// The role's name.
  var name: String
  var rights: Rights

  init(_ name: String, _ rights: Rights) {
    self.name = name
    self.rights = rights
  }

  /// The grants of a type that grew just in time: everyone reads, users with an account create, and
  /// the creator of a record writes it (DOC).
  static let standard = SortedByName([
    Grant(BuiltInRole.world.rawValue, .read), Grant(BuiltInRole.icloud.rawValue, .create),
    Grant(BuiltInRole.creator.rawValue, .write),
  ])

  /// The grants of the type of user records: everyone reads, the user writes (LOG).
  static let users = SortedByName([
    Grant(BuiltInRole.world.rawValue, .read), Grant(BuiltInRole.creator.rawValue, .write),
  ])
}

/// A role that the schema declares in addition to the built-in ones.
struct Role: Sendable, Equatable, Named {
  let name: String
}
