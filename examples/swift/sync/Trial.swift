import Foundation
import MockCloudCore

/// Two devices of one user, which write, delete and sync in turn. Once all faults have ended and
/// both have synced, both stores and the server must have the same notes, and no change may be lost.
final class Story {
  private static let devices = ["mac", "pad"]

  private let cloud: Cloud
  private let bug: Bug?
  private var stores: [String: LocalStore] = [:]
  private var clients: [String: SyncClient] = [:]
  /// The last values that the devices wrote, each into its own field, so that no write hides that of
  /// the other one.
  private var written: [String: [String: String]] = [:]
  private var deleted: Set<String> = []

  init(_ cloud: Cloud, _ bug: Bug?) {
    self.cloud = cloud
    self.bug = bug
    for device in Self.devices {
      stores[device] = LocalStore()
      start(device)
    }
  }

  /// Starts the client of a device with what it has stored.
  private func start(_ device: String) {
    let cloud = cloud
    clients[device] = stores[device].map { store in
      SyncClient(cloud, device: DeviceName(device), store, bug: bug) { seconds in
        _ = try? cloud.advanceClock(seconds: seconds)
      }
    }
  }

  func write(_ device: String, _ name: String, _ value: String) {
    stores[device]?.edit(name, device, value)
    written[name, default: [:]][device] = value
  }

  /// Writes into a note if the device has it.
  func change(_ device: String, _ name: String, _ value: String) {
    if stores[device]?.notes[name] != nil { write(device, name, value) }
  }

  /// Deletes a note if the device has it.
  func delete(_ device: String, _ name: String) {
    guard stores[device]?.notes[name] != nil else { return }
    stores[device]?.delete(name)
    deleted.insert(name)
  }

  /// Syncs a device. An app would show an error to the user, who tries again later.
  @discardableResult
  func sync(_ device: String) -> Bool {
    do {
      return try clients[device]?.sync() ?? false
    } catch  where error.clientHasEnded {
      try? cloud.restartDevice(DeviceName(device))
      start(device)
      return false
    } catch {
      return false
    }
  }

  /// Ends all faults and syncs: one device sends, the other one sends and reads, and so on. Returns
  /// whether they could.
  func settle() throws -> Bool {
    try cloud.healFaults()
    return ["mac", "pad", "mac"].map { sync($0) } == [true, true, true]
  }

  /// Ends all faults, and returns whether the result is correct.
  ///
  /// A client that was told that the zone is lost has sent old notes again, or removed its own: then
  /// the notes need only be the same everywhere. In a conflict, another device wrote a field.
  func isCorrect(after effect: String = "") throws -> Bool {
    guard try settle() else { return false }
    var server: [String: [String: String]] = [:]
    for record in try cloud.privateDatabase.storedRecords() {
      let note = Note(record)
      server[note.name] = note.fields
    }
    for store in stores.values where store.notes != server || !store.pending.isEmpty {
      return false
    }
    if effect.hasPrefix("userDeletedZone") || effect.hasPrefix("zoneNotFound") { return true }
    if effect == "conflict", !server.values.contains(where: { $0["web"] != nil }) { return false }
    // A device that received no response to the first save of a note may save it again after another
    // one has deleted it.
    for (name, fields) in written where !deleted.contains(name) {
      if server[name]?.filter({ $0.key != "web" }) != fields { return false }
    }
    return server.keys.allSatisfy { written[$0] != nil }
  }

  /// Plays a fixed story. Without faults, no sync finds a conflict or sends more than a batch, and
  /// one reads two pages.
  func play() {
    write("mac", "a1", "first")
    write("mac", "a2", "first")
    sync("mac")
    sync("pad")
    delete("mac", "a2")
    write("mac", "a3", "first")
    sync("mac")
    write("pad", "b1", "first")
    write("pad", "b2", "first")
    sync("pad")
    sync("mac")
    change("pad", "a1", "second")
    sync("pad")
    change("mac", "a3", "second")
    write("mac", "a4", "first")
    sync("mac")
    sync("pad")
  }

  /// Plays a random story with random faults.
  func playChaos(seed: Int) throws {
    var random = Chance(state: UInt64(seed))
    let intensities: [Double] = [0.1, 0.3, 0.6]
    let intensity = intensities[Int.random(in: 0..<3, using: &random)]
    try cloud.addFaultProfile(.everything, intensity: intensity)
    for step in 0..<30 {
      let device = Self.devices.randomElement(using: &random) ?? "mac"
      let note = stores[device]?.notes.keys.sorted().randomElement(using: &random) ?? ""
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<25: write(device, "\(device)-\(step)", "\(step)")
      case 25..<45: change(device, note, "\(step)")
      case 45..<55: delete(device, note)
      case 55..<95: sync(device)
      default: try cloud.advanceClock(seconds: 30)
      }
    }
  }
}

/// The same numbers in every run.
private struct Chance: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// Tries clients with faults in four ways, and measures which way finds a bug.
enum Trial {
  enum Way: String, CaseIterable {
    /// Every single fault at every call, compared with the expected notes.
    case exploration
    /// The client ends before and after every call, likewise.
    case crashes
    /// Random faults of the profile `everything`, likewise.
    case chaos
    /// Every single fault at every call, and crashes; `mock/report` must have no finding.
    case findings
  }

  struct Result {
    /// The number of the run that found the bug, from 1; 0 if none did.
    var found = 0
    var runs = 0
    var seconds = 0.0
  }

  static func newCloud(seed: Int = 1) throws -> Cloud {
    // Pages and batches are short, so that few notes fill several of them.
    try Cloud(
      json: """
        {"seed": \(seed), "users": [{"alias": "me", "devices": ["mac", "pad"]}],
         "limits": {"pageSize": 2, "itemsPerRequest": 3}}
        """)
  }

  static func beginExploration(_ cloud: Cloud) throws {
    let conflict = FaultConflict(fields: [.init("web", "kept")])
    try cloud.beginExploration(conflict: conflict, items: true, lasting: true, crashes: true)
  }

  /// Tries a client in one way, until a run fails.
  static func run(_ bug: Bug?, _ way: Way, seeds: Int) throws -> Result {
    let begin = clock()
    var result = way == .chaos ? try chaos(bug, seeds) : try explore(bug, way)
    result.seconds = Double(clock() - begin) / Double(CLOCKS_PER_SEC)
    return result
  }

  private static func explore(_ bug: Bug?, _ way: Way) throws -> Result {
    let cloud = try newCloud()
    var result = Result()
    try beginExploration(cloud)
    var effect: String? = ""
    while let tried = effect, result.found == 0 {
      if tried.isEmpty || way == .findings || tried.hasPrefix("crash") == (way == .crashes) {
        if !tried.isEmpty { result.runs += 1 }
        let story = Story(cloud, bug)
        story.play()
        let isCorrect = try story.isCorrect(after: tried)
        if way == .findings ? try !cloud.findings().isEmpty : !isCorrect {
          result.found = result.runs
          // The first run, which has no fault, must not fail.
          if tried.isEmpty { throw CocoaError(.featureUnsupported) }
        }
      }
      effect = try cloud.nextCase()?.effect.name
    }
    return result
  }

  private static func chaos(_ bug: Bug?, _ seeds: Int) throws -> Result {
    var result = Result()
    while result.runs < seeds, result.found == 0 {
      result.runs += 1
      let cloud = try newCloud(seed: result.runs)
      let story = Story(cloud, bug)
      try story.playChaos(seed: result.runs)
      if try !story.isCorrect() { result.found = result.runs }
    }
    return result
  }
}
