import CloudKit
import MockCloudCore
import MockCloudKit

@testable import ExampleClients

/// Bugs that tests plant into the client, to measure whether they find them.
enum OperationBug: CaseIterable {
  /// Stores each token as it is received, and the changes of all pages at the end.
  case tokenBeforePage
  /// Reports success without waiting for the last operation.
  case dependencyForgotten
  /// Takes edits that are made during an upload as sent.
  case editDuringUploadLost
  /// Keeps objects that a complete reading did not contain.
  case deletionsKept

  /// The first seed whose random faults find the bug. The tests begin with it, to save time.
  var seed: Int {
    switch self {
    case .tokenBeforePage: 5
    case .dependencyForgotten: 1
    case .editDuringUploadLost: 6
    case .deletionsKept: 43
    }
  }
}

final class BuggyStore: ObjectStore, @unchecked Sendable {
  private let bug: OperationBug?
  private var late: [(ObjectPage, CKServerChangeToken)] = []
  /// What the user does while the next upload is under way.
  var duringUpload: (() -> Void)?

  init(_ bug: OperationBug?) { self.bug = bug }

  override func apply(_ page: ObjectPage, token: CKServerChangeToken) {
    guard bug == .tokenBeforePage else { return super.apply(page, token: token) }
    super.apply(ObjectPage(), token: token)
    late.append((page, token))
  }

  /// What a download has not stored is lost when the next one begins.
  override var token: CKServerChangeToken? {
    late = []
    return super.token
  }

  override func noteComplete() {
    for (page, token) in late { super.apply(page, token: token) }
    late = []
    if bug != .deletionsKept { super.noteComplete() }
  }

  override func noteSaved(_ record: ServerObject, edits: Int) {
    let edit = duringUpload
    duringUpload = nil
    edit?()
    let now = pending.saves.first { $0.name == record.name }?.object.edits ?? edits
    super.noteSaved(record, edits: bug == .editDuringUploadLost ? now : edits)
  }

  /// A client that is started again has only what was stored.
  func forgetPages() { late = [] }
}

final class BuggySync: OperationSync, @unchecked Sendable {
  var bug: OperationBug?

  override func order(_ operations: [CKDatabaseOperation], _ end: Operation) {
    guard bug == .dependencyForgotten else { return super.order(operations, end) }
    for (operation, next) in zip(operations, operations.dropFirst()) {
      next.addDependency(operation)
      end.addDependency(operation)
    }
  }
}

/// Two devices of one user, which write, delete and synchronise in turn.
final class OperationStory {
  private static let devices = ["mac", "pad"]

  private let cloud: MockCloud
  private let bug: OperationBug?
  private var stores: [String: BuggyStore] = [:]
  private var clients: [String: BuggySync] = [:]
  /// The last values that the devices wrote: each writes a key of its own, so that none hides that of
  /// the other.
  private var written: [String: [String: ObjectValue]] = [:]
  private var deleted: Set<String> = []

  init(_ cloud: MockCloud, _ bug: OperationBug?) {
    self.cloud = cloud
    self.bug = bug
    for device in Self.devices {
      stores[device] = BuggyStore(bug)
      start(device)
    }
  }

  /// Starts the app of a device with what it has stored.
  private func start(_ device: String) {
    guard let store = stores[device] else { return }
    store.forgetPages()
    let cloud = cloud
    let client = BuggySync(cloud.container(device: device), store) { seconds, body in
      try? cloud.advance(by: seconds)
      body()
    }
    client.bug = bug
    clients[device] = client
  }

  // MARK: What the user does

  /// Writes the device's text of a note, which is created if there is none.
  func write(_ device: String, _ note: String, _ text: String) {
    set(device, note, "Note", device, .text(text))
  }

  func set(_ device: String, _ name: String, _ type: String, _ key: String, _ value: ObjectValue?) {
    stores[device]?.set(key, of: name, type, to: value)
    if key == device { written[name, default: [:]][key] = value }
  }

  func delete(_ device: String, _ name: String) {
    guard let store = stores[device], store.objects[name] != nil else { return }
    let before = store.objects.keys
    store.delete(name)
    deleted.formUnion(Set(before).subtracting(store.objects.keys))
    // What others put into it meanwhile is deleted with it.
    deleted.insert(name)
  }

  /// Synchronises, and returns the error.
  @discardableResult
  func sync(_ device: String) async -> (any Error)? {
    guard let client = clients[device] else { return nil }
    let error: (any Error)? = await withCheckedContinuation { continuation in
      client.sync { continuation.resume(returning: $0) }
    }
    if (try? cloud.hasEnded(device: device)) == true {
      try? cloud.restart(device: device)
      start(device)
    }
    return error
  }

  // MARK: The end

