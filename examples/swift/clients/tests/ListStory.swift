import CloudKit
import MockCloudCore
import MockCloudKit

@testable import ExampleClients

/// Bugs that tests plant into the client, to measure whether they find them.
enum ListBug: CaseIterable {
  /// Stores the token of the database before the changes of its zones are fetched.
  case tokenBeforeZones
  /// Keeps the values of the server after a conflict, but not its tag.
  case tagDropped
  /// Leaves what others shared in the store when it is shared no longer.
  case zoneKept

  /// The first seed whose random faults find the bug. The tests begin with it, to save time.
  var seed: Int {
    switch self {
    case .tokenBeforeZones: 2
    case .tagDropped: 6
    case .zoneKept: 17
    }
  }
}

final class BuggyListStore: ListStore, @unchecked Sendable {
  private let bug: ListBug?

  init(_ bug: ListBug?) { self.bug = bug }

  override func removeZone(_ zoneID: CKRecordZone.ID) {
    if bug != .zoneKept || !zoneID.isShared { super.removeZone(zoneID) }
  }

  override func noteConflict(_ server: ServerEntry) {
    let scope: CKDatabase.Scope = server.id.zoneID.isShared ? .shared : .private
    let old = pending(in: scope).first { $0.id == server.id }?.stored.systemFields
    guard bug == .tagDropped, let old else { return super.noteConflict(server) }
    super.noteConflict(server.with(systemFields: old))
  }
}

extension ServerEntry {
  fileprivate func with(systemFields: Data) -> ServerEntry {
    var server = self
    server.systemFields = systemFields
    return server
  }
}

final class BuggyLists: SharedLists, @unchecked Sendable {
  var bug: ListBug?

  override func download(_ scope: CKDatabase.Scope) async throws {
    if bug == .tokenBeforeZones {
      let page = try await container.database(with: scope).databaseChanges(
        since: store.databaseToken(scope))
      store.setDatabaseToken(page.changeToken, scope)
      for zone in page.modifications {
        try await download(zone.zoneID, from: container.database(with: scope))
      }
      for deletion in page.deletions { store.removeZone(deletion.zoneID) }
    }
    try await super.download(scope)
  }
}

/// Two users: Alice has two lists, which she shares with Bob. He accepts, edits and leaves.
final class ListStory {
  static let lists = ["L1", "L2"]

  private let cloud: MockCloud
  private let bug: ListBug?
  private var stores: [String: BuggyListStore] = [:]
  private var clients: [String: BuggyLists] = [:]
  private var links: [String: URL] = [:]
  /// The last values that the users wrote: each writes a key of their own, so that none hides what
  /// the other wrote.
  private var written: [String: [String: String]] = [:]
  private var deleted: Set<String> = []
  /// The lists that Bob has ever lost, with what he wrote there and did not send.
  private var lost: Set<String> = []

  init(_ cloud: MockCloud, _ bug: ListBug?) {
    self.cloud = cloud
    self.bug = bug
    for user in ["alice", "bob"] {
      stores[user] = BuggyListStore(bug)
      start(user)
    }
  }

  static func cloud(seed: Int = 1) throws -> MockCloud {
    try MockCloud(
      json: """
        {"seed": \(seed), "defaults": {"user": "alice"}, \(Trial.limits), "users": [
          {"alias": "alice", "emailAddress": "alice@example.com", "devices": ["alice"]},
          {"alias": "bob", "emailAddress": "bob@example.com", "devices": ["bob"]}]}
        """)
  }

  /// Starts the app of a user with what it has stored.
  private func start(_ user: String) {
    guard let store = stores[user] else { return }
    clients[user] = client(user, store)
  }

  private func client(_ user: String, _ store: ListStore) -> BuggyLists {
    let cloud = cloud
    let client = BuggyLists(cloud.container(user: user, device: user), store) { seconds in
      try cloud.advance(by: seconds)
    }
    client.bug = bug
    return client
  }

  // MARK: What the users do

  /// The ID of a list or an item as a user has it; Bob knows only what he fetched.
  func id(_ user: String, _ name: String) -> CKRecord.ID? {
    if user == "alice" {
      return CKRecord.ID(recordName: name, zoneID: CKRecordZone.ID(zoneName: "Lists"))
    }
    return stores[user]?.entries.keys.first { $0.recordName == name }
  }

  /// Writes the user's text of a list, or of an item in it, which is created if there is none.
  func write(_ user: String, _ name: String, in list: String? = nil, _ text: String) {
    guard let store = stores[user] else { return }
    let listID = list.flatMap { id(user, $0) }
    if list != nil, listID.flatMap({ store.entries[$0] }) == nil { return }
    let known = id(user, name)
    let new = listID.map { CKRecord.ID(recordName: name, zoneID: $0.zoneID) }
    guard let id = known ?? new else { return }
    store.set(user, of: id, in: listID, to: text)
    written[name, default: [:]][user] = text
    if let list { homes[name] = list }
  }

  /// The list of each item.
  private var homes: [String: String] = [:]

  func delete(_ user: String, _ item: String) {
    guard let id = id(user, item), stores[user]?.entries[id]?.list != nil else { return }
    stores[user]?.delete(id)
    deleted.insert(item)
  }

  @discardableResult
  func sync(_ user: String) async -> (any Error)? { await attempt(user) { try await $0.sync() } }

