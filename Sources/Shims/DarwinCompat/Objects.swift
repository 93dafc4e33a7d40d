// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Foundation
internal import Synchronization

/// Runs the body (Apple: Objective-C). On Linux nothing waits to be released.
@_disfavoredOverload
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}

/// The locks of the objects that threads hold or wait for.
private final class ObjectLock: @unchecked Sendable {
  static let all = Mutex<[ObjectIdentifier: ObjectLock]>([:])
  let lock = NSRecursiveLock()
  /// How often it is held or waited for; changed only under the lock of `all`.
  var uses = 0
}

/// Waits until no other thread has entered the object, and returns 0 (Apple: Objective-C).
@_disfavoredOverload @discardableResult
public func objc_sync_enter(_ obj: Any) -> Int32 {
  let identity = ObjectIdentifier(obj as AnyObject)
  let entry = ObjectLock.all.withLock { all in
    let entry = all[identity] ?? ObjectLock()
    entry.uses += 1
    all[identity] = entry
    return entry
  }
  entry.lock.lock()
  return 0
}

/// Leaves an object, and returns 0; -1 if no thread has entered it (Apple: Objective-C).
@_disfavoredOverload @discardableResult
public func objc_sync_exit(_ obj: Any) -> Int32 {
  let identity = ObjectIdentifier(obj as AnyObject)
  let entry = ObjectLock.all.withLock { all -> ObjectLock? in
    guard let entry = all[identity] else { return nil }
    entry.uses -= 1
    if entry.uses == 0 { all[identity] = nil }
    return entry
  }
  guard let entry else { return -1 }
  entry.lock.unlock()
  return 0
}
