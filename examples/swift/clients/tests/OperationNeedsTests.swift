import CloudKit
import MockCloudCore
import MockCloudKit
import Testing

@testable import ExampleClients

/// Single situations of the client over operations, as its users report them.
struct OperationNeedsTests {
  private let cloud: MockCloud
  private let mac: (store: ObjectStore, client: OperationSync)
  private let pad: (store: ObjectStore, client: OperationSync)
  private let zoneID = CKRecordZone.ID(zoneName: "Objects")

  init() throws {
    let cloud = try Trial.cloud()
    func device(_ name: String) -> (ObjectStore, OperationSync) {
      let store = ObjectStore()
      let client = OperationSync(cloud.container(device: name), store) { seconds, body in
        try? cloud.advance(by: seconds)
        body()
      }
      return (store, client)
    }
    self.cloud = cloud
    mac = device("mac")
    pad = device("pad")
  }

  private func sync(_ client: OperationSync) async throws {
    let error: (any Error)? = await withCheckedContinuation { continuation in
      client.sync { continuation.resume(returning: $0) }
    }
    if let error { throw error }
  }

  @Test func aPushSynchronisesTheOtherDevice() async throws {
    try await sync(pad.client)
    mac.store.set("title", of: "n", "Note", to: .text("Milk"))
    try await sync(mac.client)
    #expect(try cloud.takePushes(device: "mac").isEmpty, "the device that saved gets none")
    let pushes = try cloud.takePushes(device: "pad")
    let push = try #require(pushes.first)
    let error: (any Error)? = await withCheckedContinuation { continuation in
      let isKnown = pad.client.handlePush(push.userInfo) { continuation.resume(returning: $0) }
      #expect(isKnown)
    }
    #expect(error == nil)
    #expect(pad.store.objects == ["n": ["title": .text("Milk")]])
    #expect(!pad.client.handlePush(["aps": [String: Int]()]) { _ in })
  }

  @Test func onlyChangedValuesAreSaved() async throws {
    mac.store.set("title", of: "n", "Note", to: .text("Milk"))
    mac.store.set("text", of: "n", "Note", to: .text("two"))
    try await sync(mac.client)
    try await sync(pad.client)
    pad.store.set("text", of: "n", "Note", to: .text("three"))
    mac.store.set("title", of: "n", "Note", to: .text("Oats"))
    // Both save without having seen what the other one saved.
    try await sync(pad.client)
    try await sync(mac.client)
    #expect(mac.store.objects == ["n": ["title": .text("Oats"), "text": .text("three")]])
    // A removed value is a change, too.
    mac.store.set("text", of: "n", "Note", to: nil)
    try await sync(mac.client)
    try await sync(pad.client)
    #expect(pad.store.objects == ["n": ["title": .text("Oats")]])
  }

  @Test func objectsAreDeletedWithTheirOwner() async throws {
    mac.store.set("title", of: "f", "Folder", to: .text("Home"))
    mac.store.set("folder", of: "n", "Note", to: .owner("f"))
    try await sync(mac.client)
    try await sync(pad.client)
    pad.store.set("folder", of: "m", "Note", to: .owner("f"))
    try await sync(pad.client)
    // This device does not know of the second note, which the service deletes.
    mac.store.delete("f")
    try await sync(mac.client)
    try await sync(pad.client)
    #expect(mac.store.objects.isEmpty && pad.store.objects.isEmpty)
  }

  @Test func anObjectSurvivesWithoutTheOwnerThatAnotherDeviceDeleted() async throws {
    mac.store.set("title", of: "f", "Folder", to: .text("Home"))
    try await sync(mac.client)
    try await sync(pad.client)
    mac.store.delete("f")
    try await sync(mac.client)
    pad.store.set("title", of: "n", "Note", to: .text("Milk"))
    pad.store.set("folder", of: "n", "Note", to: .owner("f"))
    let noteID = CKRecord.ID(recordName: "n", zoneID: zoneID)
    try cloud.setRecordErrors([noteID], .referenceViolation, times: 1)
    try await sync(pad.client)
    try await sync(mac.client)
    #expect(pad.store.objects == ["n": ["title": .text("Milk")]])
    #expect(mac.store.objects == pad.store.objects)
  }

