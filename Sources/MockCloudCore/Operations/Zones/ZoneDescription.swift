/// A zone in an answer.
public struct ZoneDescription: Sendable {
  public let zoneID: ZoneID
  public let capabilities: [ZoneCapability]
  public let encryptionScope: EncryptionScope
  /// The current position of the zone's change feed; nil if the zone has none.
  public let syncToken: String?
  /// Whether the zone has a share of all its records.
  public let isSharedAsWhole: Bool

  /// - Parameter lifetime: The lifetime of the token.
  init(_ zone: VisibleZone, in database: DatabaseKey, _ lifetime: Lifetime) {
    zoneID = zone.zoneID
    capabilities = ZoneCapability.capabilities(of: zone.zone, in: database)
    encryptionScope = zone.zone.encryptionScope
    isSharedAsWhole = zone.zone.isSharedAsWhole
    syncToken =
      capabilities.contains(.fetchChanges) ? zone.feedView(in: database, lifetime).token : nil
  }

  public var isAtomic: Bool { capabilities.contains(.atomic) }
}

extension [ItemResult<ZoneDescription>] {
  /// Whether a zone has a token.
  var hasTokens: Bool { contains { (try? $0.get())?.syncToken != nil } }
}

extension [ZoneID] {
  /// Refuses several operations on the same zone in one request (DOC WS:ModifyZones).
  func refuseDuplicates() throws(CloudError) {
    var seen = Set<ZoneID>()
    for zoneID in self where !seen.insert(zoneID).inserted {
      throw CloudError(
        .invalidArguments,
        ServerText.repeated("zone", zoneID.zoneName.text))
    }
  }
}
