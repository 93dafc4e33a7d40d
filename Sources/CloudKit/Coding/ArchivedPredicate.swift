internal import Foundation

/// A predicate in an archive: its text and arguments. Foundation on Linux cannot archive predicates.
final class ArchivedPredicate: NSObject, NSSecureCoding, @unchecked Sendable {
  let text: String
  private let arguments: [Any]

  var predicate: NSPredicate { NSPredicate(PredicateFormat(text: text, arguments: arguments)) }

  /// Nil if the predicate has no text, because a client made it of a block.
  init?(_ predicate: NSPredicate) {
    guard let format = try? predicate.format() else { return nil }
    text = format.text
    arguments = format.arguments
    super.init()
  }

  static var supportsSecureCoding: Bool { true }

  init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    guard let text = archive.string("Format"),
      let arguments = archive.object("Arguments", NSArray.self),
      archive.isSound
    else { return nil }
    self.text = text
    self.arguments = arguments.map { $0 }
    super.init()
  }

  func encode(with coder: NSCoder) {
    coder.encode(text: text, forKey: "Format")
    coder.encode(NSArray(array: arguments.map(Self.archivable)), forKey: "Arguments")
  }

  /// The argument as an object that an archive can hold. One that predicates cannot have becomes a
  /// null, which the service refuses too.
  private static func archivable(_ argument: Any) -> NSObject {
    StoredValue.argument(argument).map(StoredValue.archivable) as? NSObject ?? NSNull.shared
  }
}

/// A sort descriptor in an archive: its key, its direction and its place.
final class ArchivedSortDescriptor: NSObject, NSSecureCoding, @unchecked Sendable {
  let key: String?
  let ascending: Bool
  let relativeLocation: CLLocation?

  var descriptor: NSSortDescriptor {
    if let relativeLocation {
      return CKLocationSortDescriptor(key: key, ascending: ascending, relativeLocation)
    }
    return NSSortDescriptor(key: key, ascending: ascending)
  }

  init(_ descriptor: NSSortDescriptor) {
    key = descriptor.fieldKey
    ascending = descriptor.ascending
    relativeLocation = (descriptor as? CKLocationSortDescriptor)?.relativeLocation
    super.init()
  }

  static var supportsSecureCoding: Bool { true }

  init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    key = archive.string("NSKey")
    ascending = archive.bool("NSAscending")
    relativeLocation = archive.object("RelativeLocation")
    guard archive.isSound else { return nil }
    super.init()
  }

  func encode(with coder: NSCoder) {
    coder.encode(text: key, forKey: "NSKey")
    coder.encode(ascending, forKey: "NSAscending")
    coder.encode(relativeLocation, forKey: "RelativeLocation")
  }
}
