/// A pattern for names: `*` matches any number of characters. Names are compared by bytes.
public struct FaultPattern: Sendable, Hashable, ExpressibleByStringLiteral {
  /// Conditions have many patterns, of which most are missing.
  private let parts: Parts

  private final class Parts: Sendable {
    let text: String
    let isExact: Bool
    let head: Head

    init(_ text: String) {
      self.text = text
      isExact = !text.utf8.contains(UInt8(ascii: "*"))
      // The rank of a name is padded with zeros, which an exact name must have too.
      let fixed = isExact ? 8 : text.utf8.prefix { $0 != UInt8(ascii: "*") }.count
      head = Head(of: text, upTo: fixed)
    }
  }

  /// The first bytes that a name must have, at most eight.
  struct Head: Sendable {
    private let bytes: UInt64
    private let mask: UInt64

    init(of pattern: String, upTo length: Int) {
      mask = length == 0 ? 0 : UInt64.max << UInt64(64 - 8 * min(8, length))
      bytes = pattern.rank & mask
    }

    /// Whether a name with the given rank can match.
    func begins(_ rank: UInt64) -> Bool { rank & mask == bytes }
  }

  /// The maximum length, since the time for matching is proportional to pattern and name.
  static let lengthLimit = 512

  public init(_ text: String) { parts = Parts(text) }

  public init(stringLiteral text: String) { self.init(text) }

  public var text: String { parts.text }

  /// Excludes most names without a complete comparison.
  var head: Head { parts.head }

  private var isExact: Bool { parts.isExact }

  /// The only name that matches; nil if the pattern has a `*`.
  var exact: String? { isExact ? text : nil }

  public static func == (left: Self, right: Self) -> Bool { left.text.hasBytes(of: right.text) }

  public func hash(into hasher: inout Hasher) { ExactText(text).hash(into: &hasher) }

  public func matches(_ name: ExactText) -> Bool { matches(name.text) }

  public func matches(_ name: String) -> Bool {
    var steps = 0
    return matches(name, counting: &steps)
  }

  /// - Parameter steps: Receives the number of bytes that were compared in addition.
  func matches(_ name: String, counting steps: inout Int) -> Bool {
    guard head.begins(name.rank) else { return false }
    if isExact { return text.hasBytes(of: name) }
    var (text, name) = (text, name)
    return text.withUTF8 { pattern in name.withUTF8 { Self.matches(pattern, $0, &steps) } }
  }

  /// The bytes before the first `*` and after the last; nil if there is no `*`.
  var affixes: (Substring.UTF8View, Substring.UTF8View)? {
    let star = UInt8(ascii: "*")
    guard let first = text.utf8.firstIndex(of: star), let last = text.utf8.lastIndex(of: star)
    else { return nil }
    return (text.utf8[..<first], text.utf8[last...].dropFirst())
  }

  /// Each `*` matches as little as possible; if the text after it does not match, the last `*`
  /// takes one more byte. Earlier ones need not change: the text between them was found at its
  /// first position.
  private static func matches(
    _ pattern: UnsafeBufferPointer<UInt8>, _ name: UnsafeBufferPointer<UInt8>,
    _ steps: inout Int
  ) -> Bool {
    var (place, next) = (0, 0)
    var star: (pattern: Int, name: Int)?
    while next < name.count {
      steps &+= 1
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
