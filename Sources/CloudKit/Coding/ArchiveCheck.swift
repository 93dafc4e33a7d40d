internal import Foundation

/// Checks the parts of an archive on which Foundation on Linux ends the process instead of reporting
/// an error: references to classes, and dictionaries with unequal numbers of keys and values.
///
/// The parts are private to the unarchiver. If they cannot be read, nothing is checked.
enum ArchiveCheck {
  private static let key = "MockCloud.checkedArchive"

  /// The archive that was checked last on this thread.
  private final class Checked {
    weak var unarchiver: NSKeyedUnarchiver?
    let isSound: Bool

    init(_ unarchiver: NSKeyedUnarchiver, isSound: Bool) {
      self.unarchiver = unarchiver
      self.isSound = isSound
    }
  }

  /// Whether the archive has none of these defects. It is checked once, although every object of it
  /// asks.
  static func isSound(_ unarchiver: NSKeyedUnarchiver) -> Bool {
    let local = Thread.current.threadDictionary
    if let checked = local[key] as? Checked, checked.unarchiver === unarchiver {
      return checked.isSound
    }
    let isSound = check(unarchiver)
    local[key] = Checked(unarchiver, isSound: isSound)
    return isSound
  }

  private static func check(_ unarchiver: NSKeyedUnarchiver) -> Bool {
    guard let objects = Reflection.child("_objects", of: unarchiver) as? [Any] else { return true }
    return objects.allSatisfy { object in
      guard let members = object as? [String: Any], let type = members["$class"],
        let typeIndex = index(type)
      else { return true }
      guard objects.indices.contains(typeIndex),
        let names = objects[typeIndex] as? [String: Any], names["$classname"] is String
      else { return false }
      guard let keys = members["NS.keys"] else { return true }
      guard let keys = keys as? [Any], let values = members["NS.objects"] as? [Any],
        keys.count == values.count
      else { return false }
      return (keys + values).allSatisfy { isObject($0, in: objects) }
    }
  }

  private static func isObject(_ reference: Any, in objects: [Any]) -> Bool {
    guard let index = index(reference), objects.indices.contains(index) else { return false }
    return objects[index] as? String != "$null"
  }

  /// The index of the object that a reference refers to; nil if it is another value.
  private static func index(_ reference: Any) -> Int? {
    (Reflection.child("value", of: reference) as? UInt32).map { Int($0) }
  }
}

/// Reads stored properties of objects of Foundation that have no accessor.
enum Reflection {
  /// The value of a stored property, also of a superclass; nil if there is none of that name.
  static func child(_ name: String, of object: Any) -> Any? {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let level = mirror {
      if let child = level.children.first(where: { $0.label == name }) { return child.value }
      mirror = level.superclassMirror
    }
    return nil
  }
}
