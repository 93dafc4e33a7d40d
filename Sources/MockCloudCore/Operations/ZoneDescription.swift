/// A zone as an answer shows it.
public struct ZoneDescription: Sendable {
  public let zoneID: ZoneID
  public let capabilities: [ZoneCapability]
  /// Where the zone's change feed stands; nil where the zone has none.
  public let syncToken: String?

  init(_ zone: VisibleZone, in database: DatabaseKey) {
    zoneID = zone.zoneID
    capabilities = ZoneCapability.capabilities(of: zone.zoneID, in: database)
    syncToken =
      capabilities.contains(.fetchChanges) ? zone.feedView(in: database).token : nil
  }

  public var isAtomic: Bool { capabilities.contains(.atomic) }
}

extension [ZoneID] {
  /// One operation per zone and request (DOC WS:ModifyZones).
  func refuseDuplicates() throws(CloudError) {
    var seen = Set<ZoneID>()
    for zoneID in self where !seen.insert(zoneID).inserted {
      throw CloudError(
        .invalidArguments,
        "zone '\(NameRules.shortened(zoneID.zoneName))' occurs more than once in the request")
    }
  }
}
