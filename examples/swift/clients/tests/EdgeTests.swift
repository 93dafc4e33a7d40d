import CloudKit
import MockCloudCore
import MockCloudKit
import Testing

@testable import ExampleClients

/// Changes and errors that the stories of the clients do not have.
struct EdgeTests {
  private let cloud: MockCloud

  init() throws { cloud = try Trial.cloud() }

  /// The code with which a synchronisation ends.
  private func code(_ body: () async throws -> Void) async throws -> CKError.Code? {
    do {
      try await body()
      return nil
    } catch let error as CKError {
      return error.code
    }
  }

  // MARK: Notes

  private func notes(on device: String = "mac") throws -> (store: NoteDatabase, sync: SQLiteSync) {
    let store = try NoteDatabase(path: ":memory:")
    let sync = SQLiteSync(cloud.container(device: device), store) { try cloud.advance(by: $0) }
    return (store, sync)
  }

  private func titles(_ store: NoteDatabase) throws -> [String?] { try store.notes().map(\.title) }

  @Test func aNoteIsWrittenAgainAfterItsDeletion() async throws {
    let (mac, pad) = (try notes(), try notes(on: "pad"))
    try mac.store.write("n", title: "one", body: "text")
    try await mac.sync.sync()
    try mac.store.delete("n")
    try mac.store.write("n", title: "two")
    let expected = [Note(name: "n", title: "two", body: nil)]
    #expect(try mac.store.notes() == expected)
    try await mac.sync.sync()
    try await pad.sync.sync()
    #expect(try mac.store.notes() == expected)
    #expect(try pad.store.notes() == expected)
  }

  @Test func aNoteIsWrittenAgainWhileItsDeletionIsSent() async throws {
    let (store, sync) = try notes()
    try store.write("n", title: "one")
    try await sync.sync()
    try store.delete("n")
    let sent = try #require(try store.pending().first)
    try store.write("n", title: "two")
    try await cloud.container().privateCloudDatabase.deleteRecord(
      withID: sent.recordID(in: sync.zoneID))
    try store.noteDeleted(sent)
    try await sync.sync()
    #expect(try titles(store) == ["two"])
    let record = try await cloud.container().privateCloudDatabase.record(
      for: sent.recordID(in: sync.zoneID))
    #expect(record["title"] == "two")
    try store.delete("n")
    try await sync.sync()
    #expect(try titles(store) == [])
  }

