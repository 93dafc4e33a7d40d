public import Foundation

/// The root of the key paths that hold the keys of sort descriptors: reading such a key path from
/// any instance returns the key.
final class SortKeyHolder: NSObject {
  subscript(key: String) -> String { key }
}

extension NSSortDescriptor {
  /// Creates a sort descriptor for the field or system field with the given key (Apple:
  /// `NSSortDescriptor.init(key:ascending:)`, which Foundation on Linux does not have).
  ///
  /// It orders the results of a query. It cannot compare objects of a client: they have no fields by
  /// name.
  public convenience init(key: String?, ascending: Bool) {
    self.init(keyPath: \SortKeyHolder[key ?? ""], ascending: ascending)
  }

  /// The key given to `init(key:ascending:)`. Nil if the descriptor was created with a key path or a
  /// comparator, which CloudKit cannot use.
  ///
  /// It is not named `key`: Foundation has an unavailable property of that name, and the compiler
  /// (6.3.1) fails in clients if a class whose superclass has two of them is public.
  var fieldKey: String? {
    guard let path = keyPath as? KeyPath<SortKeyHolder, String> else { return nil }
    return SortKeyHolder()[keyPath: path]
  }
}
