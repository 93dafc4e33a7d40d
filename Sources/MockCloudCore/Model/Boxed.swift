/// A value on the heap that copies share until one of them changes it.
///
/// For large parts of a value that is often copied: the copy is one pointer, and the code that
/// copies the members exists once.
struct Boxed<Value: Sendable>: Sendable {
  /// Unchecked: the value is changed only while one box refers to the storage.
  private final class Storage: @unchecked Sendable {
    /// The exclusive access to a box is one to its storage, unless this is shared; it is then
    /// replaced. A check at run time would cost every access more than the access.
    @exclusivity(unchecked)
    var value: Value

    init(_ value: consuming Value) { self.value = value }
  }

  private var storage: Storage

  init(_ value: consuming Value) { storage = Storage(value) }

  var value: Value {
    @inline(__always)
    _read { yield storage.value }
    @inline(__always)
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
      yield &storage.value
    }
  }
}
