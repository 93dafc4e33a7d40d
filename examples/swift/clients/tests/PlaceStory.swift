import CloudKit
import MockCloudCore
import MockCloudKit

@testable import ExampleClients

/// Bugs that tests plant into the client, to measure whether they find them.
enum PlaceBug: CaseIterable {
  /// Takes the subscription as saved before it is.
  case subscriptionNotedTooEarly
  /// Keeps places that a complete reading did not contain.
  case deletionsKept
}

final class BuggyPlaceStore: PlaceStore, @unchecked Sendable {
  private let bug: PlaceBug?

  init(_ bug: PlaceBug?) { self.bug = bug }

  override var isSubscribed: Bool {
    defer { if bug == .subscriptionNotedTooEarly { super.noteSubscribed() } }
    return super.isSubscribed
  }

  override func endReading(_ reading: Int) {
    if bug != .deletionsKept { super.endReading(reading) }
  }
}

/// An author writes the public catalogue, and a reader's app has a copy of the places in Rome.
final class PlaceStory {
  private let cloud: MockCloud
  private let store: BuggyPlaceStore
  private var client: PlaceCatalogue

  init(_ cloud: MockCloud, _ bug: PlaceBug? = nil) {
    self.cloud = cloud
    store = BuggyPlaceStore(bug)
    client = Self.client(cloud, store)
  }

  /// A cloud with a place that the reader does not ask for.
  static func cloud(seed: Int = 1) throws -> MockCloud {
    let cloud = try MockCloud(
      json: """
        {"seed": \(seed), "defaults": {"user": "reader"}, \(Trial.limits), "users": [
          {"alias": "reader", "devices": ["phone"]}, {"alias": "author", "devices": ["desk"]}]}
        """)
    // In development, the first record of a type declares it: then there can be a subscription.
    try cloud.seed([place("oslo", "Oslo", in: "Oslo")], in: .public)
    return cloud
  }

  static func place(_ name: String, _ title: String, in city: String = "Rome") -> CKRecord {
    let record = CKRecord(recordType: "Place", recordID: .init(recordName: name))
    record["title"] = title
    record["city"] = city
    return record
  }

  static func client(_ cloud: MockCloud, _ store: PlaceStore) -> PlaceCatalogue {
    let container = cloud.container(user: "reader", device: "phone")
    return PlaceCatalogue(container, "Rome", store) { seconds, body in
      try? cloud.advance(by: seconds)
      body()
    }
  }

  // MARK: What the author does

  func publish(_ names: String..., title: String, in city: String = "Rome") async {
    let records = names.map { Self.place($0, title, in: city) }
    await write { database in
      let results = try await database.modifyRecords(
        saving: records, deleting: [], savePolicy: .allKeys)
      return results.saveResults.values.compactMap { result in
        if case .failure(let error) = result { error } else { nil }
      }
    }
  }

  func withdraw(_ name: String) async {
    await write {
      try await $0.deleteRecord(withID: .init(recordName: name))
      return []
    }
  }

  /// The author does not repeat what fails, but waits before the next change.
  ///
  /// - Parameter body: Returns the errors of single records.
  private func write(_ body: (CKDatabase) async throws -> [any Error]) async {
    var errors: [any Error] = []
    do {
      errors = try await body(cloud.container(user: "author", device: "desk").publicCloudDatabase)
    } catch {
      errors = [error]
    }
    let waits = errors.flatMap(\.inCloudKit.causes).compactMap(\.retryAfterSeconds)
    try? cloud.advance(by: waits.max() ?? 0)
    if (try? cloud.hasEnded(device: "desk")) == true { try? cloud.restart(device: "desk") }
  }

  // MARK: What the reader does

  /// Starts the app with what it has stored.
  @discardableResult
  func start() async -> (any Error)? {
    client = Self.client(cloud, store)
    return await attempt { $0.start(completion: $1) }
  }

