/// The roles that every container has.
enum BuiltInRole: String, Sendable, CaseIterable {
  /// Everyone, signed in or not.
  case world = "_world"
  /// Everyone with an iCloud account.
  case icloud = "_icloud"
  /// Whoever made the record.
  case creator = "_creator"
}

/// What a role may do with the records of a type in the public database.
struct Rights: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let read = Rights(rawValue: 1)
  static let create = Rights(rawValue: 2)
  static let write = Rights(rawValue: 4)

  /// The words of the schema language, in the order in which it writes them.
  static let words: [(word: StaticString, right: Rights)] = [
    ("READ", .read), ("CREATE", .create), ("WRITE", .write),
  ]
}

/// What a record type grants to one role.
struct Grant: Sendable, Equatable, Named {
  /// The role's name.
  let name: String
  var rights: Rights

  init(_ name: String, _ rights: Rights) {
    self.name = name
    self.rights = rights
  }

  /// What a type grants that grew just in time: everyone reads, who has an account creates, who
  /// created a record writes it (DOC).
  static let standard = SortedByName([
    Grant(BuiltInRole.world.rawValue, .read), Grant(BuiltInRole.icloud.rawValue, .create),
    Grant(BuiltInRole.creator.rawValue, .write),
  ])
}

/// A role that the schema made beside those that every container has.
struct Role: Sendable, Equatable, Named {
  let name: String
}
