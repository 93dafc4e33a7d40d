// The forms of single values in state documents.

/// The document that is read, which its dictionaries share.
final class LoadedDocument {
  /// The file with the lists that the document has as numbers.
  let file: StateFile?
  /// The files next to the document; nil if it is not a file itself.
  private var assetFiles: AssetFiles?
  /// The stored files by checksum.
  private var assets: [String: Asset] = [:]
  /// Whether files may lack their bytes, as in the previous versions of records.
  var acceptsReleased = false
  /// The previous values of texts and zones that are usually repeated.
  fileprivate var lastText: ExactText = ""
  fileprivate var lastZoneID = ZoneID(zoneName: "", ownerName: "")

  init(_ file: StateFile? = nil, _ assetFiles: AssetFiles? = nil) {
    self.file = file
    self.assetFiles = assetFiles
  }

  /// Returns a file next to the document.
  func assetFile(_ name: String) throws(RequestError) -> Asset {
    guard assetFiles != nil else {
      throw RequestError(
        "file", "the bytes are in a file beside the document, which must be given by its path",
        expected: "the document's path, or 'data'")
    }
    guard let asset = assetFiles?.asset(name) else {
      throw RequestError(
        "file",
        "the file '\(NameRules.shortened(name))' beside the document is missing or has other bytes")
    }
    return asset
  }

  /// Shares the bytes of equal files in the document.
  func share(_ value: FieldValue) -> FieldValue {
    guard value.holdsAssets else { return value }
    return value.mappingAssets { asset in
      if asset.isReleased { return asset }
      let known = assets[asset.fileChecksum] ?? asset
      assets[asset.fileChecksum] = known
      return known
    }
  }
}

// MARK: Numbers

extension Int64 {
  func within(
    _ least: Int64, _ most: Int64, _ key: StaticString
  ) throws(RequestError) -> Int64 {
    guard self >= least, self <= most else {
      throw RequestError(
        "\(key)", "'\(key)' is \(self), which is out of range", expected: "\(least) to \(most)")
    }
    return self
  }
}

/// A count or an index.
enum Count<Number: FixedWidthInteger>: RequestForm {
  static var highest: UInt64 { .mostCounted }

  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Number {
    Number(clamping: try Int64.read(node, key, &reader).within(0, Int64(clamping: highest), key))
  }

  static func write(_ value: Number, to writer: inout KeyWriter) {
    writer.json.int(Int64(min(UInt64(clamping: value), highest)))
  }
}

/// Milliseconds since 1970 within the clock's bounds.
enum Milliseconds: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Int64 {
    let bounds = Clock.bounds
    return try Int64.read(node, key, &reader).within(bounds.lowerBound, bounds.upperBound, key)
  }

  static func write(_ value: Int64, to writer: inout KeyWriter) { writer.json.int(value) }
}

// MARK: Texts

/// A text that is usually equal to the previous one of this form.
enum RepeatedText: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> ExactText {
    guard let document = reader.fields.document else {
      return try ExactText.read(node, key, &reader)
    }
    if !node.isText(document.lastText.text) {
      document.lastText = try ExactText.read(node, key, &reader)
    }
    return document.lastText
  }

  static func write(_ value: ExactText, to writer: inout KeyWriter) { writer.json.string(value) }
}

/// A text that is compared by bytes.
extension ExactText: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> ExactText {
    ExactText(try String.read(node, key, &reader))
  }

  static func write(_ value: ExactText, to writer: inout KeyWriter) {
    writer.json.string(value.text)
  }
}

/// A list of different texts.
enum DistinctTexts: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> [String] {
    var distinct = Distinct<ExactText>()
    let texts = try node.texts(key) ?? []
    for (index, text) in texts.enumerated() {
      do throws(RequestError) {
        try distinct.note(ExactText(text), text, "")
      } catch {
        throw error.inside("\(key)[\(index)]")
      }
    }
    return texts
  }

  static func write(_ value: [String], to writer: inout KeyWriter) {
    writer.list(value, as: String.self)
  }
}

/// One of several words, without the other spellings that requests may have.
enum ExactWord<Choice: RawRepresentable & CaseIterable>: RequestForm
where Choice.RawValue == String {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Choice {
    guard let choice = try node.choice(key, Choice.self) else { throw RequestError.missing(key) }
    return choice
  }

  static func write(_ value: Choice, to writer: inout KeyWriter) {
    writer.json.string(value.rawValue)
  }
}

/// A set that is written as a list of words.
protocol WordSet: OptionSet, RequestForm where Value == Self {
  /// The words in the order in which they are written.
  static var words: [(word: StaticString, option: Element)] { get }
}

extension WordSet {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Self {
    let said = try node.texts(key) ?? []
    let known = words.map(\.word.description)
    if let unknown = said.first(where: { !known.contains($0) }) {
      throw RequestError.unknownValue(key, unknown, known: known)
    }
    if let twice = known.first(where: { word in said.filter { $0 == word }.count > 1 }) {
      throw .twice(key, twice)
    }
    return Self(words.filter { said.contains("\($0.word)") }.map(\.option))
  }

  static func write(_ value: Self, to writer: inout KeyWriter) {
    writer.json.array(words.filter { value.contains($0.option) }) { $0.string("\($1.word)") }
  }
}

// MARK: Other values

/// A zone ID with its owner, even if it is empty. It is usually equal to the previous one.
enum RepeatedZoneID: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> ZoneID {
    guard let document = reader.fields.document else { return try ZoneID.read(node, key, &reader) }
    if !node.isZoneID(document.lastZoneID) {
      document.lastZoneID = try ZoneID.read(node, key, &reader)
    }
    return document.lastZoneID
  }

  static func write(_ value: ZoneID, to writer: inout KeyWriter) { writer.json.zoneID(value) }
}

/// Any JSON value, as text.
enum JSONText: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> [UInt8] {
    node.text
  }

  static func write(_ value: [UInt8], to writer: inout KeyWriter) {
    value.withUnsafeBufferPointer { writer.json.raw($0) }
  }
}

extension JSONNode {
  /// The value as JSON text in compact form.
  var text: [UInt8] {
    var json = JSONWriter()
    json.node(self)
    return json.withBytes { Array($0) }
  }
}
