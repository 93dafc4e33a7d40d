extension Zone {
  /// Whether any record has an encrypted field.
  var holdsEncryptedData: Bool {
    records.contains { $0.value.record.fields.contains(where: \.isEncrypted) }
  }
}

extension CallContext {
  func databaseWithFeeds(_ operation: String) throws(Misuse) -> DatabaseKey {
    let key = try storedDatabase(operation)
    guard key.owner != nil else {
      throw Misuse.badMockRequest(
        "\(operation): the public database has no custom zones and no sync tokens",
        key: "database", expected: "private")
    }
    return key
  }

  /// Returns the custom zone that a request of the harness names.
  func customZone(
    _ requested: ZoneID, of database: Database, _ world: borrowing World
  ) throws(Misuse) -> ZoneID {
    let zoneID = resolved(requested, in: world)
    guard !zoneID.isDefault else {
      throw Misuse.badMockRequest(
        "the default zone has no sync tokens and is never lost", key: "zoneID",
        expected: "a custom zone")
    }
    guard zoneID.ownerName == database.ownerName else {
      throw Misuse.badMockRequest(
        "zoneID: zone '\(NameRules.shortened(zoneID.zoneName))' belongs to "
          + "'\(NameRules.shortened(zoneID.ownerName))', the database to '\(database.ownerName)'",
        key: "zoneID", expected: "a zone of the database")
    }
    guard database.zones[zoneID.zoneName] != nil else {
      let known = database.zones.map(\.value.zoneID).filter { !$0.isDefault }
      throw Misuse.unknown("zoneID", zoneID.zoneName.text, known: known.map(\.zoneName.text))
    }
    return zoneID
  }
}
