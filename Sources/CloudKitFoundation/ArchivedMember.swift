package import Foundation

/// Reads objects of an archive by keys, as classes of apps do. Foundation on Linux ends the process if
/// one has a class that is not allowed, whatever the unarchiver's policy for errors is.
package enum ArchivedMember {
  private static let mark = "MockCloud: "

  /// Returns whether Foundation will accept the classes of the object of a key, and of the members of
  /// collections in it. Otherwise the reading of the archive has failed.
  package static func isAllowed(
    _ key: String, in coder: NSCoder, as classes: [AnyClass]
  ) -> Bool {
    guard let unarchiver = coder as? NSKeyedUnarchiver, unarchiver.requiresSecureCoding,
      unarchiver.error == nil,
      let refused = ArchivedClasses(unarchiver)?.refused(key, classes)
    else { return true }
    fail(unarchiver, "An object of the class \(refused) is not allowed for the key '\(key)'.")
    return false
  }

  /// Lets the reading of an archive fail as Foundation does, which ends the process only if that is the
  /// unarchiver's policy.
  private static func fail(_ unarchiver: NSKeyedUnarchiver, _ reason: String) {
    let key = mark + reason
    // Only Foundation can set the unarchiver's error. It does so for a key without a value.
    if unarchiver.containsValue(forKey: key) {
      unarchiver.failWithError(ArchivedRoot.corrupt(reason))
    } else {
      _ = unarchiver.decodeObject(forKey: key)
    }
  }

  /// The error of an unarchiver, with its reason if it failed here.
  static func error(_ error: any Error) -> any Error {
    let reason = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
    guard let reason, let start = reason.range(of: mark)?.upperBound,
      let end = reason.range(of: "\")", options: .backwards)?.lowerBound, start <= end
    else { return error }
    return ArchivedRoot.corrupt(String(reason[start..<end]))
  }

  /// The decoded object if it is of a class.
  package static func object<T: NSObject>(_ object: Any?, as type: T.Type = T.self) -> T? {
    switch object.map({ ArchiveReader.bridged($0) }) {
    case let object as T: object
    // Archives of Foundation on Linux do not say that a text can be changed.
    case let text as NSString where type == NSMutableString.self:
      NSMutableString(string: text as String) as? T
    default: nil
    }
  }
}

/// The classes of the objects of an archive, read before Foundation reads them.
private struct ArchivedClasses {
  private let unarchiver: NSKeyedUnarchiver
  private let objects: [Any]
  /// The values of the object that is being read.
  private let values: [String: Any]
  /// Those that Foundation has accepted, and does not check again.
  private let accepted: [UInt32: AnyClass]
  private let references = ArchiveReferences()

  /// The collections whose members Foundation reads with the same allowed classes.
  private static let collections: [AnyClass] = [
    NSArray.self, NSMutableArray.self, NSSet.self, NSMutableSet.self, NSOrderedSet.self,
    NSMutableOrderedSet.self, NSDictionary.self, NSMutableDictionary.self,
    ArchivedDictionary.self,
  ]

  /// Nil if the parts of the unarchiver, which are private, cannot be read.
  init?(_ unarchiver: NSKeyedUnarchiver) {
    guard let objects = Reflection.child("_objects", of: unarchiver) as? [Any],
      let containers = Reflection.child("_containers", of: unarchiver) as? [Any],
      let values = containers.last.flatMap({ Reflection.child("dict", of: $0) })
        as? [String: Any]
    else { return nil }
    self.unarchiver = unarchiver
    self.objects = objects
    self.values = values
    accepted = Reflection.child("_classes", of: unarchiver) as? [UInt32: AnyClass] ?? [:]
  }

  /// The first class that is not allowed in the object of a key; nil if there is none.
  func refused(_ key: String, _ allowed: [AnyClass]) -> AnyClass? {
    // As archives have keys that begin like their own.
    let archivedKey = key.hasPrefix("$") ? "$" + key : key
    guard let value = values[archivedKey] else { return nil }
    // A damaged list may contain itself.
    var seen: Set<Int> = []
    var waiting = [value]
    while let reference = waiting.popLast() {
      guard let object = object(reference), seen.insert(object.index).inserted,
        let reference = object.members["$class"], let type = self.object(reference),
        let found = self.type(type.members)
      else { continue }
      let isAccepted = seen.count > 1 && accepted[UInt32(clamping: type.index)] != nil
      guard isAccepted || isAllowed(found, allowed) else { return found }
      guard Self.collections.contains(where: { $0 == found }) else { continue }
      for key in ["NS.keys", "NS.objects"] {
        waiting += object.members[key] as? [Any] ?? []
      }
    }
    return nil
  }

  /// An object that has members, which a text or a number has not.
  private func object(_ reference: Any) -> (index: Int, members: [String: Any])? {
    guard let index = references.index(reference), objects.indices.contains(index),
      let members = objects[index] as? [String: Any]
    else { return nil }
    return (index, members)
  }

  /// The class that Foundation takes; nil if it finds none, which it reports as an error.
  private func type(_ type: [String: Any]) -> AnyClass? {
    let name = type["$classname"] as? String
    let named: AnyClass? = name.flatMap { name in
      unarchiver.class(forClassName: name) ?? NSKeyedUnarchiver.class(forClassName: name)
        ?? NSClassFromString(name)
    }
    if let named { return named }
    let hints = type["$classhints"] as? [String] ?? []
    return hints.lazy.compactMap { NSClassFromString($0) }.first
  }

  private func isAllowed(_ found: AnyClass, _ allowed: [AnyClass]) -> Bool {
    guard let type = found as? NSObject.Type, allowed.contains(where: type.isSubclass(of:)),
      let read = type.classForKeyedUnarchiver() as? any NSSecureCoding.Type
    else { return false }
    return read.supportsSecureCoding
  }
}
