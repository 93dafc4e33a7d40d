/// `assets/upload`: uploads files before the records that refer to them are saved (DOC
/// WS:UploadAssets).
public struct UploadAssets: Operation {
  public static let name = "assets/upload"
  static let access = OperationAccess.account
  static var partialFailureText: String { ServerText.someAssetsNotUploaded }

  /// The field for which a file is intended.
  public struct Target: Sendable {
    /// Nil lets the service choose a name.
    public var recordName: RecordName?
    public var recordType: RecordTypeName
    public var fieldName: String

    public init(_ fieldName: String, of recordType: RecordTypeName, recordName: RecordName? = nil) {
      self.fieldName = fieldName
      self.recordType = recordType
      self.recordName = recordName
    }
  }

  /// The source of a file's bytes.
  public enum Source: Sendable {
    case data([UInt8])
    case path(String)
    /// They are uploaded later, to the address in the answer.
    case later
  }

  public struct Item: Sendable {
    public var target: Target
    public var source: Source

    public init(_ target: Target, _ source: Source) {
      self.target = target
      self.source = source
    }
  }

  public var items: [Item]
  public var zoneID: ZoneID?
  /// Whether the request has the form of Web Services, with a later upload of the bytes.
  var areTokens = false

  public init(_ items: [Item], zoneID: ZoneID? = nil) {
    self.items = items
    self.zoneID = zoneID
  }

  var itemCount: Int { items.count }

  func faultRequest(in world: borrowing World, as context: CallContext) -> FaultRequest {
    context.faultRequest(about: 1, in: world) { _ in zoneID }
  }

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<UploadedAsset>] {
    let owner = try context.uploadOwner()
    let zoneID = context.resolved(zoneID, in: world)
    world.forgetExpiredUploads()
    var results: [ItemResult<UploadedAsset>] = []
    for (index, item) in items.enumerated() {
      let id = ItemID.asset(name: item.target.recordName, fieldName: item.target.fieldName)
      results.append(
        ItemResult(id) { () throws(CloudError) in
          let faultItem = FaultItem(
            .upload, id, recordType: item.target.recordType, in: zoneID, position: index + 1)
          try session.reach(.item(faultItem))
          return try upload(item, zoneID, owner, &world, context)
        })
    }
    return results
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<UploadedAsset>], to parts: inout Parts
  ) {
    parts.list(areTokens ? .tokens : .assets, answer) {
      areTokens ? .uploadAddress($0) : .upload($0)
    }
  }

  private func upload(
    _ item: Item, _ zoneID: ZoneID, _ owner: Uploads.Owner, _ world: inout World,
    _ context: CallContext
  ) throws(CloudError) -> UploadedAsset {
    try check(item.target, zoneID, world, context)
    let (asset, path) = try file(item.source)
    if let asset { try AssetLimit.check(asset, world.limits) }
    // Names are drawn only after all checks.
    let name = item.target.recordName ?? world.identifiers.uuid()
    let token = world.identifiers.uuid()
    let kept = asset.map(world.shared)
    world.keep(
      Uploads.Upload(
        owner: owner, zoneID: zoneID, asset: kept, path: path,
        expires: world.clock.now + Uploads.life),
      receipt: Uploads.receipt(of: token.text))
    return UploadedAsset(
      recordName: name, fieldName: item.target.fieldName, token: token.text, asset: kept)
  }

  private func check(
    _ target: Target, _ zoneID: ZoneID, _ world: borrowing World, _ context: CallContext
  ) throws(CloudError) {
    _ = try world.zone(zoneID, as: context)
    let limit = world.limits.nameLength
    let refusal =
      target.recordName.flatMap { name in
        UserRecords.exists(name, in: zoneID, world.people)
          ? nil : NameRules.refusal(recordName: name, limit: limit)
      }
      ?? NameRules.refusal(recordType: target.recordType, limit: limit)
      ?? NameRules.refusal(fieldName: target.fieldName, limit: limit)
    if let refusal { throw CloudError(.invalidArguments, refusal) }
    let type = world.schema(of: context.schemaKey).type(named: target.recordType)
    guard let field = type?.field(named: target.fieldName),
      field.type != .asset, field.type != .assetList
    else { return }
    throw CloudError(
      .invalidArguments,
      ServerText.wrongType(
        FieldType.asset.rawValue, field: field.name, recordType: target.recordType,
        defined: field.typeName))
  }

  private func file(_ source: Source) throws(CloudError) -> (Asset?, path: String?) {
    switch source {
    case .data(let bytes): return (Asset(data: bytes), nil)
    case .later: return (nil, nil)
    case .path(let path):
      return (try Asset(path: path).loaded(), path)
    }
  }
}

/// An uploaded file, or an address for its upload.
public struct UploadedAsset: Sendable {
  public let recordName: RecordName
  public let fieldName: String
  let token: String
  /// Nil until the bytes are uploaded.
  let asset: Asset?

  /// The receipt by which a save refers to the file.
  public var receipt: String { Uploads.receipt(of: token) }
  /// The address for an upload of the bytes.
  public var url: String { Self.urlPrefix + token }

  static let urlPrefix = "mockcloud://uploads/"
}

enum AssetLimit {
  static func check(_ asset: Asset, _ limits: Limits) throws(CloudError) {
    guard asset.size <= limits.bytesPerAsset else { throw exceeded(asset.size, limits) }
  }

  static func exceeded(_ size: Int, _ limits: Limits) -> CloudError {
    CloudError(
      .limitExceeded,
      "an asset of \(size) bytes is over the limit of \(limits.bytesPerAsset) bytes")
  }
}
