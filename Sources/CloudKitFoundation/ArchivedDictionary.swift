internal import Foundation

/// A dictionary of an archive, read in place of `NSDictionary`: that one reads beyond the end of its
/// list of values if fewer values than keys could be decoded.
final class ArchivedDictionary: NSDictionary {
  private var members: [NSObject: AnyObject] = [:]

  /// Runs `read` while the unarchiver makes dictionaries of this class.
  static func whileReading<Result>(_ coder: NSCoder, _ read: () -> Result) -> Result {
    guard let unarchiver = coder as? NSKeyedUnarchiver else { return read() }
    let names = ["NSDictionary", "NSMutableDictionary"]
    let former = names.map { unarchiver.class(forClassName: $0) }
    // Classes of apps may ask for one that can be changed.
    unarchiver.setClass(ArchivedDictionary.self, forClassName: names[0])
    unarchiver.setClass(ArchivedMutableDictionary.self, forClassName: names[1])
    let local = Thread.current.threadDictionary
    let outer = local[key]
    local[key] = unarchiver
    defer {
      local[key] = outer
      for entry in zip(names, former) { unarchiver.setClass(entry.1, forClassName: entry.0) }
    }
    return read()
  }

  private static let key = "MockCloud.unarchiver"

  required init(
    objects: UnsafePointer<AnyObject>!, forKeys keys: UnsafePointer<NSObject>!, count: Int
  ) {
    super.init(objects: nil, forKeys: nil, count: 0)
    members = Self.members(objects, keys, count)
  }

  fileprivate static func members(
    _ objects: UnsafePointer<AnyObject>?, _ keys: UnsafePointer<NSObject>?, _ count: Int
  ) -> [NSObject: AnyObject] {
    // After an error, there are fewer values than keys. `ArchiveCheck` has found other reasons.
    let unarchiver = Thread.current.threadDictionary[key] as? NSKeyedUnarchiver
    guard let objects, let keys, unarchiver?.error == nil else { return [:] }
    var members: [NSObject: AnyObject] = [:]
    for index in 0..<count { members[keys[index]] = objects[index] }
    return members
  }

  override var count: Int { members.count }

  override func object(forKey aKey: Any) -> Any? {
    (aKey as AnyObject as? NSObject).flatMap { members[$0] }
  }

  override func keyEnumerator() -> NSEnumerator {
    NSArray(array: Array(members.keys)).objectEnumerator()
  }
}

/// The same for `NSMutableDictionary`.
final class ArchivedMutableDictionary: NSMutableDictionary {
  private var members: [NSObject: AnyObject] = [:]

  required init(
    objects: UnsafePointer<AnyObject>!, forKeys keys: UnsafePointer<NSObject>!, count: Int
  ) {
    super.init(objects: nil, forKeys: nil, count: 0)
    members = ArchivedDictionary.members(objects, keys, count)
  }

  override var count: Int { members.count }

  override func object(forKey aKey: Any) -> Any? {
    (aKey as AnyObject as? NSObject).flatMap { members[$0] }
  }

  override func keyEnumerator() -> NSEnumerator {
    NSArray(array: Array(members.keys)).objectEnumerator()
  }

  override func setObject(_ anObject: Any, forKey aKey: AnyHashable) {
    guard let key = aKey as AnyObject as? NSObject else { return }
    members[key] = anObject as AnyObject
  }

  override func removeObject(forKey aKey: Any) {
    guard let key = aKey as AnyObject as? NSObject else { return }
    members[key] = nil
  }
}
