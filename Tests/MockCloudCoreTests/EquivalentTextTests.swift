import Foundation
import Testing

@testable import MockCloudCore

/// Texts with equal canonically equivalent spellings, compared with Foundation's normal form.
@Suite struct EquivalentTextTests {
  private static let scalars: [Unicode.Scalar] = [
    "a", "k", "é", "e", "\u{301}", "\u{323}", ";", "\u{37e}", "`", "\u{1fef}", "i", "\u{307}", "å",
    "\u{212b}", "\u{1100}", "\u{1161}", "\u{11a8}", "가", "각", "日", "σ", "ς", "ω", "\u{2126}",
    "\u{10ffff}",
  ]

  private static func texts() -> [String] {
    var random = QueryRandomTests.Draw(state: 11)
    return (0..<400).map { _ in
      var text = String.UnicodeScalarView()
      for _ in 0..<random.below(5) { text.append(random.pick(scalars)) }
      return String(text)
    }
  }

  @Test func oneTextHasOnePlaceInTheOrder() {
    let texts = Self.texts()
    let keys = texts.map { EquivalentText($0) }
    let forms = texts.map { Array($0.precomposedStringWithCanonicalMapping.unicodeScalars) }
    for left in keys.indices {
      for right in keys.indices {
        let order = EquivalentText.compare(keys[left], keys[right])
        #expect((order == 0) == (forms[left] == forms[right]))
        #expect(order.signum() == -EquivalentText.compare(keys[right], keys[left]).signum())
      }
    }
    let sorted = keys.sorted { EquivalentText.compare($0, $1) < 0 }
    for place in sorted.indices {
      for later in sorted[place...] { #expect(EquivalentText.compare(sorted[place], later) <= 0) }
    }
  }

  @Test func anIndexFindsEverySpelling() {
    var index = FieldIndex()
    let texts = Self.texts()
    for (number, text) in texts.enumerated() {
      index.update("n\(1000 + number)", from: nil, to: [.folded(text)])
    }
    for text in texts {
      let form = Array(text.lowercased().precomposedStringWithCanonicalMapping.unicodeScalars)
      let expected = texts.indices.filter {
        Array(texts[$0].lowercased().precomposedStringWithCanonicalMapping.unicodeScalars) == form
      }
      #expect(
        index.names(in: [.only(.folded(text))]) == expected.map { "n\(1000 + $0)" },
        "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
    }
  }
}