  @discardableResult
  func refresh() async -> (any Error)? { await attempt { $0.refresh(completion: $1) } }

  /// Gives the app the pushes that have arrived.
  func receivePushes() async throws {
    for push in try cloud.takePushes(device: "phone") {
      await attempt { client, completion in
        if !client.handlePush(push.userInfo, completion: completion) { completion(nil) }
      }
    }
  }

  @discardableResult
  private func attempt(
    _ body: (PlaceCatalogue, @escaping PlaceCatalogue.Completion) -> Void
  ) async -> (any Error)? {
    let error: (any Error)? = await withCheckedContinuation { continuation in
      body(client) { continuation.resume(returning: $0) }
    }
    if (try? cloud.hasEnded(device: "phone")) == true {
      try? cloud.restart(device: "phone")
      client = Self.client(cloud, store)
    }
    return error
  }

  // MARK: The end

  /// Ends all faults, and throws if the app does not get the catalogue, and then the next changes by
  /// pushes alone.
  func settle() async throws {
    try cloud.heal()
    // Longer than any wait that the service has asked for.
    try cloud.advance(by: 3600)
    if let error = await start() { throw Difference("the app does not start: \(error)") }
    try compare("at the start")
    await publish("last", title: "Pantheon")
    try await receivePushes()
    try compare("after a push")
    await withdraw("last")
    try await receivePushes()
    try compare("after the push of a deletion")
    let database = cloud.container(user: "reader", device: "phone").publicCloudDatabase
    let subscriptions = try await database.allSubscriptions().map(\.subscriptionID)
    if subscriptions != [PlaceCatalogue.subscriptionID] {
      throw Difference("there are the subscriptions \(subscriptions)")
    }
    try cloud.expectNoFindings()
  }

  private func compare(_ time: String) throws {
    var server: [String: String] = [:]
    for record in try cloud.core.publicDatabase.storedRecords() where record.recordType == "Place" {
      var texts: [String: String] = [:]
      for case (let name, .string(let text)) in record.fields.map({ ($0.name, $0.value) }) {
        texts[name] = text
      }
      if texts["city"] == "Rome" { server[record.recordName.text] = texts["title"] }
    }
    let places = store.places.mapValues(\.title)
    if places != server { throw Difference("\(time), the app has \(places), not \(server)") }
  }

  // MARK: Stories

  /// A fixed story. Without faults, the first reading has two pages.
  func play() async throws {
    await publish("p1", "p2", "p3", title: "first")
    await start()
    await publish("p4", title: "first")
    try await receivePushes()
    await withdraw("p1")
    try await receivePushes()
    await start()
    guard Trial.isThorough else { return }
    await publish("p2", title: "second")
    await publish("p3", title: "second", in: "Oslo")
    try await receivePushes()
    await withdraw("p4")
    await refresh()
    await publish("p3", title: "third")
    try await receivePushes()
  }

  /// A random story with random faults.
  func playChaos(seed: Int) async throws {
    var random = Chance(seed: seed)
    let intensity = [0.1, 0.3, 0.6].randomElement(using: &random) ?? 0.1
    try cloud.addFaultProfile(.everything, intensity: intensity)
    var names: [String] = []
    for step in 0..<40 {
      let name = names.randomElement(using: &random)
      switch (Int.random(in: 0..<100, using: &random), name) {
      case (0..<20, _):
        names.append("p\(step)")
        await publish("p\(step)", title: "\(step)")
      case (20..<32, let name?): await publish(name, title: "\(step)")
      case (32..<37, let name?): await publish(name, title: "\(step)", in: "Oslo")
      case (37..<47, let name?):
        // The name is not used again.
        names.removeAll { $0 == name }
        await withdraw(name)
      case (47..<67, _): try await receivePushes()
      case (67..<72, _): try cloud.advance(by: 30)
      case (72..<84, _): await start()
      default: await refresh()
      }
    }
  }
}
