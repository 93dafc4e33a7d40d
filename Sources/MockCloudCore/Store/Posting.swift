/// The value of a map that is a set.
struct Present: Sendable {}

/// What an index holds of one record: a value, and the name of the record that has it. Postings are
/// ordered by value and then by name, so those of one value come in the order of names.
struct Posting<Value: OrderedKey>: OrderedKey {
  let value: Value
  let name: String

  var rank: UInt64 { value.rank }

  static var isOrderedByRankAlone: Bool { false }

  static func compare(_ left: Self, _ right: Self) -> Int {
    let order = Value.compare(left.value, right.value)
    return order == 0 ? String.compare(left.name, right.name) : order
  }
}

/// What an index lists a record under.
enum IndexTerm: Sendable {
  /// An integer or a time.
  case number(Int64)
  /// A double, as the number of its place in the order of doubles.
  case double(Int64)
  case text(String)
  case equivalent(EquivalentText)

  /// Doubles in their order; both zeros are one.
  static func double(of value: Double) -> IndexTerm { .double(place(of: value)) }

  static func place(of value: Double) -> Int64 {
    let bits = Int64(bitPattern: (value + 0).bitPattern)
    return bits < 0 ? bits ^ .max : bits
  }

  /// Text as `EQUALS` compares it: lower case, every spelling the same.
  static func folded(_ text: String) -> IndexTerm {
    if isLowerASCII(text) { return .text(text) }
    let lowered = text.lowercased()
    if lowered.utf8.allSatisfy({ $0 < 0x80 }) { return .text(lowered) }
    // The two characters beyond ASCII, in lower case, that are equivalent to one of ASCII.
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

  /// Whether both are the same to the byte.
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
