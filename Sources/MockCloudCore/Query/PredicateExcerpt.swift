/// An excerpt of predicate text around a position, for error texts.
struct PredicateExcerpt {
  private let line: String
  private let caret: String
  private let character: Int

  init(_ bytes: [UInt8], at offset: Int) {
    let offset = min(max(0, offset), bytes.count)
    let before = bytes[..<offset]
    character = before.reduce(1) { $0 + ($1 & 0xc0 == 0x80 ? 0 : 1) }
    let (left, cutLeft) = Self.visible(
      String(decoding: before.suffix(160), as: UTF8.self), last: 40)
    let (right, cutRight) = Self.visible(
      String(decoding: bytes[offset...].prefix(160), as: UTF8.self), first: 30)
    let cut = cutLeft || before.count > 160
    line = (cut ? "…" : "") + left + right + (cutRight || bytes.count - offset > 160 ? "…" : "")
    caret = String(repeating: " ", count: left.unicodeScalars.count + (cut ? 1 : 0)) + "^"
  }

  func message(_ problem: String) -> String {
    "Unable to parse the format string at character \(character): \(problem)\n\(line)\n\(caret)"
  }

  /// Returns at most the given number of scalars, without any that would move the caret: control
  /// characters become blanks.
  private static func visible(_ text: String, first: Int? = nil, last: Int? = nil) -> (String, Bool)
  {
    let scalars = Array(text.unicodeScalars)
    let kept = first.map { scalars.prefix($0) } ?? scalars.suffix(last ?? scalars.count)
    var shown = String.UnicodeScalarView()
    for scalar in kept {
      let isControl = scalar.properties.generalCategory == .control
      shown.append(isControl ? " " : scalar)
    }
    return (String(shown), kept.count < scalars.count)
  }
}
