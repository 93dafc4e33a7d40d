/// A condition on one text. It compares bytes, as sorting does (UTF-8 keeps the order of the
/// scalars), or ignores case, with canonically equivalent spellings being equal.
struct TextTest {
  private enum Comparison {
    case relation(Relation)
    case prefix
    case equalIgnoringCase
  }

  private let comparison: Comparison
  /// The text to compare with, in lower case if the condition ignores case.
  private let bytes: [UInt8]
  private let isASCII: Bool
  /// The same, if the condition ignores case.
  private let lowered: EquivalentText?

  init(_ relation: Relation, _ text: String) { self.init(.relation(relation), text) }

  static func prefix(_ text: String) -> TextTest { TextTest(.prefix, text) }

  static func equalIgnoringCase(_ text: String) -> TextTest {
    TextTest(.equalIgnoringCase, text.lowercased())
  }

  private init(_ comparison: Comparison, _ text: String) {
    self.comparison = comparison
    bytes = Array(text.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
    lowered = if case .equalIgnoringCase = comparison { EquivalentText(text) } else { nil }
  }

  /// The lower-case text of a condition that ignores case; nil for other conditions.
  var caseless: (text: EquivalentText, isASCII: Bool)? { lowered.map { ($0, isASCII) } }

  /// The text that must have the same bytes; nil for other conditions.
  var exact: ExactText? {
    guard case .relation(.equal) = comparison else { return nil }
    return ExactText(String(decoding: bytes, as: UTF8.self))
  }

  func matches(_ text: String) -> Bool {
    if let answer = quickly(text) { return answer }
    if let lowered { return EquivalentText(text.lowercased()) == lowered }
    // The string is not stored as UTF-8.
    var copy = text
    return copy.withUTF8 { compare($0) } ?? false
  }

  /// Returns the result, or nil if it needs Unicode rules. Inlined, so that the text is read in
  /// place: a retain would wait for a read of its memory.
  @inline(__always)
  func quickly(_ text: String) -> Bool? {
    text.utf8.withContiguousStorageIfAvailable { compare($0) } ?? nil
  }

  @inline(__always)
  private func compare(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
    switch comparison {
    case .relation(let relation):
      bytes.withUnsafeBufferPointer { relation.holds(ByteOrder.compare(text, $0), 0) }
    case .prefix: hasPrefix(text)
    case .equalIgnoringCase: isEqualIgnoringCase(text)
    }
  }

  @inline(__always)
  private func hasPrefix(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= bytes.count else { return false }
    for index in bytes.indices where text[index] != bytes[index] { return false }
    return true
  }

  @inline(__always)
  private func isEqualIgnoringCase(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard isASCII else { return nil }
    // A letter never becomes longer as ASCII, but some (the Kelvin sign) become shorter.
    if text.count < bytes.count { return false }
    for index in bytes.indices {
      let byte = text[index]
      if byte >= 0x80 { return nil }
      let isUpper = byte &- UInt8(ascii: "A") < 26
      if (isUpper ? byte | 0x20 : byte) != bytes[index] { return false }
    }
    if text.count == bytes.count { return true }
    return text[bytes.count] < 0x80 ? false : nil
  }
}
