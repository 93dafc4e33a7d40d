/// `assets/download`: returns the bytes of files of records.
public struct DownloadAssets: Operation {
  public static let name = "assets/download"
  static let access = OperationAccess.publicRead
  static let effect = OperationEffect.nothing
  static var partialFailureText: String { ServerText.someAssetsNotFetched }

  public var places: [AssetPlace]
  public var zoneID: ZoneID?

  public init(_ places: [AssetPlace], zoneID: ZoneID? = nil) {
    self.places = places
    self.zoneID = zoneID
  }

  public struct File: Sendable {
    public let recordName: RecordName
    public let fieldName: String
    public let asset: Asset
  }

  var itemCount: Int { places.count }

  func faultRequest(in world: borrowing World, as context: CallContext) -> FaultRequest {
    context.faultRequest(about: places.count, in: world) { places[$0].zoneID ?? zoneID }
  }

  /// The files of a list are returned one by one, in its order.
  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<File>] {
    var results: [ItemResult<File>] = []
    let limit = session.wishes.fileLimit
    for (index, place) in places.enumerated() {
      do throws(CloudError) {
        for asset in try place.assets(zoneID, at: index + 1, world, context, &session) {
          if let limit, asset.size > limit { session.did(.truncateFiles) }
          results.append(
            .success(
              File(
                recordName: place.recordName, fieldName: place.fieldName,
                asset: limit.map(asset.prefix) ?? asset)))
        }
      } catch {
        results.append(place.failure(error))
      }
    }
    return results
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<File>], to parts: inout Parts
  ) {
    parts.list(.assets, answer) { .file($0) }
  }
}
