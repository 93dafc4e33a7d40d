/// What a state document says of files that were uploaded and are in no record yet.
extension JSONWriter {
  mutating func uploads(_ world: World) {
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
        json.key("data")
        json.base64(asset.data)
      }
      json.endObject()
    }
  }
}

extension World {
  mutating func readUploads(_ node: JSONNode) throws(RequestError) {
    _ = try node.list("uploads") { (node) throws(RequestError) in
      let owner = Uploads.Owner(
        container: ExactText(try node.require("container").text("container") ?? ""),
        environment: try node.require("environment").choice("environment", Environment.self)
          ?? .development,
        user: try node.require("user").text("user") ?? "")
      var asset: Asset?
      if let data = node.member("data") {
        guard let bytes = data.withUTF8({ Base64.decode($0) }) ?? nil else {
          throw RequestError.wrongType("data", data, expected: "base64")
        }
        asset = Asset(data: bytes)
      }
      keep(
        Uploads.Upload(
          owner: owner, asset: asset, path: try node.member("path")?.text("path"),
          expires: try node.require("expires").integer("expires") ?? 0),
        receipt: try node.require("receipt").text("receipt") ?? "")
    }
  }
}

extension StateReader {
  /// Equal files of the document are kept once.
  mutating func share(_ drafts: [FieldDraft]) -> [FieldDraft] {
    var shared = drafts
    for index in shared.indices where shared[index].value?.holdsAssets == true {
      shared[index].value = shared[index].value?.mappingAssets { asset in
        if asset.isReleased { return asset }
        let known = files[asset.fileChecksum] ?? asset
        files[asset.fileChecksum] = known
        return known
      }
    }
    return shared
  }
}
