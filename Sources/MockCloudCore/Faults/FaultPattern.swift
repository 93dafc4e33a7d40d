/// A name, or many: `*` stands for any run of characters. Compared byte by byte.
public struct FaultPattern: Sendable, Hashable, ExpressibleByStringLiteral {
  public let text: String
  private let bytes: [UInt8]
  private let isExact: Bool

  /// Longer ones are refused: matching takes time in proportion to pattern and name.
  static let lengthLimit = 512

  public init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
    isExact = !bytes.contains(UInt8(ascii: "*"))
  }

  public init(stringLiteral text: String) { self.init(text) }

  public static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }

  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

  public func matches(_ name: String) -> Bool {
    if isExact { return text.hasBytes(of: name) }
    var name = name
    return name.withUTF8 { matches($0) }
  }

  /// Each `*` takes as little as it can; where what follows does not fit, the last one takes a byte
  /// more. Earlier ones never need to: what came between them was found as early as possible.
  private func matches(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    var (place, next) = (0, 0)
    var star: (pattern: Int, name: Int)?
    while next < name.count {
      if place < bytes.count, bytes[place] == UInt8(ascii: "*") {
        star = (place, next)
        place += 1
      } else if place < bytes.count, bytes[place] == name[next] {
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
    return bytes[place...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
