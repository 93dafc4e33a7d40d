internal import CJSONC

/// A value that stays after its text was read. It is only looked at, which any thread may do.
final class JSONTree: @unchecked Sendable {
  private let tree: OpaquePointer?

  /// - Parameter tree: What json-c made, which this object owns from now on.
  init(owning tree: OpaquePointer?) { self.tree = tree }

  deinit { json_object_put(tree) }

  /// The whole value. No node may outlive the tree.
  var root: JSONNode { JSONNode(tree) }
}