  /// The page that reports the deletion is read before the note is sent again.
  @Test func aNoteIsWrittenAgainBeforeItsDeletionIsRead() async throws {
    let (mac, pad) = (try notes(), try notes(on: "pad"))
    for title in ["one", "two"] {
      try mac.store.write("n", title: title)
      try await mac.sync.sync()
      try mac.store.delete("n")
      let sent = try #require(try mac.store.pending().first)
      try await cloud.container().privateCloudDatabase.deleteRecord(
        withID: sent.recordID(in: mac.sync.zoneID))
      try mac.store.noteDeleted(sent)
      try mac.store.write("n", title: "again")
      try mac.store.apply([], deleted: ["n"], token: #require(try mac.store.token()))
      #expect(try titles(mac.store) == ["again"])
      try await mac.sync.sync()
      try await pad.sync.sync()
      #expect(try titles(pad.store) == ["again"])
      try mac.store.apply([], deleted: ["n"], token: #require(try mac.store.token()))
      #expect(try titles(mac.store) == [], "it was sent since")
      try mac.store.write("n", title: "again")
      try mac.store.delete("n")
      try mac.store.apply([], deleted: ["n"], token: #require(try mac.store.token()))
      #expect(try mac.store.pending().isEmpty, "there is nothing to delete")
      try mac.store.readAgain()
    }
  }

  @Test func anInvalidNoteStopsNoOther() async throws {
    let (mac, pad) = (try notes(), try notes(on: "pad"))
    try mac.store.write("_invalid", title: "x")
    for name in ["a", "b", "c"] { try mac.store.write(name, title: name) }
    #expect(try await code { try await mac.sync.sync() } == .invalidArguments)
    try mac.store.delete("b")
    #expect(try await code { try await mac.sync.sync() } == .invalidArguments)
    try await pad.sync.sync()
    #expect(try titles(pad.store) == ["a", "c"])
  }

  /// The service may also refuse a record of a request alone.
  @Test func aRefusedNoteStopsNoOther() async throws {
    let (mac, pad) = (try notes(), try notes(on: "pad"))
    for name in ["a", "b", "c"] { try mac.store.write(name, title: name) }
    let refused = CKRecord.ID(recordName: "b", zoneID: await mac.sync.zoneID)
    try cloud.setRecordErrors([refused], .invalidArguments)
    #expect(try await code { try await mac.sync.sync() } == .invalidArguments)
    try await pad.sync.sync()
    #expect(try titles(pad.store) == ["a", "c"])
    try cloud.setRecordErrors([])
    try await mac.sync.sync()
    try await pad.sync.sync()
    #expect(try titles(pad.store) == ["a", "b", "c"])
  }

  // MARK: Objects

  private func objects(
    on device: String = "mac"
  ) -> (store: ObjectStore, sync: OperationSync) {
    let store = ObjectStore()
    let sync = OperationSync(cloud.container(device: device), store) { _, body in body() }
    return (store, sync)
  }

  private func code(_ sync: OperationSync) async -> CKError.Code? {
    await withCheckedContinuation { continuation in
      sync.sync { continuation.resume(returning: ($0 as? CKError)?.code) }
    }
  }

  @Test func anObjectIsSetAgainAfterItsDeletion() async throws {
    let (store, sync) = objects()
    store.set("title", of: "n", "Note", to: .text("one"))
    #expect(await code(sync) == nil)
    store.delete("n")
    store.set("title", of: "n", "Note", to: .text("two"))
    #expect(await code(sync) == nil)
    #expect(await code(sync) == nil)
    #expect(store.objects == ["n": ["title": .text("two")]])
    let record = try await cloud.container().privateCloudDatabase.record(
      for: CKRecord.ID(recordName: "n", zoneID: sync.zoneID))
    #expect(record["title"] == "two")
  }

  @Test func anInvalidObjectStopsNoOther() async throws {
    let (mac, pad) = (objects(), objects(on: "pad"))
    // Two of them, beside valid ones in the same request and in others.
    for name in ["a", "_invalid", "b", "_other", "c", "d", "e"] {
      mac.store.set("title", of: name, "Note", to: .text(name))
    }
    #expect(await code(mac.sync) == .invalidArguments)
    mac.store.delete("b")
    mac.store.delete("_other")
    #expect(await code(mac.sync) == .invalidArguments)
    #expect(await code(pad.sync) == nil)
    #expect(pad.store.objects.keys.sorted() == ["a", "c", "d", "e"])
  }

  /// The service may also refuse a record of a request alone.
  @Test func aRefusedObjectStopsNoOther() async throws {
    let (mac, pad) = (objects(), objects(on: "pad"))
    for name in ["a", "b", "c"] { mac.store.set("title", of: name, "Note", to: .text(name)) }
    try cloud.setRecordErrors(
      [CKRecord.ID(recordName: "b", zoneID: mac.sync.zoneID)], .invalidArguments)
    #expect(await code(mac.sync) == .invalidArguments)
    #expect(await code(pad.sync) == nil)
    #expect(pad.store.objects.keys.sorted() == ["a", "c"])
    try cloud.setRecordErrors([])
    #expect(await code(mac.sync) == nil)
    #expect(await code(pad.sync) == nil)
    #expect(pad.store.objects.keys.sorted() == ["a", "b", "c"])
  }

  /// The page that reports the deletion is read before the object is sent again.
  @Test func anObjectIsSetAgainBeforeItsDeletionIsRead() async throws {
    let store = ObjectStore()
    let sync = OperationSync(cloud.container(device: "mac"), store) { _, body in body() }
    store.set("title", of: "n", "Note", to: .text("one"))
    await withCheckedContinuation { continuation in sync.sync { _ in continuation.resume() } }
    let token = try #require(store.token)
    store.delete("n")
    store.noteDeleted("n")
    store.set("title", of: "n", "Note", to: .text("two"))
    store.apply(ObjectPage(deleted: ["n"]), token: token)
    #expect(store.objects == ["n": ["title": .text("two")]])
    let other = try #require(store.pending.saves.first)
    #expect(other.name == "n" && store.pending.deletions.isEmpty)
  }

  // MARK: Lists

  private func lists(on device: String = "mac") -> (store: ListStore, sync: SharedLists) {
    let store = ListStore()
    let sync = SharedLists(cloud.container(device: device), store) { try cloud.advance(by: $0) }
    return (store, sync)
  }

  private func id(_ name: String) -> CKRecord.ID {
    CKRecord.ID(recordName: name, zoneID: CKRecordZone.ID(zoneName: "Lists"))
  }

  private func names(_ store: ListStore) -> [String] {
    store.entries.keys.map(\.recordName).sorted()
  }

  @Test func anItemIsWrittenAgainAfterItsDeletion() async throws {
    let (mac, pad) = (lists(), lists(on: "pad"))
    mac.store.set("title", of: id("list"), to: "l")
    mac.store.set("title", of: id("item"), in: id("list"), to: "one")
    mac.store.set("note", of: id("item"), to: "text")
    try await mac.sync.sync()
    mac.store.delete(id("item"))
    mac.store.set("title", of: id("item"), in: id("list"), to: "two")
    try await mac.sync.sync()
    try await pad.sync.sync()
    let expected = ListEntry(values: ["title": "two"], list: id("list"))
    #expect(mac.store.entries[id("item")] == expected)
    #expect(pad.store.entries[id("item")] == expected)
    mac.store.delete(id("item"))
    let sent = try #require(mac.store.pending(in: .private).first)
    mac.store.set("title", of: id("item"), in: id("list"), to: "three")
    mac.store.noteDeleted(sent.id, edits: sent.stored.edits)
    try await cloud.container().privateCloudDatabase.deleteRecord(withID: sent.id)
    try await mac.sync.sync()
    try await pad.sync.sync()
    #expect(pad.store.entries[id("item")]?.values == ["title": "three"])
  }

  /// The page that reports the deletion is read before the item is sent again.
  @Test func anItemIsWrittenAgainBeforeItsDeletionIsRead() async throws {
    let (mac, pad) = (lists(), lists(on: "pad"))
    mac.store.set("title", of: id("list"), to: "l")
    mac.store.set("title", of: id("item"), in: id("list"), to: "one")
    try await mac.sync.sync()
    mac.store.delete(id("item"))
    let sent = try #require(mac.store.pending(in: .private).first)
    try await cloud.container().privateCloudDatabase.deleteRecord(withID: sent.id)
    mac.store.noteDeleted(sent.id, edits: sent.stored.edits)
    mac.store.set("title", of: id("item"), in: id("list"), to: "two")
    let zone = id("item").zoneID
    let token = try #require(mac.store.token(of: zone))
    mac.store.apply([], deleted: [id("item")], of: zone, token: token)
    #expect(mac.store.entries[id("item")]?.values == ["title": "two"])
    try await mac.sync.sync()
    try await pad.sync.sync()
    #expect(pad.store.entries[id("item")]?.values == ["title": "two"])
    mac.store.apply([], deleted: [id("item")], of: zone, token: token)
    #expect(names(mac.store) == ["list"], "it was sent since")
  }

  /// The server has no items without their list: they are sent again.
  @Test func aListIsWrittenAgainWhileItsDeletionIsSent() async throws {
    let (mac, pad) = (lists(), lists(on: "pad"))
    mac.store.set("title", of: id("list"), to: "l")
    for name in ["a", "b"] { mac.store.set("title", of: id(name), in: id("list"), to: name) }
    try await mac.sync.sync()
    mac.store.delete(id("list"))
    mac.store.delete(id("b"))
    let sent = try #require(mac.store.pending(in: .private).first)
    #expect(sent.id == id("list"))
    let deleted = ["list", "a", "b"].map { id($0) }
    mac.store.set("title", of: id("list"), to: "again")
    mac.store.set("title", of: id("c"), in: id("list"), to: "c")
    let database = cloud.container().privateCloudDatabase
    _ = try await database.modifyRecords(saving: [], deleting: deleted)
    mac.store.noteDeleted(sent.id, edits: sent.stored.edits)
    #expect(names(mac.store) == ["a", "c", "list"])
    try await mac.sync.sync()
    try await pad.sync.sync()
    #expect(names(mac.store) == ["a", "c", "list"])
    #expect(names(pad.store) == ["a", "c", "list"])
    #expect(pad.store.entries[id("list")]?.values == ["title": "again"])
  }

  @Test func aListWhoseDeletionIsRefusedStays() async throws {
    let (store, sync) = lists()
    store.set("title", of: id("list"), to: "l")
    store.set("title", of: id("item"), in: id("list"), to: "one")
    try await sync.sync()
    store.delete(id("list"))
    try cloud.setRecordErrors([id("list")], .referenceViolation, times: 1)
    try await sync.sync()
    #expect(names(store) == ["item", "list"])
    #expect(store.pending(in: .private).isEmpty)
  }

  @Test func anInvalidItemStopsNoOther() async throws {
    let (mac, pad) = (lists(), lists(on: "pad"))
    for name in ["_invalid", "a", "b", "c"] { mac.store.set("title", of: id(name), to: name) }
    #expect(try await code { try await mac.sync.sync() } == .invalidArguments)
    try await pad.sync.sync()
    #expect(names(pad.store) == ["a", "b", "c"])
  }

  @Test func aRefusedItemStopsNoOther() async throws {
    let (mac, pad) = (lists(), lists(on: "pad"))
    for name in ["a", "b", "c"] { mac.store.set("title", of: id(name), to: name) }
    try cloud.setRecordErrors([id("b")], .invalidArguments)
    #expect(try await code { try await mac.sync.sync() } == .invalidArguments)
    try cloud.setRecordErrors([])
    try await pad.sync.sync()
    #expect(names(pad.store) == ["a", "c"])
    try await mac.sync.sync()
    try await pad.sync.sync()
    #expect(names(pad.store) == ["a", "b", "c"])
  }

  @Test(arguments: [true, false]) func aZoneThatIsGoneWithItsTokensIsGone(
    isPurged: Bool
  ) async throws {
    let (mac, pad) = (lists(), lists(on: "pad"))
    mac.store.set("title", of: id("list"), to: "l")
    try await mac.sync.sync()
    try await pad.sync.sync()
    #expect(names(pad.store) == ["list"])
    if isPurged {
      try cloud.purge(mac.sync.ownZone)
    } else {
      let database = cloud.container(device: "mac").privateCloudDatabase
      try await database.deleteRecordZone(withID: mac.sync.ownZone)
    }
    try cloud.expireTokens()
    try await pad.sync.sync()
    #expect(names(pad.store) == [])
    // The zone is made again for what is written next.
    pad.store.set("title", of: id("other"), to: "o")
    try await pad.sync.sync()
    try await mac.sync.sync()
    #expect(names(mac.store) == ["other"])
  }

  // MARK: Waits

  @Test func waitsAreFinite() async throws {
    let waits: [TimeInterval] = [3, 1e300, .infinity, -1, .nan]
    #expect(waits.map(\.asWait) == [3, 86_400, 86_400, 0, 0])
    try await Task.wait(.nan)
  }
}
