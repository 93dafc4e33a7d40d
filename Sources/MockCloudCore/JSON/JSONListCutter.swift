/// Takes the elements of a list one by one from a text that comes byte by byte, after the opening
/// bracket.
struct JSONListCutter {
  enum Step {
    case inside
    /// The element is whole.
    case element
    /// The closing bracket came; what came before it is the last element, unless the list is empty.
    case end
  }

  /// The bytes of the element so far, with the white space around it.
  private(set) var element: [UInt8] = []
  private var quotes = JSONQuotes()
  private var depth = 0
  /// Whether a comma or anything but white space has come.
  private var hasBegun = false

  /// Whether an element belongs before the closing bracket: there is none in an empty list.
  var hasElement: Bool { hasBegun }

  /// An element that is longer than any text may be.
  var isTooLong: Bool { element.count > JSONReader.maximumLength }

  mutating func take(_ byte: UInt8) -> Step {
    if !quotes.take(byte) {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return .end }
        depth -= 1
      case UInt8(ascii: ","):
        if depth == 0 {
          hasBegun = true
          return .element
        }
      default: break
      }
    }
    if byte > 0x20 { hasBegun = true }
    element.append(byte)
    return .inside
  }

  /// Forgets the element that was taken.
  mutating func removeElement() { element.removeAll(keepingCapacity: true) }

  /// Why a list cannot end here, as seen from its last element.
  var refusalAtEnd: JSONRefusal {
    if isTooLong { return JSONRefusal(offset: 0, reason: .length) }
    let text = element
    return text.withUnsafeBufferPointer { text in
      guard let base = text.baseAddress, hasBegun else {
        return JSONRefusal(offset: 0, reason: .valueOrBracket)
      }
      var scanner = JSONScanner(base, count: text.count)
      do throws(JSONRefusal) {
        _ = try scanner.scan()
        return JSONRefusal(offset: text.count, reason: .commaOrBracket)
      } catch {
        return error
      }
    }
  }
}
