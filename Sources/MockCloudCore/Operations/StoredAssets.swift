/// A field of a stored record that holds files.
public struct AssetPlace: Sendable {
  public var recordName: String
  public var fieldName: String
  /// Nil means the zone of the request.
  public var zoneID: ZoneID?

  public init(_ recordName: String, _ fieldName: String, zoneID: ZoneID? = nil) {
    self.recordName = recordName
    self.fieldName = fieldName
    self.zoneID = zoneID
  }

  /// The files there, as the caller sees them; more than one where the field is a list.
  fileprivate func assets(
    _ zoneID: ZoneID?, _ world: borrowing World, _ context: CallContext,
    _ session: inout CallSession
  ) throws(CloudError) -> [Asset] {
    let zoneID = context.resolved(self.zoneID ?? zoneID, in: world)
    try session.reach(.item(FaultItem(.download, .record(name: recordName, zoneID: zoneID))))
    let zone = try world.zone(zoneID, as: context)
    guard let record = zone.entry(recordName)?.record else {
      throw CloudError(.unknownItem, ServerText.recordNotFound)
    }
    guard let value = record[fieldName] else {
      throw CloudError(.assetNotAvailable, ServerText.standard(for: .assetNotAvailable))
    }
    guard value.type == .asset || value.type == .assetList else {
      throw CloudError(
        .invalidArguments,
        "Field '\(fieldName)' is of type \(value.type.rawValue) and holds no asset")
    }
    return value.assets
  }

  fileprivate func failure<Success>(_ error: CloudError) -> ItemResult<Success> {
    .failure(
      ItemError(item: .asset(name: recordName, fieldName: fieldName), error: error))
  }
}

/// `assets/download`: the bytes of files that records hold.
public struct DownloadAssets: Operation {
  public static let name = "assets/download"
  public static let access = OperationAccess.publicRead
  public static let effect = OperationEffect.nothing
  public static var partialFailureText: String { ServerText.someAssetsNotFetched }

  public var places: [AssetPlace]
  public var zoneID: ZoneID?

  public init(_ places: [AssetPlace], zoneID: ZoneID? = nil) {
    self.places = places
    self.zoneID = zoneID
  }

  public struct File: Sendable {
    public let recordName: String
    public let fieldName: String
    public let asset: Asset
  }

  public var itemCount: Int { places.count }

  /// A list's files come one by one, in its order.
  public func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<File>] {
    var results: [ItemResult<File>] = []
    for place in places {
      do throws(CloudError) {
        for asset in try place.assets(zoneID, world, context, &session) {
          results.append(
            .success(
              File(recordName: place.recordName, fieldName: place.fieldName, asset: asset)))
        }
      } catch {
        results.append(place.failure(error))
      }
    }
    return results
  }

  public func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<File>], to parts: inout Parts
  ) {
    parts.list(.assets, answer) { .file($0) }
  }
}

/// `assets/rereference`: receipts for files that records hold, so that other records can hold them
/// too without another upload (DOC WS:RereferenceAssets).
public struct RereferenceAssets: Operation {
  public static let name = "assets/rereference"
  public static let access = OperationAccess.account
  public static var partialFailureText: String { ServerText.someAssetsNotUploaded }

  public var places: [AssetPlace]
  public var zoneID: ZoneID?

  public init(_ places: [AssetPlace], zoneID: ZoneID? = nil) {
    self.places = places
    self.zoneID = zoneID
  }

  public var itemCount: Int { places.count }

  public func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<UploadedAsset>] {
    let owner = try context.uploadOwner()
    world.forgetExpiredUploads()
    var results: [ItemResult<UploadedAsset>] = []
    for place in places {
      do throws(CloudError) {
        for asset in try place.assets(zoneID, world, context, &session) {
          let token = world.identifiers.uuid()
          world.keep(
            Uploads.Upload(
              owner: owner, asset: asset, expires: world.clock.now + Uploads.life),
            receipt: Uploads.receipt(of: token))
          results.append(
            .success(
              UploadedAsset(
                recordName: place.recordName, fieldName: place.fieldName, token: token,
                asset: asset)))
        }
      } catch {
        results.append(place.failure(error))
      }
    }
    return results
  }

  public func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<UploadedAsset>], to parts: inout Parts
  ) {
    parts.list(.assets, answer) { .upload($0) }
  }
}
