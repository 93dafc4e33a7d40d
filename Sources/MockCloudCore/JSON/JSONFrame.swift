/// The remainder of a JSON text after its long lists have been cut out, so that a text larger than
/// memory can be read. A number replaces each list: its index among them.
///
/// Only the nesting is tracked. `JSONReader` checks that frame and elements are valid JSON.
struct JSONFrame {
  /// A step of the path from the root to a list.
  enum Step: Sendable {
    /// All elements of an array.
    case element
    /// A member of an object with one of these names.
    case member([StaticString])
  }

  private(set) var text: [UInt8] = []
  /// The ranges of the lists in the whole text, without their brackets.
  private(set) var lists: [Range<Int>] = []
  /// Maps positions in the frame to positions in the whole text.
  private var seams: [(frame: Int, whole: Int)] = []
  private let path: [Step]
  private var offset = 0
  private var quotes = JSONQuotes()
  /// The list that is being cut out.
  private var list: JSONListCutter?
  private var depth = 0
  /// The number of path steps that the open arrays and objects match, without the outermost.
  private var matched = 0
  /// The open arrays (0) and objects (1), the innermost in the lowest bit.
  private var objects: UInt64 = 0
  /// Whether the next string is a key. `key` is the last key.
  private var expectsKey = false
  private var key: [UInt8] = []
  /// Whether a number in the place of a list is being skipped.
  private var skipsNumber = false

  /// - Parameter path: The path to the lists. A list whose keys are spelled with escapes is not
  ///   found.
  init(path: [Step]) { self.path = path }

  /// Reads the next piece of the text. Returns false if the text is too long.
  mutating func take(_ piece: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in piece {
      if list == nil { takeOutside(byte) } else { takeInside(byte) }
      offset += 1
    }
    return text.count <= JSONReader.maximumLength && list?.isTooLong != true
  }

  /// The error if the text ended within a list, and its place; nil otherwise.
  var refusal: (error: JSONError, place: Int)? {
    guard let list else { return nil }
    let refusal = list.refusalAtEnd
    let error = list.element.withUnsafeBufferPointer { refusal.described(in: $0) }
    return (error, offset - list.element.count + refusal.offset)
  }

  /// Returns the position in the whole text of a byte of the frame.
  func place(of position: Int) -> Int {
    guard let seam = seams.last(where: { $0.frame <= position }) else { return position }
    return seam.whole + position - seam.frame
  }

  private mutating func takeInside(_ byte: UInt8) {
    switch list?.take(byte) {
    case .element: list?.removeElement()
    case .end:
      list = nil
      if let last = lists.popLast() { lists.append(last.lowerBound..<offset) }
      seams.append((text.count, offset + 1))
    case .inside, nil: break
    }
  }

  private mutating func takeOutside(_ byte: UInt8) {
    if quotes.take(byte) {
      if expectsKey, byte != UInt8(ascii: "\""), isOnPath { key.append(byte) }
      text.append(byte)
      return
    }
    if skipsNumber, Self.isDigit(byte) || "+.eE".utf8.contains(byte) { return }
    skipsNumber = false
    if isList, byte == UInt8(ascii: "[") { return beginList() }
    if isList, Self.isDigit(byte) {
      // This number is not the index of a list: a fraction cannot be mistaken for one.
      skipsNumber = true
      text.append(contentsOf: "0.5".utf8)
      return
    }
    structure(byte)
    text.append(byte)
  }

  private mutating func beginList() {
    text.append(contentsOf: String(lists.count).utf8)
    lists.append(offset + 1..<offset + 1)
    list = JSONListCutter()
  }

  private mutating func structure(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if depth > 0, isOnPath, isStep { matched += 1 }
      depth += 1
      objects = objects << 1 | (byte == UInt8(ascii: "{") ? 1 : 0)
      beginMember()
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth = max(0, depth - 1)
      objects >>= 1
      matched = min(matched, max(0, depth - 1))
      expectsKey = false
    case UInt8(ascii: ","): beginMember()
    case UInt8(ascii: ":"): expectsKey = false
    default: break
    }
  }

  private mutating func beginMember() {
    expectsKey = objects & 1 == 1
    key.removeAll(keepingCapacity: true)
  }

  /// Whether the current values could be on the path. Values beyond the maximum depth are not.
  private var isOnPath: Bool {
    depth > 0 && depth <= JSONScanner.maximumDepth && matched == depth - 1 && matched < path.count
  }

  /// Whether the current value is the next step of the path.
  private var isStep: Bool {
    switch path[matched] {
    case .element: objects & 1 == 0
    case .member(let names):
      objects & 1 == 1 && !expectsKey
        && names.contains { name in
          key.count == name.utf8CodeUnitCount
            && key.withUnsafeBufferPointer { name.hasBytes($0) }
        }
    }
  }

  /// Whether the current value is in the place of a list.
  private var isList: Bool { matched == path.count - 1 && isOnPath && isStep }

  /// Whether a number can begin with the byte.
  private static func isDigit(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}

extension StaticString {
  fileprivate func hasBytes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.elementsEqual(UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount))
  }
}
