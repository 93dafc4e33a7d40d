internal import Foundation

/// A dictionary of an archive, read in place of `NSDictionary`: that one reads beyond the end of its
/// list of values if fewer values than keys could be decoded. It can be changed, as classes of apps
/// may ask for an `NSMutableDictionary`.
final class ArchivedDictionary: NSMutableDictionary {
  private var members: [NSObject: AnyObject] = [:]

  /// Runs `read` while the unarchiver makes dictionaries of this class.
  static func whileReading<Result>(_ coder: NSCoder, _ read: () -> Result) -> Result {
    guard let unarchiver = coder as? NSKeyedUnarchiver else { return read() }
    let names = ["NSDictionary", "NSMutableDictionary"]
    let former = names.map { unarchiver.class(forClassName: $0) }
    for name in names { unarchiver.setClass(ArchivedDictionary.self, forClassName: name) }
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
    // After an error, there are fewer values than keys. `ArchiveCheck` has found other reasons.
    let unarchiver = Thread.current.threadDictionary[Self.key] as? NSKeyedUnarchiver
    guard let objects, let keys, unarchiver?.error == nil else { return }
    for index in 0..<count { members[keys[index]] = objects[index] }
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
