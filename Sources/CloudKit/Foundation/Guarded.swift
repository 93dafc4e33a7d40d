internal import Synchronization

/// A property that any thread may read and set at any time: a client may set a block of an operation
/// that its queue starts meanwhile.
///
/// No part of CloudKit's interface: wrappers of open properties must be public.
@propertyWrapper
public final class _Guarded<Value>: @unchecked Sendable {
  private let lock = Mutex(())
  private var value: Value

  /// Creates the property with its initial value.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// The current value.
  public var wrappedValue: Value {
    get { lock.withLock { _ in value } }
    set {
      var value = newValue
      lock.withLock { _ in swap(&self.value, &value) }
      // The former value is released here: that may run code of the client.
    }
  }
}
