/// A JSON Pointer (RFC 6901). Beyond the RFC, a negative index counts from the end of a list: `-1`
/// is the last element.
struct JSONPointer {
  /// The tokens, unescaped.
  private let tokens: [[UInt8]]

  /// Returns nil for a text that is not a pointer: invalid UTF-8, neither empty nor beginning with
  /// `/`, or with a `~` that is not followed by 0 or 1.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard String(validating: text, as: UTF8.self) != nil else { return nil }
    guard let first = text.first else {
      tokens = []
      return
    }
    guard first == UInt8(ascii: "/") else { return nil }
    var tokens: [[UInt8]] = []
    let slash = UInt8(ascii: "/")
    for part in text.dropFirst().split(separator: slash, omittingEmptySubsequences: false) {
      guard let token = Self.unescaped(part) else { return nil }
      tokens.append(token)
    }
    self.tokens = tokens
  }

  private static func unescaped(_ part: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
    var token: [UInt8] = []
    var rest = part.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "~") else {
        token.append(byte)
        continue
      }
      switch rest.next() {
      case UInt8(ascii: "0"): token.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): token.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return token
  }

  /// Returns the value that the pointer refers to; nil if there is none.
  func find(in root: JSONNode) -> JSONNode? {
    var node = root
    for token in tokens {
      guard let next = Self.step(token, into: node) else { return nil }
      node = next
    }
    return node
  }

  private static func step(_ token: [UInt8], into node: JSONNode) -> JSONNode? {
    switch node.kind {
    case .object:
      for (key, value) in node.members where key.bytes.elementsEqual(token) { return value }
      return nil
    case .array:
      guard let index = index(token) else { return nil }
      return node[index < 0 ? node.count &+ index : index]
    default: return nil
    }
  }

  /// Returns an index in JSON's notation of integers; nil for any other token.
  private static func index(_ token: [UInt8]) -> Int? {
    let digits = token.first == UInt8(ascii: "-") ? token[1...] : token[...]
    guard let first = digits.first, digits.count <= 18 else { return nil }
    if first == UInt8(ascii: "0"), token.count > 1 { return nil }
    var number = 0
    for digit in digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      number = number &* 10 &+ Int(digit &- UInt8(ascii: "0"))
    }
    return digits.count < token.count ? 0 &- number : number
  }
}
