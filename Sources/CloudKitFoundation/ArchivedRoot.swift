package import Foundation

/// Reads the root object of an archive, whatever the archive contains, where Foundation on Linux ends
/// the process.
package enum ArchivedRoot {
  /// Returns the root; nil if there is none.
  ///
  /// - Parameter classes: Those that it and its members may have, if it is a collection. Other objects
  ///   are read too: the caller checks the classes.
  package static func read(_ classes: [AnyClass], from data: Data) throws -> NSObject? {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    let findings = ArchiveCheck.findings(unarchiver)
    // Apps may have members of other classes of Foundation in their own lists.
    let mayBeForeign = !classes.allSatisfy(ArchiveGraph.isExpected)
    guard findings.isSound, mayBeForeign || !findings.rootIsForeign else { throw corrupt() }
    unarchiver.requiresSecureCoding = true
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    let all = [NSObject.self] + classes
    let object = ArchivedDictionary.whileReading(unarchiver) {
      unarchiver.decodeObject(of: all, forKey: NSKeyedArchiveRootObjectKey)
    }
    unarchiver.finishDecoding()
    if let error = unarchiver.error { throw ArchivedMember.error(error) }
    guard findings.hasDictionaries else { return bridged(object) }
    do {
      // Each member can be read, so that Foundation's own dictionaries can be made.
      return bridged(try NSKeyedUnarchiver.unarchivedObject(ofClasses: all, from: data))
    } catch {
      throw ArchivedMember.error(error)
    }
  }

  private static func bridged(_ object: Any?) -> NSObject? {
    object.map { ArchiveReader.bridged($0) } as? NSObject
  }

  /// The error for an archive that cannot be read.
  ///
  /// - Parameter reason: What is wrong, for developers.
  package static func corrupt(_ reason: String = "The archive is damaged.") -> CocoaError {
    CocoaError(.coderReadCorrupt, userInfo: [NSDebugDescriptionErrorKey: reason])
  }
}
