/// Reads one field of a record dictionary: `{value, type, isEncrypted}`.
///
/// A field of the wrong form fails the whole request. A field whose value does not fit its type
/// fails only its record, and is therefore returned as a defect.
struct FieldReader {
  /// The bytes of inline asset data, which do not count towards the request's size.
  private(set) var inlineAssetBytes = 0
  /// Defaults of keys that the request as a whole does not have.
  var defaults: [CallDefaults.Member] = []
  /// The requested format of the answer.
  var style = AnswerStyle()
  /// The defects of the current record.
  private(set) var defects: [FieldDefect] = []
  /// The first defect.
  var defect: CloudError? { defects.first.map { CloudError(.invalidArguments, $0.reason) } }
  /// Whether values of a query are read, whose references need no action (DOC).
  var isInQuery = false
  /// The saved state that is read, in which files have their bytes; nil for requests.
  let document: LoadedDocument?

  init(of document: LoadedDocument? = nil) { self.document = document }

  mutating func beginRecord() {
    if !defects.isEmpty { defects = [] }
  }

  private static let keys: [StaticString] = ["value", "type", "isEncrypted"]

  mutating func field(named name: String, _ node: JSONNode) throws(RequestError) -> FieldDraft {
    guard node.kind == .object else {
      throw RequestError.unexpected(
        name, "a field must be an object with a 'value', not \(node.kindName)",
        expected: "{\"value\": …, \"type\": …}")
    }
    var value: JSONNode?
    var type: FieldType?
    var isEncrypted = false
    do throws(RequestError) {
      for (key, member) in node.members {
        switch key {
        case "value": value = member
        case "type": type = try Self.type(member)
        case "isEncrypted": isEncrypted = try member.flag("isEncrypted") ?? false
        default: throw key.unknown(among: Self.keys)
        }
      }
      guard let value else { throw RequestError.missing("value") }
      if isEncrypted, type == nil, !value.isNull {
        let error = CloudError(
          .invalidArguments,
          "Field '\(name)': an encrypted value needs a 'type', for example STRING")
        defects.append(FieldDefect(field: name, reason: error.reason))
      }
      let read = value.isNull ? nil : self.value(value, type, of: name)
      return FieldDraft(
        name: name, value: read, isEncrypted: isEncrypted, isInferred: type == nil)
    } catch {
      throw error.inside(NameRules.shortened(name))
    }
  }

  static func type(_ node: JSONNode) throws(RequestError) -> FieldType? {
    if node.isNull { return nil }
    let known = node.withUTF8 { FieldType(wireName: JSONWord(bytes: $0)) }
    guard let known else { throw RequestError.wrongType("type", node, expected: "a string") }
    guard let type = known else {
      throw RequestError.unknownValue(
        "type", node.string ?? "", known: FieldType.allCases.map(\.rawValue))
    }
    return type
  }

  /// Reads a value that is not null. If it does not fit the type, adds a defect and returns nil.
  mutating func value(
    _ node: JSONNode, _ type: FieldType?, of field: String = ""
  ) -> FieldValue? {
    do throws(CloudError) {
      guard let type else { return try inferred(node) }
      return try typed(node, type, needsAction: !isInQuery)
    } catch {
      var json = JSONWriter()
      json.node(node)
      let source = FieldDefect.Source(type: type, value: json.withBytes { Array($0) })
      defects.append(
        FieldDefect(field: field, reason: error.inField(field).reason, source: source))
      return nil
    }
  }

  // MARK: Values with a type

  /// - Parameter needsAction: Whether references must have an action.
  private mutating func typed(
    _ node: JSONNode, _ type: FieldType, needsAction: Bool
  ) throws(CloudError) -> FieldValue {
    switch type {
    case .string: .string(try ValueReader.string(node))
    case .int64: .int64(try ValueReader.int64(node))
    case .double: .double(try ValueReader.double(node))
    case .timestamp: .timestamp(try ValueReader.timestamp(node))
    case .bytes: .bytes(try ValueReader.bytes(node))
    case .reference: .reference(try ValueReader.reference(node, needsAction: needsAction))
    case .location: .location(try ValueReader.location(node))
    case .asset: .asset(try asset(node))
    case .stringList: .stringList(try list(node, type, ValueReader.string))
    case .int64List: .int64List(try list(node, type, ValueReader.int64))
    case .doubleList: .doubleList(try list(node, type, ValueReader.double))
    case .timestampList: .timestampList(try list(node, type, ValueReader.timestamp))
    case .bytesList: .bytesList(try list(node, type, ValueReader.bytes))
    case .referenceList: .referenceList(try references(node, needsAction: needsAction))
    case .locationList: .locationList(try list(node, type, ValueReader.location))
    case .assetList: .assetList(try assets(node))
    }
  }

