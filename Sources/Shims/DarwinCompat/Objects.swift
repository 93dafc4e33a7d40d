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
  /// Kept, so that no other object gets its address meanwhile.
  let object: AnyObject

  // Changed only under the lock of `all`.

  /// How often it is held or waited for.
  var uses = 0
  /// How often its thread holds it.
  var depth = 0
  /// The thread that holds it; nil if none does.
  var owner: pthread_t?

  init(_ object: AnyObject) { self.object = object }
}

/// Waits until no other thread has entered the object, and returns 0 (Apple: Objective-C).
@_disfavoredOverload @discardableResult
public func objc_sync_enter(_ obj: Any) -> Int32 {
  let object = obj as AnyObject
  let identity = ObjectIdentifier(object)
  let entry = ObjectLock.all.withLock { all in
    let entry = all[identity] ?? ObjectLock(object)
    entry.uses += 1
    all[identity] = entry
    return entry
  }
  entry.lock.lock()
  ObjectLock.all.withLock { _ in
    entry.owner = pthread_self()
    entry.depth += 1
  }
  return 0
}

/// Leaves an object, and returns 0; -1 if this thread has not entered it (Apple: Objective-C).
@_disfavoredOverload @discardableResult
public func objc_sync_exit(_ obj: Any) -> Int32 {
  let identity = ObjectIdentifier(obj as AnyObject)
  let entry = ObjectLock.all.withLock { all -> ObjectLock? in
    guard let entry = all[identity], let owner = entry.owner,
      pthread_equal(owner, pthread_self()) != 0
    else { return nil }
    entry.uses -= 1
    entry.depth -= 1
    if entry.depth == 0 { entry.owner = nil }
    if entry.uses == 0 { all[identity] = nil }
    return entry
  }
  guard let entry else { return -1 }
  entry.lock.unlock()
  return 0
}
