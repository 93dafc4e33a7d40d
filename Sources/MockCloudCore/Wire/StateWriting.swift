extension SavedWorld {
  /// Writes the document with line breaks and indentation. Returns false if that fails. The files
  /// next to it are written first, so that an earlier document stays complete after a failure.
  func writeDocument(to path: String, _ assets: SaveState.Assets = .inline) -> Bool {
    if assets == .files, !AssetFiles(beside: path).write(world) { return false }
    return HostFile.write(to: path) { file in
      var pretty = PrettyPrinter()
      var compact = JSONWriter(sink: { piece in
        pretty.print(piece)
        pretty.bytes.withUnsafeBufferPointer { file.append($0) }
        pretty.removeBytes()
      })
      compact.saved(self, assets)
      compact.lineBreak()
      compact.pourAll()
    }
  }
}

extension JSONWriter {
  mutating func saved(_ saved: SavedWorld, _ assets: SaveState.Assets = .inline) {
    StateKeys.write(StateDocument(saved, assets), to: &self) {
      (keys, document) throws(RequestError) in try document.keys(&keys)
    }
  }
}

extension SavedWorld {
  /// Writes both states as documents, `before` and `after`, without the records, deletions and zones
  /// that are the same in both.
  static func difference(_ before: SavedWorld, _ after: SavedWorld) -> JSONWriter {
    var (left, right) = (before, after)
    (left.world, right.world) = World.difference(before.world, after.world)
    var json = JSONWriter()
    json.beginObject()
    json.key("before")
    json.saved(left)
    json.key("after")
    json.saved(right)
    json.endObject()
    return json
  }
}

extension SaveState: WireHarnessOperation, WireRequest {
  init() { self.init(path: nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("path", &path)
    try keys.key("assets", &assets, or: .inline)
  }

  func write(_ answer: SavedWorld, to writer: inout AnswerWriter) {
    guard let path else { return writer.json.saved(answer) }
    writer.json.beginObject()
    writer.json.member("path", path)
    writer.json.endObject()
  }
}

extension SaveState.Assets: RequestChoice {}
