/// The format of records in an answer.
struct RecordStyle {
  var desiredKeys: DesiredKeys
  /// The record name of the user who receives the answer; shares include the user's own
  /// participation.
  var viewer: UserRecordName?
  var numbersAsStrings: Bool
  var assets: AssetForm

  /// The form of an asset.
  enum AssetForm {
    /// With an address from which the bytes can be downloaded.
    case url
    /// With its bytes, as in a saved state.
    case data
    /// With the name of the file next to a saved state that has its bytes.
    case file
    /// As in a request: with its bytes, or with the name of their source.
    case source
  }

  init(
    desiredKeys: DesiredKeys, viewer: UserRecordName?, numbersAsStrings: Bool = false,
    assets: AssetForm = .url
  ) {
    self.desiredKeys = desiredKeys
    self.viewer = viewer
    self.numbersAsStrings = numbersAsStrings
    self.assets = assets
  }

  /// The style of requests.
  static let request = RecordStyle(desiredKeys: nil, viewer: nil, assets: .source)
}

/// The record dictionary of answers.
extension JSONWriter {
  mutating func record(_ record: Record, _ style: RecordStyle) {
    inlineBeginObject()
    recordBody(record, style)
    inlineEndObject()
  }

  /// Writes the members of the dictionary without its braces, so that others can be added.
  mutating func recordBody(_ record: Record, _ style: RecordStyle) {
    inlineMember("recordName", record.recordName.text)
    inlineMember("recordType", record.recordType.text)
    inlineMember("recordChangeTag", record.recordChangeTag.text)
    zoneID("zoneID", record.zoneID)
    inlineKey("fields")
    fields(record.fields, style)
    if let parent = record.parent {
      inlineKey("parent")
      inlineBeginObject()
      inlineMember("recordName", parent.text)
      inlineEndObject()
    }
    sharing(record, style.viewer)
    inlineKey("pluginFields")
    inlineBeginObject()
    inlineEndObject()
    stamp("created", record.created)
    stamp("modified", record.modified)
    member("deleted", false)
  }

  mutating func fields(_ fields: [Field], _ style: RecordStyle) {
    inlineBeginObject()
    for field in fields {
      if let keys = style.desiredKeys, !keys.contains(field.name) { continue }
      key(field.name)
      inlineBeginObject()
      inlineKey("value")
      fieldValue(field.value, style)
      inlineKey("type")
      typeName(field.value.type)
      if field.isEncrypted { member("isEncrypted", true) }
      inlineEndObject()
    }
    inlineEndObject()
  }

  mutating func typeName(_ type: FieldType) { string(type.rawValue) }

  mutating func zoneID(_ name: StaticString, _ zoneID: ZoneID) {
    inlineKey(name)
    self.zoneID(zoneID)
  }

  mutating func zoneID(_ zoneID: ZoneID) {
    inlineBeginObject()
    inlineMember("zoneName", zoneID.zoneName.text)
    inlineMember("ownerRecordName", zoneID.ownerName.text)
    inlineEndObject()
  }

  mutating func stamp(_ name: StaticString, _ stamp: Stamp) {
    inlineKey(name)
    inlineBeginObject()
    member("timestamp", stamp.timestamp)
    inlineMember("userRecordName", stamp.userRecordName.text)
    inlineMember("deviceID", stamp.deviceID.text)
    inlineEndObject()
  }

  /// Writes the client's version in the dictionary of a conflict.
  mutating func draft(_ draft: RecordDraft, recordType: RecordTypeName) {
    beginObject()
    if let name = draft.recordName { member("recordName", name) }
    member("recordType", draft.recordType ?? recordType)
    if let tag = draft.recordChangeTag { member("recordChangeTag", tag) }
    key("fields")
    let sent = draft.fields.compactMap { field in
      field.value.map { Field(name: field.name, value: $0, isEncrypted: field.isEncrypted) }
    }
    fields(sent, RecordStyle(desiredKeys: nil, viewer: nil))
    endObject()
  }
}

/// Values of fields.
extension JSONWriter {
  mutating func fieldValue(_ value: FieldValue, _ style: RecordStyle) {
    switch value {
    case .string(let text): string(text)
    case .int64(let number), .timestamp(let number): integer(number, style)
    case .double(let number): decimal(number, style)
    case .bytes(let bytes): base64(bytes)
    case .reference(let reference): self.reference(reference)
    case .location(let location): self.location(location)
    case .asset(let asset): self.asset(asset, style)
    case .stringList(let list): array(list) { $0.string($1) }
    case .int64List(let list), .timestampList(let list): array(list) { $0.integer($1, style) }
    case .doubleList(let list): array(list) { $0.decimal($1, style) }
    case .bytesList(let list): array(list) { $0.base64($1) }
    case .referenceList(let list): array(list) { $0.reference($1) }
    case .locationList(let list): array(list) { $0.location($1) }
    case .assetList(let list): array(list) { $0.asset($1, style) }
    }
  }

  mutating func array<Element>(
    _ list: [Element], _ write: (inout JSONWriter, Element) -> Void
  ) {
    beginArray()
    for element in list { write(&self, element) }
    endArray()
  }

  private mutating func integer(_ number: Int64, _ style: RecordStyle) {
    if style.numbersAsStrings { string(String(number)) } else { int(number) }
  }

  private mutating func decimal(_ number: Double, _ style: RecordStyle) {
    if style.numbersAsStrings { string(number.description) } else { double(number) }
  }

  mutating func reference(_ reference: Reference) {
    beginObject()
    member("recordName", reference.recordName)
    if let zoneID = reference.zoneID { self.zoneID("zoneID", zoneID) }
    member("action", reference.action.rawValue)
    endObject()
  }

  mutating func location(_ location: Location) {
    beginObject()
    member("latitude", location.latitude)
    member("longitude", location.longitude)
    if let value = location.horizontalAccuracy { member("horizontalAccuracy", value) }
    if let value = location.verticalAccuracy { member("verticalAccuracy", value) }
    if let value = location.altitude { member("altitude", value) }
    if let value = location.speed { member("speed", value) }
    if let value = location.course { member("course", value) }
    if let value = location.timestamp { member("timestamp", value) }
    endObject()
  }

  private mutating func asset(_ asset: Asset, _ style: RecordStyle) {
    beginObject()
    if let receipt = asset.receipt {
      member("receipt", receipt)
      if !asset.fileChecksum.isEmpty { member("fileChecksum", asset.fileChecksum) }
      if style.assets == .source, asset.size != 0 { member("size", asset.size) }
    } else if let path = asset.path {
      member("path", path)
    } else if style.assets == .source {
      data(asset)
    } else {
      member("fileChecksum", asset.fileChecksum)
      member("size", asset.size)
      switch style.assets {
      case .url: member("downloadURL", "mockcloud://assets/\(asset.fileChecksum)/${f}")
      // Only checksum and size are stored.
      case .data where asset.isReleased, .file where asset.isReleased: break
      case .file: member("file", AssetFiles.name(of: asset))
      case .data, .source: data(asset)
      }
    }
    endObject()
  }

  private mutating func data(_ asset: Asset) {
    key("data")
    base64(asset.data)
  }
}
