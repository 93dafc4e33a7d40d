import CloudKit
import MockCloudCore
import MockCloudKit

@testable import ExampleClients

/// Bugs that tests plant into the client, to measure whether they find them.
enum SQLiteBug: CaseIterable {
  /// Stores each token as it is received, and the changes of all pages at the end.
  case tokenBeforePage
  /// Keeps the fields of the server after a conflict, but not its tag.
  case tagDropped
  /// Takes edits that are made during an upload as sent.
  case editDuringUploadLost
  /// Keeps notes that a complete reading did not contain.
  case deletionsKept

  /// The first seed whose random faults find the bug. The tests begin with it, to save time.
  var seed: Int {
    switch self {
    case .tokenBeforePage: 9
    case .tagDropped: 1
    case .editDuringUploadLost: 2
    case .deletionsKept: 6
    }
  }
}

final class BuggyDatabase: NoteDatabase, @unchecked Sendable {
  private let bug: SQLiteBug?
  private var late: [(changed: [ServerNote], deleted: [String], token: CKServerChangeToken)] = []
  /// What the user does while the next upload is under way.
  var duringUpload: (() throws -> Void)?

  init(path: String, _ bug: SQLiteBug?) throws {
    self.bug = bug
    try super.init(path: path)
  }

  override func apply(
    _ changed: [ServerNote], deleted: [String], token: CKServerChangeToken
  ) throws {
    if bug == .tokenBeforePage { late.append((changed, deleted, token)) }
    let isLate = bug == .tokenBeforePage
    try super.apply(isLate ? [] : changed, deleted: isLate ? [] : deleted, token: token)
  }

  override func noteComplete() throws {
    for page in late { try super.apply(page.changed, deleted: page.deleted, token: page.token) }
    late = []
    if bug != .deletionsKept { try super.noteComplete() }
  }

  override func noteSaved(_ upload: NoteUpload, as server: ServerNote) throws {
    let edit = duringUpload
    duringUpload = nil
    try edit?()
    let now = try pending().first { $0.note.name == upload.note.name }
    try super.noteSaved(bug == .editDuringUploadLost ? now ?? upload : upload, as: server)
  }

  override func noteConflict(_ server: ServerNote) throws {
    let old = try pending().first { $0.note.name == server.note.name }?.systemFields
    var server = server
    if bug == .tagDropped, let old { server.systemFields = old }
    try super.noteConflict(server)
  }
}

/// Two devices of one user, which write, delete and synchronise in turn. Each has a database file, and
/// writes a column of its own, so that none hides what the other wrote.
final class SQLiteStory {
  private static let devices = ["mac", "pad"]

  private let cloud: MockCloud
  private let bug: SQLiteBug?
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "notes-\(UUID().uuidString)")
  private var stores: [String: BuggyDatabase] = [:]
  private var clients: [String: SQLiteSync] = [:]
  private var written: [String: Note] = [:]
  private var deleted: Set<String> = []

  init(_ cloud: MockCloud, _ bug: SQLiteBug?) throws {
    self.cloud = cloud
    self.bug = bug
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for device in Self.devices { try start(device) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Starts the app of a device with the database that the former one has left.
  private func start(_ device: String) throws {
    let path = folder.appendingPathComponent("\(device).sqlite").path
    let store = try BuggyDatabase(path: path, bug)
    stores[device] = store
    let cloud = cloud
    clients[device] = SQLiteSync(cloud.container(device: device), store) { seconds in
      try cloud.advance(by: seconds)
    }
  }

  // MARK: What the user does

  func write(_ device: String, _ name: String, _ text: String) throws {
    var note = written[name] ?? Note(name: name)
    if device == "mac" { note.title = text } else { note.body = text }
    written[name] = note
    try stores[device]?.write(
      name, title: device == "mac" ? text : nil, body: device == "pad" ? text : nil)
  }

  func names(_ device: String) throws -> [String] { try stores[device]?.notes().map(\.name) ?? [] }

  func delete(_ device: String, _ name: String) throws {
    guard try names(device).contains(name) else { return }
    try stores[device]?.delete(name)
    deleted.insert(name)
  }

  /// Synchronises, and returns the error.
  @discardableResult
  func sync(_ device: String) async throws -> (any Error)? {
    var failure: (any Error)?
    do {
      try await clients[device]?.sync()
    } catch let error as CKError {
      failure = error
    }
    if try cloud.hasEnded(device: device) {
      try cloud.restart(device: device)
      try start(device)
    }
    return failure
  }

  // MARK: The end

  /// Ends all faults, synchronises, and throws if the devices and the server do not agree.
  func settle(after effect: String = "") async throws {
    try cloud.heal()
    for device in ["mac", "pad", "mac"] {
      if let error = try await sync(device) {
        throw Difference("\(device) does not sync: \(error)")
      }
    }
    let database = cloud.container(device: "mac").privateCloudDatabase
    let records = try await database.allRecords(in: CKRecordZone.ID(zoneName: "Notes"))
    let server = records.map { ServerNote($0).note }
    for (device, store) in stores {
      let notes = try store.notes()
      if notes != server { throw Difference("\(device) has \(notes), not \(server)") }
      if try !store.pending().isEmpty { throw Difference("\(device) has unsent changes") }
    }
    if effect == "conflict", !records.contains(where: { $0["web"] != nil }) {
      throw Difference("the field of another device was overwritten")
    }
    // The zone was lost: then the notes need only be the same everywhere.
    if effect.hasPrefix("userDeletedZone") || effect.hasPrefix("zoneNotFound") { return }
    // A device that received no response to the first save of a note may save it again after another
    // one has deleted it.
    for (name, note) in written where !deleted.contains(name) {
      if !server.contains(note) { throw Difference("\(note) is lost: \(server)") }
    }
  }

  // MARK: Stories

  /// A fixed story. Without faults, one synchronisation reads two pages, and none sends more than a
  /// batch.
  func play() async throws {
    try write("mac", "a1", "first")
    try write("mac", "a2", "first")
    try await sync("mac")
    try await sync("pad")
    guard Trial.isThorough else { return }
    try delete("mac", "a2")
    try write("mac", "a3", "first")
    try await sync("mac")
    try write("pad", "b1", "first")
    try write("pad", "b2", "first")
    try await sync("pad")
    try await sync("mac")
    try write("mac", "a3", "second")
    try write("mac", "a4", "first")
    try await sync("mac")
    try await sync("pad")
    try write("pad", "a1", "second")
    try await sync("pad")
  }

  /// A random story with random faults.
  func playChaos(seed: Int) async throws {
    var random = Chance(seed: seed)
    let intensity = [0.1, 0.3, 0.6].randomElement(using: &random) ?? 0.1
    try cloud.addFaultProfile(.everything, intensity: intensity)
    for step in 0..<30 {
      let device = Self.devices.randomElement(using: &random) ?? "mac"
      let note = try names(device).randomElement(using: &random)
      switch (Int.random(in: 0..<100, using: &random), note) {
      case (0..<25, _): try write(device, "\(device)-\(step)", "\(step)")
      case (25..<45, let note?): try write(device, note, "\(step)")
      case (45..<53, let note?): try delete(device, note)
      case (53..<58, _): try cloud.advance(by: 30)
      case (58..<66, let note?):
        let store = stores[device]
        store?.duringUpload = { [unowned self] in try write(device, note, "\(step)") }
        try await sync(device)
        store?.duringUpload = nil
      default: try await sync(device)
      }
    }
  }
}
