internal import CJSONC
internal import CJSONMemory

/// Reads JSON with json-c after `JSONScanner` has accepted the text. Reusable, by one thread at a
/// time. The closure passed to `read` may use the same reader.
final class JSONReader {
  /// json-c counts bytes in 32 bits.
  static let maximumLength = 512 << 20
  /// A tokener keeps the buffer of its longest string: after a text longer than this it is freed.
  /// Nor is the tree of such a text kept in memory that is freed as a whole: see
  /// `JSONNode.release`.
  private static let keptLength = 1 << 20

  private var tokener: UnsafeMutablePointer<json_tokener>?

  init() {}

  deinit {
    if let tokener { json_tokener_free(tokener) }
  }

  /// Checks and parses `text`, and lends the tree to `body`. Nodes are valid only during the call.
  func read<Value, Failure: Error>(
    _ text: UnsafeBufferPointer<UInt8>, _ body: (JSONNode) throws(Failure) -> Value
  ) throws(JSONReadFailure<Failure>) -> Value {
    var tree: OpaquePointer?
    let memory = text.count > Self.keptLength ? nil : json_memory_new()
    let outer = json_memory_use(memory)
    defer {
      if !json_memory_delete(memory) { json_object_put(tree) }
      json_memory_use(outer)
    }
    do {
      tree = try parse(text)
    } catch {
      throw .malformed(error.described(in: text))
    }
    do {
      return try body(JSONNode(tree))
    } catch {
      throw .body(error)
    }
  }

  /// Checks and parses `text`, and returns the tree.
  func tree(of text: UnsafeBufferPointer<UInt8>) throws(JSONError) -> JSONTree {
    let outer = json_memory_use(nil)
    defer { json_memory_use(outer) }
    do throws(JSONRefusal) {
      return JSONTree(owning: try parse(text))
    } catch {
      throw error.described(in: text)
    }
  }

  /// Returns the tree, which the caller owns. It is nil for `null`.
  private func parse(_ text: UnsafeBufferPointer<UInt8>) throws(JSONRefusal) -> OpaquePointer? {
    guard let base = text.baseAddress, !text.isEmpty else {
      throw JSONRefusal(offset: 0, reason: .value)
    }
    if text.count > Self.maximumLength { throw JSONRefusal(offset: 0, reason: .length) }
    var scanner = JSONScanner(base, count: text.count)
    let end = try scanner.scan()
    let value = UnsafeBufferPointer(start: base, count: end)
    let tree: OpaquePointer?
    if scanner.hasMisreadPair {
      guard let value = JSONPairs.writtenOut(value) else {
        throw JSONRefusal(offset: 0, reason: .memory)
      }
      tree = try value.withBytes { value throws(JSONRefusal) in
        try build(value, scanner.longestToken)
      }
    } else {
      tree = try build(value, scanner.longestToken)
    }
    // json-c keeps the last of equal keys, so that the tree has fewer members than the text has
    // keys.
    if scanner.keys > 0, JSONMemberCount.total(in: tree) != scanner.keys {
      let isIncomplete = JSONMemberCount.isIncomplete(tree)
      json_object_put(tree)
      if isIncomplete { throw JSONRefusal(offset: 0, reason: .memory) }
      var duplicates = JSONDuplicates(text)
      guard let offset = duplicates.first() else {
        throw JSONRefusal(offset: 0, reason: .disagreement)
      }
      throw JSONRefusal(offset: offset, reason: .duplicateKey)
    }
    return tree
  }

  /// Parses with json-c a value that the scanner has accepted, without white space after it.
  private func build(
    _ value: UnsafeBufferPointer<UInt8>, _ longestToken: Int
  ) throws(JSONRefusal) -> OpaquePointer? {
    guard let tokener = prepared(), let base = value.baseAddress else {
      throw JSONRefusal(offset: 0, reason: .memory)
    }
    defer {
      // After an error, the tokener has parts of the tree, whose memory it may outlive.
      json_tokener_reset(tokener)
      if value.count > Self.keptLength {
        json_tokener_free(tokener)
        self.tokener = nil
      }
    }
    guard Self.makeRoom(for: longestToken, in: tokener) else {
      throw JSONRefusal(offset: 0, reason: .memory)
    }
    var tree = base.withMemoryRebound(to: CChar.self, capacity: value.count) {
      json_tokener_parse_ex(tokener, $0, Int32(truncatingIfNeeded: value.count))
    }
    let end = json_tokener_get_parse_end(tokener)
    if json_tokener_get_error(tokener) == json_tokener_continue {
      // If the whole text is a number, json-c does not detect its end without another byte.
      tree = json_tokener_parse_ex(tokener, " ", 1)
    }
    guard json_tokener_get_error(tokener) == json_tokener_success else {
      json_object_put(tree)
      throw JSONRefusal(offset: end, reason: .disagreement)
    }
    // If memory is short, json-c may return a partial tree as success.
    if end != value.count {
      json_object_put(tree)
      throw JSONRefusal(offset: end, reason: .memory)
    }
    return tree
  }

  /// Enlarges the buffer in which json-c collects a string or a number. json-c enlarges it too, but
  /// without memory it continues with an incomplete string.
  @inline(__always)
  private static func makeRoom(
    for length: Int, in tokener: UnsafeMutablePointer<json_tokener>
  ) -> Bool {
    guard let buffer = tokener.pointee.pb else { return false }
    // With a 0 at the end.
    if buffer.pointee.size > length { return true }
    guard printbuf_memset(buffer, Int32(truncatingIfNeeded: length), 0, 1) == 0 else {
      return false
    }
    printbuf_reset(buffer)
    return true
  }

  private func prepared() -> UnsafeMutablePointer<json_tokener>? {
    if let tokener { return tokener }
    // json-c counts a scalar as a level. The scanner, not json-c, refuses a text that is too deep.
    tokener = json_tokener_new_ex(Int32(JSONScanner.maximumDepth) + 2)
    if let tokener {
      // Without VALIDATE_UTF8, which takes a fifth of json-c's time: the scanner validates more
      // strictly.
      json_tokener_set_flags(tokener, JSON_TOKENER_STRICT)
    }
    return tokener
  }
}
