internal import Synchronization

/// A property that any thread may read and set at any time: a client may set a block of an operation
/// that its queue starts meanwhile.
///
/// No part of CloudKit's interface: wrappers of open properties must be public.
@propertyWrapper
public struct _Guarded<Value>: ~Copyable, @unchecked Sendable {
  /// In the object itself. No thread waits for it in the library: see `ShortLock`.
  private let cell: Mutex<Content>

  /// Values of any type, as a client's blocks. Not private: other files have its members inlined.
  struct Content: @unchecked Sendable {
    var value: Value
  }

  /// Creates the property with its initial value.
  public init(wrappedValue: Value) { cell = Mutex(Content(value: wrappedValue)) }

  /// The current value.
  public var wrappedValue: Value {
    get {
      var attempts = 0
      while true {
        if let content = cell.withLockIfAvailable({ $0 }) { return content.value }
        ShortLock.wait(&attempts)
      }
    }
    nonmutating set {
      var (content, attempts) = (Content(value: newValue), 0)
      while cell.withLockIfAvailable({ swap(&$0, &content) }) == nil { ShortLock.wait(&attempts) }
      // The former value is released here: that may run code of the client.
    }
  }
}
