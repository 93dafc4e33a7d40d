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
    named name: RecordName, in zoneID: ZoneID, of world: borrowing World, as context: CallContext
  ) -> Record? {
    guard let user = owner(ofRecord: name, in: zoneID, of: world, as: context) else { return nil }
    let stamp = Stamp(
      timestamp: user.added, userRecordName: user.userRecordName,
      deviceID: user.devices.first?.name ?? "")
    return Record(
      recordName: name, zoneID: zoneID, recordType: recordType, recordChangeTag: "0", fields: [],
      created: stamp, modified: stamp)
  }

  /// Returns the same record as an entry that a save replaces.
  static func entry(
    named name: RecordName, in zoneID: ZoneID, of world: borrowing World, as context: CallContext
  ) -> Zone.Entry? {
    record(named: name, in: zoneID, of: world, as: context).map {
      Zone.Entry(record: $0, former: nil, size: 0, holdsAssets: false, digest: $0.digest)
    }
  }

  /// Whether a user record has the name.
  ///
  /// - Throws: The error for a deletion of such a record (DECIDED code).
  static func isRecord(
    _ item: ModifyRecords.Item, named name: RecordName, in zoneID: ZoneID,
    of world: borrowing World, as context: CallContext
  ) throws(CloudError) -> Bool {
    guard owner(ofRecord: name, in: zoneID, of: world, as: context) != nil else { return false }
    if item.kind.isDeletion {
      throw CloudError(.permissionFailure, ServerText.writeNotPermitted)
    }
    return true
  }

  /// Returns the user whose record has the given name; aliases are not record names.
  private static func owner(
    ofRecord name: RecordName, in zoneID: ZoneID, of world: borrowing World,
    as context: CallContext
  ) -> User? {
    guard zoneID.isDefault, name.utf8.first == UInt8(ascii: "_"), context.scope != .shared else {
      return nil
    }
    guard context.scope == .public || context.userRecordName == name else { return nil }
    return world.people.user(named: name).flatMap {
      $0.userRecordName == name ? $0 : nil
    }
  }
}
