import CloudKit
import MockCloudCore
import MockCloudKit
import Testing

@testable import ExampleClients

/// The copy of a public catalogue: single situations, every single fault, and random ones.
struct PlaceCatalogueTests {
  @Test func everySingleFault() async throws {
    let cloud = try PlaceStory.cloud()
    let cases = try await cloud.explore(Trial.exploration(conflict: "web")) { _ in
      let story = PlaceStory(cloud)
      try await story.play()
      try await story.settle()
    }
    Trial.expect(cases)
  }

  @Test func randomFaults() async throws {
    for seed in 1...Trial.seeds {
      do {
        try await playChaos(nil, seed)
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }

  @Test(arguments: PlaceBug.allCases) func bugsAreFound(bug: PlaceBug) async throws {
    for seed in 1...300 {
      do {
        try await playChaos(bug, seed)
      } catch is Difference {
        return
      }
    }
    Issue.record("\(bug) is not found")
  }

  private func playChaos(_ bug: PlaceBug?, _ seed: Int) async throws {
    let story = PlaceStory(try PlaceStory.cloud(seed: seed), bug)
    try await story.playChaos(seed: seed)
    try await story.settle()
  }

  // MARK: Single situations

  private func complete(_ body: (@escaping PlaceCatalogue.Completion) -> Void) async throws {
    let error: (any Error)? = await withCheckedContinuation { continuation in
      body { continuation.resume(returning: $0) }
    }
    if let error { throw error }
  }

  private func author(_ cloud: MockCloud) -> CKDatabase {
    cloud.container(user: "author", device: "desk").publicCloudDatabase
  }

  /// A cloud in which the author has published places.
  private func cloud(places: String...) async throws -> MockCloud {
    let cloud = try PlaceStory.cloud()
    for name in places { try await author(cloud).save(PlaceStory.place(name, name)) }
    return cloud
  }

  @Test func theCatalogueIsReadPageByPage() async throws {
    let cloud = try await cloud(places: "p1", "p2", "p3", "p4", "p5")
    let store = PlaceStore()
    for _ in 1...2 {
      // Each start of the app makes a client, which knows what was stored.
      let client = PlaceStory.client(cloud, store)
      try await complete { client.start(completion: $0) }
      #expect(store.places.keys.sorted() == ["p1", "p2", "p3", "p4", "p5"])
    }
    #expect(store.places["p3"]?.title == "p3")
    let operations = try cloud.journal(device: "phone").map(\.operation)
    let pages = ["records/query", "records/query", "records/query"]
    #expect(operations == ["account/status", "subscriptions/modify"] + pages + pages)
    try cloud.expectNoFindings()
  }

  @Test func changesOfOthersArriveByPushes() async throws {
    let cloud = try PlaceStory.cloud()
    let store = PlaceStore()
    let client = PlaceStory.client(cloud, store)
    try await complete { client.start(completion: $0) }
    func receive() async throws -> [CKQueryNotification.Reason] {
      let pushes = try cloud.takePushes(device: "phone")
      for push in pushes {
        try await complete { #expect(client.handlePush(push.userInfo, completion: $0)) }
      }
      return pushes.compactMap {
        ($0.notification as? CKQueryNotification)?.queryNotificationReason
      }
    }
    let author = author(cloud)
    let record = try await author.save(PlaceStory.place("p1", "Parthenon"))
    try await author.save(PlaceStory.place("p2", "Opera", in: "Oslo"))
    #expect(try await receive() == [.recordCreated])
    #expect(store.places.mapValues(\.title) == ["p1": "Parthenon"])

    record["title"] = "Pantheon"
    try await author.save(record)
    #expect(try await receive() == [.recordUpdated])
    #expect(store.places.mapValues(\.title) == ["p1": "Pantheon"])

    try await author.deleteRecord(withID: record.recordID)
    #expect(try await receive() == [.recordDeleted])
    #expect(store.places.isEmpty)
    #expect(!client.handlePush(["aps": [String: Int]()]) { _ in })
  }

  /// The place of a push may be gone when it is fetched.
  @Test func pushesMayBeLate() async throws {
    let cloud = try PlaceStory.cloud()
    let store = PlaceStore()
    let client = PlaceStory.client(cloud, store)
    try await complete { client.start(completion: $0) }
    let record = try await author(cloud).save(PlaceStory.place("p1", "Pantheon"))
    try await complete { client.refresh(completion: $0) }
    let push = try #require(try cloud.takePushes(device: "phone").first)
    try await author(cloud).deleteRecord(withID: record.recordID)
    #expect(store.places.count == 1)
    try await complete { #expect(client.handlePush(push.userInfo, completion: $0)) }
    #expect(store.places.isEmpty)
  }

  @Test func aReaderWithoutAnAccountSubscribesLater() async throws {
    let cloud = try await cloud(places: "p1")
    try cloud.setAccountStatus(.noAccount, user: "reader")
    let store = PlaceStore()
    let client = PlaceStory.client(cloud, store)
    try await complete { client.start(completion: $0) }
    #expect(store.places.count == 1 && !store.isSubscribed)
    try cloud.setAccountStatus(.available, user: "reader")
    try await complete { client.start(completion: $0) }
    #expect(store.isSubscribed)
  }

  @Test func aRefusedCursorBeginsAnotherReading() async throws {
    let cloud = try await cloud(places: "p1", "p2", "p3")
    try cloud.addFaults(
      MockCloud.FaultRule(when: .calls("records/query"), limit: .first(1), then: [.expireMarkers]))
    let store = PlaceStore()
    let client = PlaceStory.client(cloud, store)
    try await complete { client.start(completion: $0) }
    #expect(store.places.count == 3)
    let queries = try cloud.journal(device: "phone").filter { $0.operation == "records/query" }
    #expect(queries.map(\.status) == [0, 12, 0, 0])
  }
}
