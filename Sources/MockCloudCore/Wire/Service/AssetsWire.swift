extension UploadAssets: WireOperation, FormedRequest {
  struct Form: WireRequest {
    fileprivate var assets: [File]?
    fileprivate var tokens: [Target]?
    fileprivate var zoneID: ZoneID?

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.key("assets", &assets)
      try keys.key("tokens", &tokens)
      try keys.key("zoneID", &zoneID)
    }

    func check() throws(RequestError) {
      if assets == nil, tokens == nil { throw RequestError.missing("assets", or: "tokens") }
      if assets != nil, tokens != nil {
        throw RequestError(
          "tokens", "'assets' and 'tokens' cannot be used in one request", expected: "one of them")
      }
    }
  }

  init(_ form: Form) {
    let items =
      form.assets?.map { Item($0.target, $0.bytes.source ?? .later) }
      ?? (form.tokens ?? []).map { Item($0, .later) }
    self.init(items, zoneID: form.zoneID)
    areTokens = form.tokens != nil
  }

  var form: Form {
    var form = Form()
    form.zoneID = zoneID
    if areTokens {
      form.tokens = items.map(\.target)
    } else {
      form.assets = items.map { File(target: $0.target, bytes: FileBytes($0.source)) }
    }
    return form
  }
}

extension UploadAssets.Target: WireRequest {
  init() { self.init("", of: "") }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("recordName", &recordName)
    try keys.required("recordType", &recordType)
    try keys.required("fieldName", &fieldName)
  }
}

/// A file for a field.
private struct File: WireRequest {
  var target = UploadAssets.Target()
  var bytes = FileBytes()

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try target.keys(&keys)
    try bytes.keys(&keys)
  }

  func check() throws(RequestError) { try bytes.check() }

  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> File {
    reader.fields.countInline(node)
    return try dictionary(node, key, &reader)
  }
}

/// The bytes of a file, or the path of the host's file with the bytes.
private struct FileBytes {
  private var data: [UInt8]?
  private var path: String?

  init() {}

  init(_ source: UploadAssets.Source) {
    switch source {
    case .data(let bytes): data = bytes
    case .path(let path): self.path = path
    case .later: return
    }
  }

  /// Nil if neither is given.
  var source: UploadAssets.Source? { data.map { .data($0) } ?? path.map { .path($0) } }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("data", &data, as: Base64Text.self)
    try keys.key("path", &path)
  }

  func check() throws(RequestError) {
    if data == nil, path == nil { throw RequestError.missing("data", or: "path") }
    if data != nil, path != nil {
      throw RequestError(
        "path", "'data' and 'path' cannot be used together", expected: "one of them")
    }
  }
}

extension DownloadAssets: WireOperation, WireRequest {
  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("assets", &places)
    try keys.key("zoneID", &zoneID)
  }
}

extension RereferenceAssets: WireOperation, WireRequest {
  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("assets", &places)
    try keys.key("zoneID", &zoneID)
  }
}

extension AssetPlace: WireRequest {
  init() { self.init("", "") }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("recordName", &recordName)
    try keys.required("fieldName", &fieldName)
    try keys.key("zoneID", &zoneID)
  }
}

extension JSONWriter {
  /// Writes the members of the dictionary that a save accepts for the file. The two keys of
  /// encryption have made-up values: nothing reads them (DOC names them, no meaning is public).
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

extension PutAsset: WireHarnessOperation, FormedRequest {
  struct Form: WireRequest {
    fileprivate var url = ""
    fileprivate var bytes = FileBytes()

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.required("url", &url)
      try bytes.keys(&keys)
    }

    func check() throws(RequestError) { try bytes.check() }
  }

  init(_ form: Form) { self.init(form.url, form.bytes.source ?? .later) }

  var form: Form {
    var form = Form()
    form.url = url
    form.bytes = FileBytes(source)
    return form
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
