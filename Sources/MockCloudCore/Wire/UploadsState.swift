extension Uploads {
  /// The table of the uploaded files in a state document that no record has yet.
  ///
  /// - Parameter keep: Adds an upload that was read.
  func keys(
    _ keys: inout StateKeys, _ assets: SaveState.Assets, now: Int64,
    keep: (Upload, _ receipt: String) -> Void
  ) throws(RequestError) {
    let empty = Upload(
      owner: Owner(container: "", environment: .development, user: ""), expires: 0)
    var receipts = Distinct<ExactText>()
    try keys.each(
      "uploads", .sparse, entries.filter { $0.value.expires > now }, from: (key: "", value: empty)
    ) { (keys, entry) throws(RequestError) in
      try keys.name("receipt", &entry.key)
      try entry.value.keys(&keys, assets)
    } take: { (receipt, upload) throws(RequestError) in
      try receipts.note(ExactText(receipt), receipt, "receipt")
      keep(upload, receipt)
    }
  }
}

extension Uploads.Upload {
  fileprivate mutating func keys(
    _ keys: inout StateKeys, _ assets: SaveState.Assets
  ) throws(RequestError) {
    try keys.place(&owner.container, &owner.environment)
    try keys.name("user", &owner.user)
    try keys.key("zoneID", &zoneID, as: ZoneID.self)
    if let zoneID, let refusal = NameRules.refusal(zoneName: zoneID.zoneName, limit: .max) {
      throw RequestError("zoneID", refusal)
    }
    try keys.milliseconds("expires", &expires, slack: Uploads.life)
    try keys.key("path", &path)
    var data = assets == .inline ? asset?.data : nil
    try keys.key("data", &data, as: Base64Text.self)
    var file = assets == .files ? asset : nil
    try keys.key("file", &file, as: AssetFile.self)
    if keys.isWriting { return }
    if data != nil, file != nil {
      throw RequestError("file", "'data' and 'file' cannot be used together")
    }
    asset = file ?? data.map { Asset(data: $0) }
  }
}

/// The name of a file next to the document.
private enum AssetFile: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Asset {
    try (reader.fields.document ?? LoadedDocument())
      .assetFile(try String.read(node, key, &reader))
  }

  static func write(_ value: Asset, to writer: inout KeyWriter) {
    writer.json.string(AssetFiles.name(of: value))
  }
}
