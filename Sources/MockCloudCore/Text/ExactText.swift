/// A name or another text whose equality, hash and order are those of its UTF-8 bytes, as the service
/// compares names. Swift's `String` considers canonically equivalent spellings equal.
///
/// `RecordName`, `ZoneName`, `UserRecordName` and others are aliases of this type. They are one type,
/// so that the generic code of maps and sets is compiled once for all of them.
public struct ExactText: Hashable, Sendable {
  /// The name as a `String`, for everything that is not a comparison.
  public let text: String

  public init(_ text: String) { self.text = text }

  public var isEmpty: Bool { text.isEmpty }
  public var utf8: String.UTF8View { text.utf8 }

  public static func == (left: Self, right: Self) -> Bool {
    left.text.isSame(as: right.text)
      || left.text.utf8.count == right.text.utf8.count && compare(left, right) == 0
  }

  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension ExactText: Comparable {
  public static func < (left: Self, right: Self) -> Bool { compare(left, right) < 0 }
}

extension ExactText {
  /// The first eight bytes; shorter text is padded with zeros.
  var rank: UInt64 { text.rank }

  /// Returns a negative number if `left` comes before `right`, 0 if they are equal, else a positive
  /// number.
  static func compare(_ left: Self, _ right: Self) -> Int { String.compare(left.text, right.text) }
}

extension ExactText: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self.init(value) }
}

/// `String(record.recordName)` returns the text.
extension ExactText: LosslessStringConvertible {
  public var description: String { text }
}

extension DefaultStringInterpolation {
  /// Adds the text itself.
  public mutating func appendInterpolation(_ value: ExactText) { appendInterpolation(value.text) }
}

extension String {
  /// Whether both strings are the same memory, or short with the same bytes. Most names that are
  /// compared with those of earlier calls are.
  @inline(__always)
  fileprivate func isSame(as other: String) -> Bool {
    typealias Words = (UInt, UInt)
    guard MemoryLayout<String>.size == MemoryLayout<Words>.size else { return false }
    return unsafeBitCast(self, to: Words.self) == unsafeBitCast(other, to: Words.self)
  }

  /// Whether both strings have the same bytes, where `==` would ignore different canonically
  /// equivalent spellings.
  func hasBytes(of other: String) -> Bool { ExactText(self) == ExactText(other) }
}
