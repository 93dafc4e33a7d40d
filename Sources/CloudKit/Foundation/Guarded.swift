internal import Synchronization

/// A property that any thread may read and set at any time: a client may set a block of an operation
/// that its queue starts meanwhile.
///
/// Most properties of most objects are never set. Those have no object of their own, and cost little
/// when they are read, reset or released.
///
/// No part of CloudKit's interface: wrappers of open properties must be public.
@propertyWrapper
public struct _Guarded<Value>: ~Copyable, @unchecked Sendable {
  private let initial: Value
  /// The box with the value that was set last; none before.
  private let box = GuardedObject()

  private final class Box {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  /// Creates the property with its initial value.
  public init(wrappedValue: Value) { initial = wrappedValue }

  /// The current value.
  public var wrappedValue: Value {
    get { box.read { (box: Box) in box.value } ?? initial }
    nonmutating set { box.replace(by: Box(newValue)) }
  }

  /// Sets the initial value again.
  func reset() { box.replace(by: nil) }
}

/// An object that any thread may read and replace at any time.
private struct GuardedObject: ~Copyable, @unchecked Sendable {
  /// The object is retained.
  private let pointer = Atomic<UnsafeMutableRawPointer?>(nil)
  /// No thread releases the object while another one reads it.
  private let lock = ShortLock()

  deinit { Self.release(pointer.load(ordering: .relaxed)) }

  /// Returns what `body` reads of the object; nil if there is none. It must not run code of the client.
  ///
  /// - Parameter body: Has the type of the object.
  @inline(__always)
  func read<Object: AnyObject, Value>(_ body: (Object) -> Value) -> Value? {
    lock.withLock {
      guard let object = pointer.load(ordering: .relaxed) else { return nil }
      return Unmanaged<Object>.fromOpaque(object)._withUnsafeGuaranteedRef { body($0) }
    }
  }

  func replace(by object: AnyObject?) {
    let new = object.map { Unmanaged.passRetained($0).toOpaque() }
    // The former one is released without the lock: that may run code of the client.
    Self.release(lock.withLock { pointer.exchange(new, ordering: .relaxed) })
  }

  private static func release(_ object: UnsafeMutableRawPointer?) {
    if let object { Unmanaged<AnyObject>.fromOpaque(object).release() }
  }
}
