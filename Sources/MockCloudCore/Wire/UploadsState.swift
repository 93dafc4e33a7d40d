/// Uploaded files in a state document that no record has yet.
extension JSONWriter {
  mutating func uploads(_ world: World, _ assets: SaveState.Assets) {
    let entries = world.uploads.entries.filter { $0.value.expires > world.clock.now }
    guard !entries.isEmpty else { return }
    key("uploads")
    array(entries) { json, entry in
      json.beginObject()
      json.member("receipt", entry.key)
      json.place(entry.value.owner.container, entry.value.owner.environment)
      json.member("user", entry.value.owner.user)
      json.member("expires", entry.value.expires)
      if let path = entry.value.path { json.member("path", path) }
      if let asset = entry.value.asset {
        switch assets {
        case .inline:
          json.key("data")
          json.base64(asset.data)
        case .files: json.member("file", AssetFiles.name(of: asset))
        }
      }
      json.endObject()
    }
  }
}

extension StateReader {
  mutating func uploads(_ document: inout ObjectReader) throws(RequestError) {
    try document.optionalList("uploads") { (node) throws(RequestError) in
      let receipt = try node.name("receipt")
      guard world.uploads.entries[receipt] == nil else {
        throw RequestError("receipt", "'\(NameRules.shortened(receipt))' occurs twice")
      }
      let owner = Uploads.Owner(
        container: try node.container(), environment: try node.environment(),
        user: try node.name("user"))
      var asset: Asset?
      if let data = try node.optional("data") {
        guard let bytes = data.withUTF8({ Base64.decode($0) }) ?? nil else {
          throw RequestError.wrongType("data", data, expected: "base64")
        }
        asset = Asset(data: bytes)
      }
      if let name = try node.optionalText("file") {
        guard asset == nil else {
          throw RequestError("file", "'data' and 'file' cannot be used together")
        }
        asset = try fields.assetFile(name)
      }
      world.keep(
        Uploads.Upload(
          owner: owner, asset: asset, path: try node.optionalText("path"),
          expires: try node.milliseconds("expires", slack: Uploads.life)),
        receipt: receipt)
    }
  }
}
