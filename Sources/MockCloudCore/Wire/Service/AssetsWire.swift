extension UploadAssets: WireOperation {
  static let keys: [StaticString] = ["assets", "tokens", "zoneID"]
  private static let targetKeys: [StaticString] = ["recordName", "recordType", "fieldName"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    var assets: JSONNode?
    var tokens: JSONNode?
    self.init([])
    for (key, value) in request.members {
      switch key {
      case "assets": assets = value
      case "tokens": tokens = value
      case "zoneID": zoneID = try value.zoneID("zoneID")
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
    switch (assets, tokens) {
    case (let assets?, nil):
      items = try assets.list("assets") { (node) throws(RequestError) in
        try Self.item(node, &fields)
      }
    case (nil, let tokens?):
      areTokens = true
      items = try tokens.list("tokens") { (node) throws(RequestError) in
        let (target, _) = try Self.target(node, "tokens", Self.targetKeys)
        return Item(target, .later)
      }
    case (nil, nil): throw RequestError.missing("assets")
    case (_?, _?):
      throw RequestError("tokens", "'assets' and 'tokens' cannot come in one request")
    }
  }

  private static func item(
    _ node: JSONNode, _ fields: inout FieldReader
  ) throws(RequestError) -> Item {
    let (target, source) = try target(node, "assets", targetKeys + ["data", "path"])
    guard let source else { throw RequestError.missing("data") }
    fields.countInline(node)
    return Item(target, source)
  }

  private static func target(
    _ node: JSONNode, _ name: StaticString, _ known: [StaticString]
  ) throws(RequestError) -> (Target, Source?) {
    try node.requireObject(name)
    var recordName: String?
    var recordType: String?
    var fieldName: String?
    for (key, value) in node.members {
      switch key {
      case "recordName": recordName = try value.text("recordName")
      case "recordType": recordType = try value.text("recordType")
      case "fieldName": fieldName = try value.text("fieldName")
      case "data" where known.count > 3, "path" where known.count > 3: continue
      default: throw key.unknown(among: known)
      }
    }
    guard let recordType else { throw RequestError.missing("recordType") }
    guard let fieldName else { throw RequestError.missing("fieldName") }
    return (
      Target(fieldName, of: recordType, recordName: recordName), try Source(reading: node)
    )
  }
}

extension UploadAssets.Source {
  /// `data` or `path`; nil where neither is there.
  init?(reading node: JSONNode) throws(RequestError) {
    let path = try node.member("path")?.text("path")
    guard let data = node.member("data"), !data.isNull else {
      guard let path else { return nil }
      self = .path(path)
      return
    }
    guard path == nil else {
      throw RequestError("path", "'data' and 'path' cannot come together")
    }
    guard let bytes = data.withUTF8({ Base64.decode($0) }) ?? nil else {
      throw RequestError("data", "'data' must be base64", expected: "base64")
    }
    self = .data(bytes)
  }
}

extension DownloadAssets: WireOperation {
  static let keys: [StaticString] = ["assets", "zoneID"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    let (places, zoneID) = try AssetPlace.places(reading: request, Self.keys)
    self.init(places, zoneID: zoneID)
  }
}

extension RereferenceAssets: WireOperation {
  static let keys: [StaticString] = ["assets", "zoneID"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    let (places, zoneID) = try AssetPlace.places(reading: request, Self.keys)
    self.init(places, zoneID: zoneID)
  }
}

extension AssetPlace {
  private static let keys: [StaticString] = ["recordName", "fieldName", "zoneID"]

  fileprivate static func places(
    reading request: JSONNode, _ own: [StaticString]
  ) throws(RequestError) -> ([AssetPlace], ZoneID?) {
    var assets: JSONNode?
    var zoneID: ZoneID?
    for (key, value) in request.members {
      switch key {
      case "assets": assets = value
      case "zoneID": zoneID = try value.zoneID("zoneID")
      default: try ContextKeys.check(key, own: own)
      }
    }
    guard let assets else { throw RequestError.missing("assets") }
    let places = try assets.list("assets") { (node) throws(RequestError) in
      try AssetPlace(reading: node)
    }
    return (places, zoneID)
  }

  private init(reading node: JSONNode) throws(RequestError) {
    try node.requireObject("assets")
    var recordName: String?
    var fieldName: String?
    var zoneID: ZoneID?
    for (key, value) in node.members {
      switch key {
      case "recordName": recordName = try value.text("recordName")
      case "fieldName": fieldName = try value.text("fieldName")
      case "zoneID": zoneID = try value.zoneID("zoneID")
      default: throw key.unknown(among: Self.keys)
      }
    }
    guard let recordName else { throw RequestError.missing("recordName") }
    guard let fieldName else { throw RequestError.missing("fieldName") }
    self.init(recordName, fieldName, zoneID: zoneID)
  }
}

extension JSONWriter {
  /// The members of the dictionary that a save takes for the file. The two keys of encryption are made
  /// up: nothing reads them (DOC names them, no meaning is public).
  mutating func receiptBody(_ uploaded: UploadedAsset) {
    guard let asset = uploaded.asset else { return }
    member("fileChecksum", asset.fileChecksum)
    member("size", asset.size)
    member("receipt", uploaded.receipt)
    let wrapping = SHA1.digest(of: Array("wrapping \(uploaded.token)".utf8))
    member("wrappingKey", Base64.encode(Array(wrapping.prefix(16))))
    let reference = SHA1.digest(of: Array("reference \(asset.fileChecksum)".utf8))
    member("referenceChecksum", Base64.encode([1] + reference))
  }
}

extension PutAsset: WireHarnessOperation {
  static let keys: [StaticString] = ["url", "data", "path"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    var url: String?
    for (key, value) in request.members {
      switch key {
      case "url": url = try value.text("url")
      case "data", "path": continue
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
    guard let url else { throw RequestError.missing("url") }
    switch try UploadAssets.Source(reading: request) {
    case .data(let bytes): self.init(url, data: bytes)
    case .path(let path):
      guard let bytes = HostFile.read(path) else {
        throw RequestError(
          "path", "'\(NameRules.shortened(path))' cannot be read", expected: "a file")
      }
      self.init(url, data: bytes)
    case .later, nil: throw RequestError.missing("data")
    }
  }

  func write(_ answer: UploadedAsset, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.key("singleFile")
    writer.json.beginObject()
    writer.json.receiptBody(answer)
    writer.json.endObject()
    writer.json.endObject()
  }
}