  @Test func filesArriveAsFiles() async throws {
    let photo = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
    mac.store.set("photo", of: "n", "Note", to: .file(photo))
    mac.store.set("tags", of: "n", "Note", to: .texts(["shop", "soon"]))
    try await sync(mac.client)
    try await sync(pad.client)
    #expect(pad.store.objects == ["n": ["photo": .file(photo), "tags": .texts(["shop", "soon"])]])
  }

  @Test func tooManyObjectsAreSentInParts() async throws {
    for number in 0..<20 { mac.store.set("title", of: "n\(number)", "Note", to: .text("Milk")) }
    try await sync(mac.client)
    try await sync(pad.client)
    #expect(pad.store.objects.count == 20)
    for number in 0..<20 { pad.store.delete("n\(number)") }
    try await sync(pad.client)
    try await sync(mac.client)
    #expect(mac.store.objects.isEmpty)
  }

  @Test func aZoneThatTheUserDeletesIsDeletedEverywhere() async throws {
    mac.store.set("title", of: "n", "Note", to: .text("Milk"))
    try await sync(mac.client)
    try await sync(pad.client)
    try cloud.purge(zoneID)
    try await sync(mac.client)
    #expect(mac.store.objects.isEmpty)
    mac.store.set("title", of: "m", "Note", to: .text("Oats"))
    try await sync(mac.client)
    #expect(mac.store.objects.keys.sorted() == ["m"])
  }

  @Test func whatOthersDeletedIsNoticedAfterALongAbsence() async throws {
    for name in ["a", "b", "c"] { mac.store.set("title", of: name, "Note", to: .text(name)) }
    try await sync(mac.client)
    try await sync(pad.client)
    mac.store.delete("b")
    try await sync(mac.client)
    try cloud.expireTokens()
    pad.store.set("title", of: "a", "Note", to: .text("A"))
    try await sync(pad.client)
    #expect(pad.store.objects == ["a": ["title": .text("A")], "c": ["title": .text("c")]])
  }

  @Test func aBusyServiceIsAskedLater() async throws {
    try cloud.setError(.requestRateLimited, for: .modifyRecords, retryAfter: 90, times: 2)
    mac.store.set("title", of: "n", "Note", to: .text("Milk"))
    let start = try cloud.now
    try await sync(mac.client)
    #expect(try cloud.now.timeIntervalSince(start) >= 180)
    #expect(try cloud.findings().isEmpty)
  }

  @Test func changesWaitForTheAccount() async throws {
    try cloud.setAccountStatus(.noAccount)
    mac.store.set("title", of: "n", "Note", to: .text("Milk"))
    let error = await #expect(throws: CKError.self) { try await sync(mac.client) }
    #expect(error?.code == .notAuthenticated)
    try cloud.setAccountStatus(.available)
    try await sync(mac.client)
    try await sync(pad.client)
    #expect(pad.store.objects.count == 1)
  }

  /// The changes of others are not fetched before one's own were sent.
  @Test func operationsRunInTheirOrder() async throws {
    mac.store.set("title", of: "n", "Note", to: .text("Milk"))
    try await sync(mac.client)
    let operations = try cloud.journal(device: "mac").map(\.operation)
    #expect(
      operations == [
        "account/status", "zones/modify", "subscriptions/modify", "records/modify", "changes/zone",
      ])
    try cloud.holdClock()
    try cloud.addFaults(
      MockCloud.FaultRule(when: .calls("changes/zone"), then: [.latency(seconds: 60)]))
    let (results, continuation) = AsyncStream<CKError.Code?>.makeStream()
    mac.client.sync { continuation.yield($0?.inCloudKit.code) }
    for _ in 0..<500 where try cloud.perform(ListOperations()).isEmpty {
      try await Task.sleep(nanoseconds: 2_000_000)
    }
    mac.client.cancel()
    #expect(await results.first { _ in true } == .operationCancelled)
  }
}
