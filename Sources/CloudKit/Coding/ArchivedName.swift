internal import Foundation

/// The parts of a person's name in an archive: Foundation on Linux cannot archive them.
final class ArchivedName: NSObject, NSSecureCoding, @unchecked Sendable {
  let components: PersonNameComponents

  private static var keys: [(key: String, path: WritableKeyPath<PersonNameComponents, String?>)] {
    [
      ("namePrefix", \.namePrefix), ("givenName", \.givenName), ("middleName", \.middleName),
      ("familyName", \.familyName), ("nameSuffix", \.nameSuffix), ("nickname", \.nickname),
    ]
  }

  init(_ components: PersonNameComponents) {
    self.components = components
    super.init()
  }

  static var supportsSecureCoding: Bool { true }

  init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    var components = PersonNameComponents()
    for entry in Self.keys { components[keyPath: entry.path] = archive.string("NS." + entry.key) }
    self.components = components
    guard archive.isSound else { return nil }
    super.init()
  }

  func encode(with coder: NSCoder) {
    for entry in Self.keys {
      coder.encode(text: components[keyPath: entry.path], forKey: "NS." + entry.key)
    }
  }
}
