/// A field with files of a stored record.
public struct AssetPlace: Sendable {
  public var recordName: RecordName
  public var fieldName: String
  /// Nil means the zone of the request.
  public var zoneID: ZoneID?

  public init(_ recordName: RecordName, _ fieldName: String, zoneID: ZoneID? = nil) {
    self.recordName = recordName
    self.fieldName = fieldName
    self.zoneID = zoneID
  }

  /// Returns the files of the field, as the caller sees them; several if the field is a list.
  func assets(
    _ zoneID: ZoneID?, at position: Int, _ world: borrowing World, _ context: CallContext,
    _ session: inout CallSession
  ) throws(CloudError) -> [Asset] {
    let zoneID = context.resolved(self.zoneID ?? zoneID, in: world)
    let id = ItemID.record(name: recordName, zoneID: zoneID)
    try session.reach(.item(FaultItem(.download, id, position: position)))
    let zone = try world.zone(zoneID, as: context)
    let record = try zone.record(named: recordName, of: world, as: context)
    guard let value = record[fieldName] else {
      throw CloudError(.assetNotAvailable, ServerText.assetNotAvailable(fieldName, of: record))
    }
    guard value.type == .asset || value.type == .assetList else {
      throw CloudError(
        .invalidArguments,
        "Field '\(fieldName)' is of type \(value.type.rawValue), which has no file; expected "
          + "an ASSETID field")
    }
    return value.assets
  }

  func failure<Success>(_ error: CloudError) -> ItemResult<Success> {
    .failure(
      ItemError(item: .asset(name: recordName, fieldName: fieldName), error: error))
  }
}
