// set-up begins
import MockCloudCore
import Testing

/// The tasks of docs/TASKS.md. Each has a cloud of its own.
@Suite struct Tasks {
  let cloud: Cloud
  /// My private database as seen by my phone, and by my pad.
  let phone, pad: CloudDatabase
  let bob: CloudContainer
  let notes: ZoneID = "Notes"

  init() throws {
    var bob = AddUser("bob")
    bob.emailAddress = "bob@example.com"
    var configuration = Configuration()
    configuration.users = [AddUser("me", devices: ["phone", "pad"]), bob]
    cloud = try Cloud(configuration)
    phone = cloud.container().on(device: "phone").privateDatabase
    pad = cloud.container().on(device: "pad").privateDatabase
    self.bob = cloud.container().as("bob")
    try cloud.seed([note("n1", "Milk")])
  }

  /// A note in the zone Notes.
  func note(_ name: RecordName?, _ title: FieldValue) -> RecordDraft {
    RecordDraft("Note", recordName: name, zoneID: "Notes", fields: ["title": title])
  }

  /// Adds a number of notes: b0, b1, ...
  func seedNotes(_ count: Int) throws {
    try cloud.seed((0..<count).map { note("b\($0)", "Bread") })
  }

  /// Expects that a call fails with a code, and returns the error.
  @discardableResult
  func expect<Answer>(
    _ code: CKErrorCode, at location: SourceLocation = #_sourceLocation,
    _ call: () throws -> Answer
  ) throws -> CloudError {
    let error = try #require(throws: CloudError.self, sourceLocation: location) { try call() }
    #expect(error.code == code, sourceLocation: location)
    return error
  }

  /// Makes a call in JSON, for operations without a method in Swift, and returns the response.
  @discardableResult
  func call(_ operation: String, _ request: String) throws -> String {
    let answer = cloud.call(operation, request)
    try #require(answer.status == 0, "\(answer.json)")
    return answer.json
  }
}

// Change feeds.
extension Tasks {
  /// Returns one page of the changes in Notes since the token, as a device reads it.
  func changes(since token: String? = nil, on device: CloudDatabase) throws -> ZoneChanges {
    let fetch = FetchZoneChanges([.init(notes, syncToken: token)])
    return try cloud.perform(fetch, as: device.caller)[0].mapError(\.error).get()
  }

  /// Returns the records of a page, without deletions.
  func records(_ page: ZoneChanges) -> [Record] {
    page.records.compactMap { if case .success(.saved(let record)) = $0 { record } else { nil } }
  }

  /// Returns the names of the deleted records of a page.
  func deletions(_ page: ZoneChanges) -> [RecordName] {
    page.records.compactMap {
      if case .success(.deleted(let id, _)) = $0 { id.recordName } else { nil }
    }
  }

  /// Returns the zones that changed since the token, as a device reads them.
  func zoneChanges(since token: String? = nil, on device: CloudDatabase) throws -> DatabaseChanges {
    try cloud.perform(FetchDatabaseChanges(syncToken: token), as: device.caller)
  }

  /// Returns the reason why the first changed zone was deleted; nil if it exists.
  func deletionReason(_ changes: DatabaseChanges) -> ZoneDeletionReason? {
    if case .deleted(_, let reason)? = changes.zones.first { reason } else { nil }
  }
}
// set-up ends
