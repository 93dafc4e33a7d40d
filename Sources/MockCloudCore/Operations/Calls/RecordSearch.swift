/// Searches an answer for a record, by name.
struct RecordSearch: ItemVisitor {
  private let name: RecordName
  private(set) var hasFound = false

  init(_ name: RecordName) { self.name = name }

  private mutating func see(_ name: RecordName?) {
    if name == self.name { hasFound = true }
  }

  mutating func item(_ item: AnswerItem) {
    switch item {
    case .record(let record, _): see(record.recordName)
    case .deletedRecord(let id, _): see(id.recordName)
    case .upload(let file), .uploadAddress(let file): see(file.recordName)
    case .file(let file): see(file.recordName)
    case .zone, .deletedZone, .zoneChange, .subscription, .deletedSubscription, .shareMetadata,
      .participant, .user, .discoveredUser, .caller, .currentUser, .userRecordName,
      .accountStatus, .pushToken, .nothing:
      break
    }
  }

  mutating func failure(_ failure: ItemError) {
    switch failure.item {
    case .record(let name, _), .asset(let name, _): see(name)
    case .zone, .link, .lookupInfo, .subscription, .user: break
    }
  }
}
