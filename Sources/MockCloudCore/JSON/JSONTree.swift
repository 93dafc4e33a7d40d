internal import CJSONC
internal import CJSONMemory

/// A value that outlives its text. It is immutable, so that any thread may read it.
final class JSONTree: @unchecked Sendable {
  private let tree: OpaquePointer?

  /// - Parameter tree: The tree of json-c, which this object owns from now on.
  init(owning tree: OpaquePointer?) { self.tree = tree }

  deinit {
    // Another text may be read while this value is freed.
    let outer = json_memory_use(nil)
    json_object_put(tree)
    json_memory_use(outer)
  }

  /// The whole value. Nodes are valid only as long as the tree.
  var root: JSONNode { JSONNode(tree) }
}
