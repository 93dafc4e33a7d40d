/// The records that represent users: one per user in the public database, and each user's own in
/// the private one. They exist from the beginning, empty, and are stored once their owner saves
/// fields to them. They can be fetched only by name, and are neither created nor deleted (DOC:
/// CKRecordTypeUserRecord).
enum UserRecords {
  /// The record type of user records.
  static let recordType = SystemDefinitions.users

  /// Returns the user record with the given name in a database's default zone, as it is before its
  /// first save.
  static func record(
    named name: RecordName, in zoneID: ZoneID, of world: borrowing World
  ) -> Record? {
    guard let user = owner(ofRecord: name, in: zoneID, world.people) else { return nil }
    let stamp = Stamp(
      timestamp: user.added, userRecordName: user.userRecordName,
      deviceID: user.devices.first?.name ?? "")
    return Record(
      recordName: name, zoneID: zoneID, recordType: recordType, recordChangeTag: "0", fields: [],
      created: stamp, modified: stamp)
  }

  /// Returns the same record as an entry that a save replaces.
  static func entry(
    named name: RecordName, in zoneID: ZoneID, of world: borrowing World
  ) -> Zone.Entry? {
    record(named: name, in: zoneID, of: world).map {
      Zone.Entry(record: $0, former: nil, size: 0, holdsAssets: false, digest: $0.digest)
    }
  }

  /// Whether a user record has the name.
  static func exists(_ name: RecordName, in zoneID: ZoneID, _ people: People) -> Bool {
    owner(ofRecord: name, in: zoneID, people) != nil
  }

  /// Returns the user whose record has the given name: any user in the public database, its owner in
  /// a private one. Aliases, and names that no record can have, are not names of user records.
  private static func owner(
    ofRecord name: RecordName, in zoneID: ZoneID, _ people: People
  ) -> User? {
    guard zoneID.isDefault, name.utf8.first == UInt8(ascii: "_"),
      zoneID.ownerName == OwnerAlias.publicOwner || zoneID.ownerName == name,
      let user = people.user(named: name), user.userRecordName == name,
      NameRules.refusal(referenceTo: name, limit: .max) == nil
    else { return nil }
    return user
  }
}
