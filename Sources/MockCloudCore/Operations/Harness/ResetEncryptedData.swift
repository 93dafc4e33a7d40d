/// `mock/zones/resetEncryptedData`: resets the keys of the user's encrypted data, which deletes the
/// zones that have any.
public struct ResetEncryptedData: HarnessOperation {
  public static let name = "mock/zones/resetEncryptedData"

  public var zoneID: ZoneID

  public init(_ zoneID: ZoneID) { self.zoneID = zoneID }

  /// Returns the deleted zones.
  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> [ZoneID] {
    let key = try context.databaseWithFeeds(Self.name)
    let database = state.world.database(key)
    let zoneID = try context.customZone(zoneID, of: database, state.world)
    guard database.zones[zoneID.zoneName]?.holdsEncryptedData ?? false else { return [] }
    state.world.withDatabase(key) {
      $0.removeZone(named: zoneID.zoneName, because: .encryptedDataReset)
    }
    return [zoneID]
  }
}
