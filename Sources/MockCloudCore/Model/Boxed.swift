/// A value on the heap that copies share until one of them changes it.
///
/// For large parts of a value that is often copied: the copy is one pointer, and the code that
/// copies the members exists once.
///
/// Unchecked: the value is changed only while one box refers to the storage.
struct Boxed<Value: Sendable>: @unchecked Sendable {
  private final class Storage: ManagedBuffer<Void, Value> {
    static func holding(_ value: consuming Value) -> Storage {
      let storage = unsafeDowncast(create(minimumCapacity: 1) { _ in }, to: Storage.self)
      storage.address.initialize(to: value)
      return storage
    }

    /// Valid as long as the storage exists.
    @inline(__always)
    var address: UnsafeMutablePointer<Value> { withUnsafeMutablePointerToElements { $0 } }

    deinit { address.deinitialize(count: 1) }
  }

  private var storage: Storage

  init(_ value: consuming Value) { storage = Storage.holding(value) }

  /// Lends the value to `body`, which must not change it: other boxes may have the same one.
  ///
  /// It is lent as a variable because only the place of a variable is passed on without a copy: the
  /// compiler cannot know that nothing changes the value of a box while a function reads it.
  @inline(__always)
  func read<Result>(_ body: (inout Value) -> Result) -> Result {
    #if THREAD_SANITIZER
      // Thread Sanitizer takes what is lent as a variable for a change.
      var value = storage.address.pointee
      return body(&value)
    #else
      return withExtendedLifetime(storage) { body(&storage.address.pointee) }
    #endif
  }

  /// It is changed in place. A function that reads it may get a copy: see `read`.
  var value: Value {
    @inline(__always)
    unsafeAddress { UnsafePointer(storage.address) }
    @inline(__always)
    unsafeMutableAddress {
      if !isKnownUniquelyReferenced(&storage) {
        storage = Storage.holding(storage.address.pointee)
      }
      return storage.address
    }
  }
}
