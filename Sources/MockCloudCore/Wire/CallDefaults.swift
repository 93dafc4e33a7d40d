/// The defaults of a view of a cloud for keys that requests do not have: the context keys, and
/// `zoneID`.
///
/// They are kept as nodes of a small tree and read together with each request, so that no request
/// is rewritten.
package struct CallDefaults: Sendable {
  private let tree: JSONTree
  /// The caller and the database of calls through the view.
  let caller: Caller

  /// A key and its value, borrowed like a node.
  struct Member {
    let key: JSONKey
    let value: JSONNode
  }

  /// - Parameters:
  ///   - text: A JSON object with context keys and `zoneID`. A null removes the default of `outer`,
  ///     except for `user`, where it means that no user is signed in.
  ///   - outer: Defaults of keys that the text does not have.
  package init(
    json text: UnsafeBufferPointer<UInt8>, over outer: CallDefaults? = nil
  ) throws(Misuse) {
    let own = try Self.checked(text)
    var merged = JSONWriter()
    merged.beginObject()
    for (key, value) in own.root.members { merged.keep(key, value) }
    for member in outer?.missing(in: own.root) ?? [] { merged.keep(member.key, member.value) }
    merged.endObject()
    do throws(JSONError) {
      tree = try merged.withBytes { (bytes) throws(JSONError) in try JSONReader().tree(of: bytes) }
    } catch {
      throw Misuse(malformed: error)
    }
    caller = try Self.caller(tree.root)
  }

  /// Returns the defaults of keys that the request does not have. They are valid only as long as
  /// this value.
  func missing(in request: JSONNode) -> [Member] {
    var missing: [Member] = []
    for (key, value) in tree.root.members {
      if request.members.contains(where: { $0.key == key }) { continue }
      missing.append(Member(key: key, value: value))
    }
    return missing
  }

  private static func checked(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(Misuse) -> JSONTree {
    let tree: JSONTree
    do throws(JSONError) {
      tree = try JSONReader().tree(of: text)
    } catch {
      throw Misuse(malformed: error)
    }
    try tree.root.requireObject(called: "a context")
    do throws(RequestError) {
      var keys = ViewKeys()
      var reader = KeyReader()
      try reader.read(&keys, from: tree.root, beside: .all)
    } catch {
      throw error.misuse
    }
    _ = try caller(tree.root)
    return tree
  }

  private static func caller(_ context: JSONNode) throws(Misuse) -> Caller {
    do throws(ContextReader.Failure) {
      return try ContextReader.caller(context)
    } catch {
      throw error.asMisuse
    }
  }
}

/// The keys of a view other than context keys.
private struct ViewKeys: WireRequest {
  var zoneID: ZoneID?

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("zoneID", &zoneID)
  }
}

extension JSONNode {
  /// Refuses JSON other than an object.
  func requireObject(called name: String) throws(Misuse) {
    guard kind == .object else {
      throw Misuse(
        .badJSON, "\(name) must be an object, not \(kindName)",
        expected: "an object", position: Misuse.Position(line: 1, column: 1))
    }
  }
}

extension JSONWriter {
  /// Writes a member of a view; nulls are left out, except for `user`.
  fileprivate mutating func keep(_ key: JSONKey, _ value: JSONNode) {
    if value.isNull, !("user" ~= key) { return }
    self.key(key.text)
    node(value)
  }
}
