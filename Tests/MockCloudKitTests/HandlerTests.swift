import CloudKit
import MockCloudKit
import MockCloudTesting
import Testing

/// The methods with a completion handler: they do the same as those that are `async`.
@Suite(.mockCloud)
struct HandlerTests {
  private let zoneID = CKRecordZone.ID(zoneName: "Notes")
  private let cloud: MockCloud
  private let container = CKContainer.default()
  private var database: CKDatabase { container.privateCloudDatabase }

  init() throws {
    cloud = try MockCloud.current
    try cloud.addUser("bob", email: "bob@example.com")
    let record = CKRecord(recordType: "Note", recordID: .init(recordName: "a", zoneID: zoneID))
    try cloud.seed([record], zones: [CKRecordZone(zoneID: zoneID)])
  }

  /// What a handler gets on another thread. With a lock, because Thread Sanitizer does not see that a
  /// continuation orders the threads if it is resumed before anything waits for it.
  private final class Found<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Value?

    var value: Value? {
      get { lock.withLock { stored } }
      set { lock.withLock { stored = newValue } }
    }
  }

  /// What a handler of a value or an error gets.
  private func value<Value>(
    _ call: (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Void
  ) async throws -> Value? {
    let found = Found<Value>()
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      call { value, error in
        found.value = value
        if let error { done.resume(throwing: error) } else { done.resume() }
      }
    }
    return found.value
  }

  /// What a handler of a result gets.
  private func result<Value>(
    _ call: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
  ) async throws -> Value {
    let found = Found<Result<Value, any Error>>()
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      call { result in
        found.value = result
        done.resume()
      }
    }
    return try #require(found.value).get()
  }

  @Test func zones() async throws {
    let fetched: CKRecordZone? = try await value {
      database.fetch(withRecordZoneID: zoneID, completionHandler: $0)
    }
    #expect(fetched?.zoneID == zoneID)
    let none = CKRecordZone.ID(zoneName: "None")
    let several: [CKRecordZone.ID: Result<CKRecordZone, any Error>] = try await result {
      database.fetch(withRecordZoneIDs: [zoneID, none], completionHandler: $0)
    }
    #expect(several.mapValues(\.text) == [zoneID: "ok", none: "26"])
    #expect(try await database.recordZones(for: [zoneID, none]).mapValues(\.text).count == 2)
    let changes = try await result {
      database.fetchRecordZoneChanges(inZoneWith: zoneID, since: nil, completionHandler: $0)
    }
    #expect(changes.modificationResultsByID.count == 1 && !changes.moreComing)
    let deleted: CKRecordZone.ID? = try await value {
      database.delete(withRecordZoneID: zoneID, completionHandler: $0)
    }
    #expect(deleted == zoneID)
    await #expect(throws: CKError.self) {
      let _: CKRecordZone.ID? = try await value {
        database.delete(withRecordZoneID: zoneID, completionHandler: $0)
      }
    }
  }

  @Test func subscriptions() async throws {
    try await database.save(CKRecordZoneSubscription(zoneID: zoneID, subscriptionID: "s"))
    let fetched: CKSubscription? = try await value {
      database.fetch(withSubscriptionID: "s", completionHandler: $0)
    }
    #expect(fetched?.subscriptionType == .recordZone)
    #expect(try await database.subscription(for: "s").subscriptionID == "s")
    let several: [CKSubscription.ID: Result<CKSubscription, any Error>] = try await result {
      database.fetch(withSubscriptionIDs: ["s", "none"], completionHandler: $0)
    }
    #expect(several.mapValues(\.text) == ["s": "ok", "none": "11"])
    #expect(try await database.subscriptions(for: ["s"]).keys.sorted() == ["s"])
    let deleted: CKSubscription.ID? = try await value {
      database.delete(withSubscriptionID: "s", completionHandler: $0)
    }
    #expect(deleted == "s")
    await #expect(throws: CKError.self) { try await database.deleteSubscription(withID: "s") }
  }

  @Test func identities() async throws {
    let bob = try await cloud.container(user: "bob").userRecordID()
    let all: [CKUserIdentity]? = try await value {
      container.discoverAllIdentities(completionHandler: $0)
    }
    #expect(all?.map(\.userRecordID) == [bob])
    let one: CKUserIdentity? = try await value {
      container.discoverUserIdentity(
        withEmailAddress: "bob@example.com", completionHandler: $0)
    }
    #expect(one?.userRecordID == bob)
    let same: CKUserIdentity? = try await value {
      container.discoverUserIdentity(withUserRecordID: bob, completionHandler: $0)
    }
    #expect(same?.userRecordID == bob)
    let nobody: CKUserIdentity? = try await value {
      container.discoverUserIdentity(withPhoneNumber: "+49 1", completionHandler: $0)
    }
    #expect(nobody == nil)
    let emails = try await result {
      container.discoverUserIdentities(
        forEmailAddresses: ["bob@example.com", "no@example.com"], completionHandler: $0)
    }
    #expect(emails.keys.sorted() == ["bob@example.com"])
    let ids = try await result {
      container.discoverUserIdentities(forUserRecordIDs: [bob], completionHandler: $0)
    }
    #expect(ids.keys.map { $0 } == [bob])
    let numbers = try await result {
      container.discoverUserIdentities(forPhoneNumbers: ["+49 1"], completionHandler: $0)
    }
    #expect(numbers.isEmpty)
  }

  @Test func participants() async throws {
    let bob = try await cloud.container(user: "bob").userRecordID()
    let byEmail: CKShare.Participant? = try await value {
      container.fetchShareParticipant(
        withEmailAddress: "bob@example.com", completionHandler: $0)
    }
    let byID: CKShare.Participant? = try await value {
      container.fetchShareParticipant(withUserRecordID: bob, completionHandler: $0)
    }
    #expect(byEmail?.userIdentity.userRecordID == bob && byID?.userIdentity.userRecordID == bob)
    // Whoever has no account yet is invited by the address.
    let byNumber: CKShare.Participant? = try await value {
      container.fetchShareParticipant(withPhoneNumber: "+49 1", completionHandler: $0)
    }
    #expect(byNumber?.userIdentity.lookupInfo?.phoneNumber == "+49 1")
    #expect(byNumber?.userIdentity.userRecordID == nil)
    let emails = try await result {
      container.fetchShareParticipants(
        forEmailAddresses: ["bob@example.com"], completionHandler: $0)
    }
    #expect(emails.mapValues(\.text) == ["bob@example.com": "ok"])
    let ids = try await result {
      container.fetchShareParticipants(forUserRecordIDs: [bob], completionHandler: $0)
    }
    #expect(ids.mapValues(\.text) == [bob: "ok"])
    let numbers = try await result {
      container.fetchShareParticipants(forPhoneNumbers: ["+49 1"], completionHandler: $0)
    }
    #expect(numbers.mapValues(\.text) == ["+49 1": "ok"])
  }
}
