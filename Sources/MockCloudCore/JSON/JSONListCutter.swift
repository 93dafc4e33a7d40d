/// Takes the elements of a list one by one from a text that it reads byte by byte, after the
/// opening bracket.
struct JSONListCutter {
  enum Step {
    case inside
    /// An element is complete.
    case element
    /// The closing bracket was read; the bytes before it are the last element, unless the list is
    /// empty.
    case end
  }

  /// The bytes of the element so far, with the surrounding white space.
  private(set) var element: [UInt8] = []
  private var quotes = JSONQuotes()
  private var depth = 0
  /// Whether anything but white space was read.
  private var hasBegun = false

  /// Whether there is an element before the closing bracket: an empty list has none.
  var hasElement: Bool { hasBegun }

  /// Whether the element exceeds the maximum length of a text.
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

  /// Removes the completed element.
  mutating func removeElement() { element.removeAll(keepingCapacity: true) }

  /// The error if the text ends here, relative to its last element.
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
