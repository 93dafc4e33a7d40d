/// A name, or many: `*` stands for any run of characters. Compared byte by byte.
public struct FaultPattern: Sendable, Hashable, ExpressibleByStringLiteral {
  public let text: String
  private let isExact: Bool
  /// The byte that names must begin with; nil where they may begin with any, or be empty. Most names are
  /// told apart by it.
  private let first: UInt8?

  /// Longer ones are refused: matching takes time in proportion to pattern and name.
  static let lengthLimit = 512

  public init(_ text: String) {
    self.text = text
    isExact = !text.utf8.contains(UInt8(ascii: "*"))
    first = text.utf8.first.flatMap { $0 == UInt8(ascii: "*") ? nil : $0 }
  }

  public init(stringLiteral text: String) { self.init(text) }

  public static func == (left: Self, right: Self) -> Bool { left.text.hasBytes(of: right.text) }

  public func hash(into hasher: inout Hasher) { ExactText(text).hash(into: &hasher) }

  public func matches(_ name: String) -> Bool {
    if let first, name.utf8.first != first { return false }
    if isExact { return text.hasBytes(of: name) }
    var (text, name) = (text, name)
    return text.withUTF8 { pattern in name.withUTF8 { Self.matches(pattern, $0) } }
  }

  /// Each `*` takes as little as it can; where what follows does not fit, the last one takes a byte
  /// more. Earlier ones never need to: what came between them was found as early as possible.
  private static func matches(
    _ pattern: UnsafeBufferPointer<UInt8>, _ name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var (place, next) = (0, 0)
    var star: (pattern: Int, name: Int)?
    while next < name.count {
      if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
        star = (place, next)
        place += 1
      } else if place < pattern.count, pattern[place] == name[next] {
        place += 1
        next += 1
      } else if let last = star {
        star = (last.pattern, last.name + 1)
        place = last.pattern + 1
        next = last.name + 1
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
