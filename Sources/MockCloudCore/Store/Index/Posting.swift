/// The value type of a map that is used as a set.
struct Present: Sendable {}

/// An entry of an index: a value, and the name of a record that has it. Postings are ordered by
/// value and then by name, so that the names of one value are in order.
struct Posting<Value: OrderedKey>: OrderedKey {
  let value: Value
  let name: RecordName

  var rank: UInt64 { value.rank }

  static var isOrderedByRankAlone: Bool { false }

  static func compare(_ left: Self, _ right: Self) -> Int {
    let order = Value.compare(left.value, right.value)
    return order == 0 ? ExactText.compare(left.name, right.name) : order
  }
}

/// A value under which an index lists a record.
enum IndexTerm: Sendable {
  /// An integer or a time.
  case number(Int64)
  /// A double, by its position in the order of doubles.
  case double(Int64)
  case text(String)
  case equivalent(EquivalentText)

  /// Returns the term of a double. Both zeros have the same.
  static func double(of value: Double) -> IndexTerm { .double(place(of: value)) }

  static func place(of value: Double) -> Int64 {
    let bits = Int64(bitPattern: (value + 0).bitPattern)
    return bits < 0 ? bits ^ .max : bits
  }

  /// Returns text as `EQUALS` compares it: in lower case, with canonically equivalent spellings
  /// equal.
  static func folded(_ text: String) -> IndexTerm {
    if isLowerASCII(text) { return .text(text) }
    let lowered = text.lowercased()
    if lowered.utf8.allSatisfy({ $0 < 0x80 }) { return .text(lowered) }
    // These two lower-case characters beyond ASCII are equivalent to ASCII characters.
    var plain = String.UnicodeScalarView()
    for scalar in lowered.unicodeScalars {
      plain.append(scalar == "\u{37e}" ? ";" : scalar == "\u{1fef}" ? "`" : scalar)
    }
    let text = String(plain)
    return text.utf8.allSatisfy { $0 < 0x80 }
      ? .text(text) : .equivalent(EquivalentText(text))
  }

  private static func isLowerASCII(_ text: String) -> Bool {
    ByteOrder.withUTF8(of: text) { bytes in
      for byte in bytes where byte >= 0x80 || byte &- UInt8(ascii: "A") < 26 { return false }
      return true
    }
  }

  /// Whether both terms have the same bytes.
  static func areSame(_ left: IndexTerm, _ right: IndexTerm) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)), (.double(let left), .double(let right)):
      left == right
    case (.text(let left), .text(let right)): String.compare(left, right) == 0
    case (.equivalent(let left), .equivalent(let right)):
      String.compare(left.text, right.text) == 0
    default: false
    }
  }
}