  /// Ends all faults, synchronises, and throws if the devices and the server do not agree.
  func settle(after effect: String = "") async throws {
    try cloud.heal()
    for device in ["mac", "pad", "mac"] {
      if let error = await sync(device) { throw Difference("\(device) does not sync: \(error)") }
    }
    var server: [String: [String: ObjectValue]] = [:]
    let all = cloud.container(device: "mac").privateCloudDatabase
    let zoneID = CKRecordZone.ID(zoneName: "Objects")
    for record in try await all.allRecords(in: zoneID) {
      let object = ServerObject(record)
      server[object.name] = object.values
    }
    for (device, store) in stores {
      if store.objects != server {
        throw Difference("\(device) has \(store.objects), not \(server)")
      }
      let pending = store.pending
      if !pending.saves.isEmpty || !pending.deletions.isEmpty {
        throw Difference("\(device) has unsent changes")
      }
    }
    // The zone was lost: then the objects need only be the same everywhere.
    if effect.hasPrefix("userDeletedZone") || effect.hasPrefix("zoneNotFound") { return }
    for (name, values) in written where !isDeleted(name) {
      for (key, value) in values where server[name]?[key] != value {
        throw Difference("\(key) of \(name) is lost: \(value), not \(server)")
      }
    }
  }

  /// Whether an object was deleted, or something to which it belonged. A change that is saved after
  /// that makes it again, with the changed values alone (`changedKeys`).
  private func isDeleted(_ name: String) -> Bool {
    deleted.contains(name) || owners[name]?.isDisjoint(with: deleted) == false
  }

  /// To what each object has ever belonged.
  private var owners: [String: Set<String>] = [:]

  func move(_ device: String, _ note: String, to folder: String) {
    guard stores[device]?.objects[note] != nil else { return }
    owners[note, default: []].insert(folder)
    set(device, note, "Note", "folder", .owner(folder))
  }

  // MARK: Stories

  /// A fixed story. Without faults, one synchronisation reads two pages, and none sends more than a
  /// batch.
  func play() async {
    set("mac", "f1", "Folder", "mac", .text("Home"))
    write("mac", "a1", "first")
    move("mac", "a1", to: "f1")
    await sync("mac")
    await sync("pad")
    guard Trial.isThorough else { return }
    write("mac", "a2", "first")
    set("mac", "a2", "Note", "tags", .texts(["shop", "soon"]))
    await sync("mac")
    write("pad", "b1", "first")
    set("pad", "b1", "Note", "photo", .file(Data("photo".utf8)))
    await sync("pad")
    delete("mac", "a2")
    write("pad", "a1", "second")
    await sync("pad")
    await sync("mac")
    write("mac", "a3", "first")
    await sync("mac")
    await sync("pad")
  }

  /// A random story with random faults.
  func playChaos(seed: Int) async throws {
    var random = Chance(seed: seed)
    let intensity = [0.1, 0.3, 0.6].randomElement(using: &random) ?? 0.1
    try cloud.addFaultProfile(.everything, intensity: intensity)
    for step in 0..<30 {
      let device = Self.devices.randomElement(using: &random) ?? "mac"
      let objects = stores[device]?.objects ?? [:]
      let name = objects.keys.sorted().randomElement(using: &random)
      let folder = objects.keys.filter { $0.hasPrefix("f") }.sorted().randomElement(using: &random)
      switch (Int.random(in: 0..<100, using: &random), name, folder) {
      case (0..<15, _, _): write(device, "\(device)-\(step)", "\(step)")
      case (15..<20, _, _): set(device, "f-\(device)-\(step)", "Folder", device, .text("\(step)"))
      case (20..<30, let name?, let folder?) where !name.hasPrefix("f"):
        move(device, name, to: folder)
      case (30..<45, let name?, _):
        set(device, name, name.hasPrefix("f") ? "Folder" : "Note", device, .text("\(step)"))
      case (45..<50, let name?, _) where !name.hasPrefix("f"):
        set(device, name, "Note", "photo", .file(Data("\(step)".utf8)))
      case (50..<57, let name?, _): delete(device, name)
      case (57..<62, _, _): try cloud.advance(by: 30)
      case (62..<70, let name?, _) where !name.hasPrefix("f"):
        set(device, name, "Note", "tags", .texts(["\(step)"]))
        stores[device]?.duringUpload = { [unowned self] in write(device, name, "\(step)") }
        await sync(device)
        stores[device]?.duringUpload = nil
      default: await sync(device)
      }
    }
  }
}

extension CKDatabase {
  /// All records of a zone, as a new device would fetch them.
  func allRecords(in zoneID: CKRecordZone.ID) async throws -> [CKRecord] {
    var records: [CKRecord.ID: CKRecord] = [:]
    var token: CKServerChangeToken?
    var isComplete = false
    while !isComplete {
      let page = try await recordZoneChanges(inZoneWith: zoneID, since: token)
      for (recordID, result) in page.modificationResultsByID {
        records[recordID] = try result.get().record
      }
      for deletion in page.deletions { records[deletion.recordID] = nil }
      token = page.changeToken
      isComplete = !page.moreComing
    }
    return records.values.sorted { $0.recordID.recordName < $1.recordID.recordName }
  }
}