  private func list<Element>(
    _ node: JSONNode, _ type: FieldType,
    _ read: (JSONNode) throws(CloudError) -> Element
  ) throws(CloudError) -> [Element] {
    guard node.kind == .array else { throw ValueReader.wrong(type, node) }
    var list: [Element] = []
    list.reserveCapacity(node.count)
    for element in node.elements { list.append(try read(element)) }
    return list
  }

  private func references(
    _ node: JSONNode, needsAction: Bool
  ) throws(CloudError) -> [Reference] {
    try list(node, .referenceList) { (element) throws(CloudError) in
      try ValueReader.reference(element, needsAction: needsAction)
    }
  }

  private mutating func assets(_ node: JSONNode) throws(CloudError) -> [Asset] {
    guard node.kind == .array else { throw ValueReader.wrong(.assetList, node) }
    var list: [Asset] = []
    for element in node.elements { list.append(try asset(element)) }
    return list
  }

  private mutating func asset(_ node: JSONNode) throws(CloudError) -> Asset {
    countInline(node)
    if let document { return try storedAsset(node, document) }
    return try ValueReader.asset(node)
  }

  /// Reads a file of a saved state: with its bytes, next to the document, or with discarded bytes.
  private func storedAsset(
    _ node: JSONNode, _ document: LoadedDocument
  ) throws(CloudError) -> Asset {
    if document.acceptsReleased, let released = Asset(readingReleased: node) { return released }
    let asset: Asset
    if let name = node.member("file")?.string, node.member("data") == nil {
      do throws(RequestError) {
        asset = try document.assetFile(name)
      } catch {
        throw error.cloudError
      }
    } else {
      asset = try ValueReader.asset(node)
    }
    if asset.path != nil || asset.receipt != nil {
      throw CloudError(.invalidArguments, "Invalid asset: it needs 'data'")
    }
    if let checksum = node.member("fileChecksum"), !checksum.isNull,
      checksum.string?.hasBytes(of: asset.fileChecksum) != true
    {
      throw CloudError(.invalidArguments, "Invalid asset: 'fileChecksum' is that of other bytes")
    }
    return asset
  }

  /// Excludes the bytes of a file from the request's size.
  mutating func countInline(_ node: JSONNode) {
    inlineAssetBytes += node.member("data")?.withUTF8(\.count) ?? 0
  }

  // MARK: Values without a type

  /// A reference without a type has no action unless it names one.
  private mutating func inferred(_ node: JSONNode) throws(CloudError) -> FieldValue {
    guard let type = try inferredType(node) else { return .stringList([]) }
    return try typed(node, type, needsAction: false)
  }

  /// Returns nil for an empty list, which could have any type.
  private func inferredType(_ node: JSONNode) throws(CloudError) -> FieldType? {
    guard node.kind == .array else { return try ValueReader.inferredType(node) }
    var member: FieldType?
    for element in node.elements {
      let type = try ValueReader.inferredType(element)
      switch (member, type) {
      case (nil, _): member = type
      case (.int64, .double), (.double, .int64): member = .double
      case (let known?, _) where known == type: continue
      default:
        throw CloudError(
          .invalidArguments, "Invalid value, the members of a list must be of one type")
      }
    }
    return member.flatMap { member in FieldType.allCases.first { $0.element == member } }
  }
}

extension FieldType {
  /// Returns the type with the given name. `ASSET`, its name in schemas, is none here (LIVE).
  init?(wireName: JSONWord) {
    switch wireName {
    case "STRING": self = .string
    case "INT64": self = .int64
    case "DOUBLE": self = .double
    case "TIMESTAMP": self = .timestamp
    case "BYTES": self = .bytes
    case "REFERENCE": self = .reference
    case "LOCATION": self = .location
    case "ASSETID": self = .asset
    case "STRING_LIST": self = .stringList
    case "INT64_LIST": self = .int64List
    case "DOUBLE_LIST": self = .doubleList
    case "TIMESTAMP_LIST": self = .timestampList
    case "BYTES_LIST": self = .bytesList
    case "REFERENCE_LIST": self = .referenceList
    case "LOCATION_LIST": self = .locationList
    case "ASSETID_LIST", "ASSET_LIST": self = .assetList
    default: return nil
    }
  }
}

extension Asset {
  /// Reads a file of which a saved state has only checksum and size.
  init?(readingReleased node: JSONNode) {
    guard node.kind == .object, node.member("data") == nil, node.member("path") == nil,
      node.member("receipt") == nil, let checksum = node.member("fileChecksum")?.string,
      let size = node.member("size")?.int, let size = Int(exactly: size)
    else { return nil }
    self.init(released: checksum, size: size)
  }
}
