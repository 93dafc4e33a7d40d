internal import CJSONC

/// Reads JSON with json-c after `JSONScanner` has accepted the text. Reusable; used by one thread
/// at a time. The body of `read` may read again with the same reader.
final class JSONReader {
  /// json-c counts bytes in 32 bits.
  static let maximumLength = 512 << 20
  /// A tokener keeps the room that its longest string took; one that has read more than this is
  /// given back.
  private static let keptLength = 1 << 20

  private var tokener: UnsafeMutablePointer<json_tokener>?

  init() {}

  deinit {
    if let tokener { json_tokener_free(tokener) }
  }

  /// Checks `text`, parses it and lends the tree to `body`. No node may outlive the call.
  func read<Value, Failure: Error>(
    _ text: UnsafeBufferPointer<UInt8>, _ body: (JSONNode) throws(Failure) -> Value
  ) throws(JSONReadFailure<Failure>) -> Value {
    let tree: OpaquePointer?
    do {
      tree = try parse(text)
    } catch {
      throw .malformed(error.described(in: text))
    }
    defer { json_object_put(tree) }
    do {
      return try body(JSONNode(tree))
    } catch {
      throw .body(error)
    }
  }

  /// Checks and parses `text`, and keeps the tree.
  func tree(of text: UnsafeBufferPointer<UInt8>) throws(JSONError) -> JSONTree {
    do throws(JSONRefusal) {
      return JSONTree(owning: try parse(text))
    } catch {
      throw error.described(in: text)
    }
  }

  /// The tree, which the caller owns. It is nil for `null`.
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
      tree = try JSONPairs.writtenOut(value).withUnsafeBufferPointer { value throws(JSONRefusal) in
        try build(value)
      }
    } else {
      tree = try build(value)
    }
    // json-c keeps the last of equal keys, so a tree has fewer members than its text has keys.
    if scanner.keys > 0, JSONMemberCount.total(in: tree) != scanner.keys {
      json_object_put(tree)
      var duplicates = JSONDuplicates(text)
      guard let offset = duplicates.first() else {
        throw JSONRefusal(offset: 0, reason: .disagreement)
      }
      throw JSONRefusal(offset: offset, reason: .duplicateKey)
    }
    return tree
  }

  /// Has json-c parse a value that the scanner has accepted, without white space after it.
  private func build(_ value: UnsafeBufferPointer<UInt8>) throws(JSONRefusal) -> OpaquePointer? {
    guard let tokener = prepared(), let base = value.baseAddress else {
      throw JSONRefusal(offset: 0, reason: .memory)
    }
    defer {
      if value.count > Self.keptLength {
        json_tokener_free(tokener)
        self.tokener = nil
      }
    }
    var tree = base.withMemoryRebound(to: CChar.self, capacity: value.count) {
      json_tokener_parse_ex(tokener, $0, Int32(truncatingIfNeeded: value.count))
    }
    let end = json_tokener_get_parse_end(tokener)
    if json_tokener_get_error(tokener) == json_tokener_continue {
      // A number that is the whole text: json-c does not know that it ends here.
      tree = json_tokener_parse_ex(tokener, " ", 1)
    }
    guard json_tokener_get_error(tokener) == json_tokener_success else {
      json_object_put(tree)
      throw JSONRefusal(offset: end, reason: .disagreement)
    }
    // Short of memory, json-c may hand out what it has so far and call that a success.
    if end != value.count {
      json_object_put(tree)
      throw JSONRefusal(offset: end, reason: .memory)
    }
    return tree
  }

  private func prepared() -> UnsafeMutablePointer<json_tokener>? {
    if let tokener {
      json_tokener_reset(tokener)
      return tokener
    }
    // json-c counts a scalar as a level. The scanner is the one to refuse what is too deep.
    tokener = json_tokener_new_ex(Int32(JSONScanner.maximumDepth) + 2)
    if let tokener {
      // Without VALIDATE_UTF8, a fifth of json-c's time: the scanner has done that, and better.
      json_tokener_set_flags(tokener, JSON_TOKENER_STRICT)
    }
    return tokener
  }
}
