/// `assets/rereference`: returns receipts for files of records, so that other records can refer to
/// them without another upload (DOC WS:RereferenceAssets).
public struct RereferenceAssets: Operation {
  public static let name = "assets/rereference"
  static let access = OperationAccess.account
  static var partialFailureText: String { ServerText.someAssetsNotUploaded }

  public var places: [AssetPlace]
  public var zoneID: ZoneID?

  public init(_ places: [AssetPlace], zoneID: ZoneID? = nil) {
    self.places = places
    self.zoneID = zoneID
  }

  var itemCount: Int { places.count }

  func faultRequest(in world: borrowing World, as context: CallContext) -> FaultRequest {
    context.faultRequest(about: places.count, in: world) { places[$0].zoneID ?? zoneID }
  }

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<UploadedAsset>] {
    let owner = try context.uploadOwner()
    world.forgetExpiredUploads()
    var results: [ItemResult<UploadedAsset>] = []
    for (index, place) in places.enumerated() {
      do throws(CloudError) {
        for asset in try place.assets(zoneID, at: index + 1, world, context, &session) {
          let token = world.identifiers.uuid()
          world.keep(
            Uploads.Upload(
              owner: owner, asset: asset, expires: world.clock.now + Uploads.life),
            receipt: Uploads.receipt(of: token.text))
          results.append(
            .success(
              UploadedAsset(
                recordName: place.recordName, fieldName: place.fieldName, token: token.text,
                asset: asset)))
        }
      } catch {
        results.append(place.failure(error))
      }
    }
    return results
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<UploadedAsset>], to parts: inout Parts
  ) {
    parts.list(.assets, answer) { .upload($0) }
  }
}