  func share(_ list: String) async {
    guard let id = id("alice", list) else { return }
    await attempt("alice") { [self] in
      links[list] = try await $0.share(id, withEmailAddress: "bob@example.com")
    }
  }

  func accept(_ list: String) async {
    guard let link = links[list] else { return }
    await attempt("bob") { try await $0.accept(link) }
  }

  func leave(_ list: String) async {
    guard let id = id("bob", list) else { return }
    lost.insert(list)
    await attempt("bob") { try await $0.leave(id) }
  }

  func stopSharing(_ list: String) async {
    guard let id = id("alice", list) else { return }
    lost.insert(list)
    await attempt("alice") { try await $0.stopSharing(id) }
  }

  /// Does something as a user, and returns the error that the app would show.
  @discardableResult
  private func attempt(
    _ user: String, _ body: (SharedLists) async throws -> Void
  ) async -> (any Error)? {
    guard let client = clients[user] else { return nil }
    var failure: (any Error)?
    do {
      try await body(client)
    } catch {
      failure = error
    }
    if (try? cloud.hasEnded(device: user)) == true {
      try? cloud.restart(device: user)
      start(user)
    }
    return failure
  }

  // MARK: The end

  /// Ends all faults, synchronises, and throws if the users and the server do not agree.
  func settle(after effect: String = "") async throws {
    try cloud.heal()
    for user in ["alice", "bob", "alice", "bob"] {
      if let error = await sync(user) { throw Difference("\(user) does not sync: \(error)") }
    }
    var server: [String: [String: String]] = [:]
    let records = try cloud.core.privateDatabase.storedRecords()
    for record in records where record.recordType.text != "cloudkit.share" {
      var values: [String: String] = [:]
      for field in record.fields {
        if case .string(let text) = field.value { values[field.name] = text }
      }
      server[record.recordName.text] = values
    }
    try compare("alice", with: server)
    // What a device has that Bob buys now.
    let fresh = ListStore()
    try await client("bob", fresh).sync()
    try compare("bob", with: Self.values(fresh))
    for (name, values) in Self.values(fresh) where values != server[name] {
      throw Difference("bob sees \(values) as \(name), not \(server)")
    }
    try checkWritten(server, after: effect)
  }

  private func compare(_ user: String, with expected: [String: [String: String]]) throws {
    guard let store = stores[user] else { return }
    if Self.values(store) != expected {
      throw Difference("\(user) has \(Self.values(store)), not \(expected)")
    }
    for scope in [CKDatabase.Scope.private, .shared] where !store.pending(in: scope).isEmpty {
      throw Difference("\(user) has unsent changes")
    }
  }

  private func checkWritten(_ server: [String: [String: String]], after effect: String) throws {
    // The zone was lost: then the entries need only be the same everywhere.
    if effect.hasPrefix("userDeletedZone") || effect.hasPrefix("zoneNotFound") { return }
    for (name, values) in written where !deleted.contains(name) {
      for (user, text) in values where server[name]?[user] != text {
        if user == "bob", lost.contains(homes[name] ?? name) { continue }
        throw Difference("\(user)'s text of \(name) is lost: \(text), not \(server)")
      }
    }
  }

  private static func values(_ store: ListStore) -> [String: [String: String]] {
    Dictionary(
      store.entries.map { ($0.key.recordName, $0.value.values) }, uniquingKeysWith: { $1 })
  }

  // MARK: Stories

  /// A fixed story. Without faults, everybody has everything at its end.
  func play() async {
    write("alice", "L1", "Shopping")
    write("alice", "i1", in: "L1", "Milk")
    await share("L1")
    await accept("L1")
    guard Trial.isThorough else { return }
    write("bob", "i1", in: "L1", "two")
    write("bob", "i2", in: "L1", "Bread")
    await sync("bob")
    await sync("alice")
    write("alice", "i2", in: "L1", "fresh")
    delete("alice", "i1")
    await sync("alice")
    await sync("bob")
    await leave("L1")
    await sync("alice")
  }

  /// A random story with random faults.
  func playChaos(seed: Int) async throws {
    var random = Chance(seed: seed)
    let intensity = [0.1, 0.3, 0.6].randomElement(using: &random) ?? 0.1
    for list in Self.lists { write("alice", list, "first") }
    try cloud.addFaultProfile(.everything, intensity: intensity)
    for step in 0..<40 {
      let user = ["alice", "bob"].randomElement(using: &random) ?? "bob"
      let list = Self.lists.randomElement(using: &random) ?? "L1"
      let entries = stores[user]?.entries ?? [:]
      let item = entries.filter { $1.list != nil }.keys.map(\.recordName).sorted()
        .randomElement(using: &random)
      switch (Int.random(in: 0..<100, using: &random), item) {
      case (0..<18, _): write(user, "\(user)-\(step)", in: list, "\(step)")
      case (18..<32, let item?): write(user, item, in: homes[item] ?? list, "\(step)")
      case (32..<36, _): write(user, list, "\(step)")
      case (36..<42, let item?): delete(user, item)
      case (42..<54, _): await share(list)
      case (54..<66, _): await accept(list)
      case (66..<69, _): await leave(list)
      case (69..<71, _): await stopSharing(list)
      case (71..<75, _): try cloud.advance(by: 30)
      default: await sync(user)
      }
    }
  }
}
