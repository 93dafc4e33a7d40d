/// The records that represent users: one per user in the public database, and each user's own in
/// the private one. They can be fetched only by name, and belong to the system (DOC: CKRecord.ID of
/// a user).
enum UserRecords {
  /// The record type of user records.
  static let recordType = SystemDefinitions.users

  /// Returns the user record with the given name in a database's default zone.
  static func record(
    named name: RecordName, in zoneID: ZoneID, of world: borrowing World, as context: CallContext
  ) -> Record? {
    guard let user = owner(ofRecord: name, in: zoneID, of: world) else { return nil }
    if context.scope != .public,
      user.userRecordName != context.userRecordName
    {
      return nil
    }
    let stamp = Stamp(
      timestamp: user.added, userRecordName: user.userRecordName,
      deviceID: user.devices.first?.name ?? "")
    return Record(
      recordName: name, zoneID: zoneID, recordType: recordType, recordChangeTag: "0", fields: [],
      created: stamp, modified: stamp)
  }

  /// Refuses to overwrite or delete a user record.
  static func checkWrite(
    _ name: RecordName, in zoneID: ZoneID, of world: borrowing World
  ) throws(CloudError) {
    guard owner(ofRecord: name, in: zoneID, of: world) != nil else { return }
    throw CloudError(.permissionFailure, ServerText.writeNotPermitted)
  }

  /// Returns the user whose record has the given name; aliases are not record names.
  private static func owner(
    ofRecord name: RecordName, in zoneID: ZoneID, of world: borrowing World
  ) -> User? {
    guard zoneID.isDefault, name.utf8.first == UInt8(ascii: "_") else { return nil }
    return world.people.user(named: name).flatMap {
      $0.userRecordName == name ? $0 : nil
    }
  }
}
