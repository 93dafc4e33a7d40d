internal import Synchronization

/// A property that any thread may read and set at any time: a client may set a block of an operation
/// that its queue starts meanwhile.
///
/// No part of CloudKit's interface: wrappers of open properties must be public.
@propertyWrapper
public struct _Guarded<Value>: ~Copyable, @unchecked Sendable {
  /// A mutex for its storage, which is in the object itself. `lock` guards it: Thread Sanitizer does not
  /// see how threads take a mutex.
  private let cell: Mutex<Content>
  private let lock = ShortLock()

  /// Values of any type, as a client's blocks. Not private: Swift 6.3.1 does not compile other files of
  /// the module then.
  struct Content: @unchecked Sendable {
    var value: Value
  }

  /// Creates the property with its initial value.
  public init(wrappedValue: Value) { cell = Mutex(Content(value: wrappedValue)) }

  /// The current value.
  public var wrappedValue: Value {
    get { lock.withLock { cell.withLock { $0 } }.value }
    nonmutating set {
      var content = Content(value: newValue)
      lock.withLock { cell.withLock { swap(&$0, &content) } }
      // The former value is released here: that may run code of the client.
    }
  }
}
