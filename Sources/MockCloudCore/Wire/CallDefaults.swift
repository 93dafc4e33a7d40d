/// What a view of a cloud says in place of requests that do not say it: the context keys, and
/// `zoneID`.
///
/// They are kept as the nodes of a small tree, which requests are read with, so that no request is
/// written anew.
package struct CallDefaults: Sendable {
  private let tree: JSONTree
  /// Who calls through the view, and which database is meant.
  let caller: Caller

  /// A key and its value, lent like their node.
  struct Member {
    let key: JSONKey
    let value: JSONNode
  }

  /// - Parameters:
  ///   - text: A JSON object with context keys and `zoneID`. A null takes away what `outer` says,
  ///     except for `user`, where it means no user.
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

  /// The defaults of keys that the request does not have. They must not outlive this
  /// value.
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

/// The keys of a view besides the context's.
private struct ViewKeys: WireRequest {
  var zoneID: ZoneID?

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("zoneID", &zoneID)
  }
}

extension JSONNode {
  /// Refuses a text that is JSON and no object.
  func requireObject(called name: String) throws(Misuse) {
    guard kind == .object else {
      throw Misuse(
        .badJSON, "\(name) must be an object, not \(kindName)",
        expected: "an object", position: Misuse.Position(line: 1, column: 1))
    }
  }
}

extension JSONWriter {
  /// A member of a view; a null that says nothing is left out.
  fileprivate mutating func keep(_ key: JSONKey, _ value: JSONNode) {
    if value.isNull, !("user" ~= key) { return }
    self.key(key.text)
    node(value)
  }
}
