import CloudKit
import MockCloudCore
import MockCloudKit
import Testing

/// What the tests of all clients share.
enum Trial {
  private static let wanted =
    ProcessInfo.processInfo.environment["NOTES_SEEDS"].flatMap { Int($0) }

  /// The number of seeds of random faults.
  static let seeds = wanted ?? 1

  /// Whether the tests may take minutes: explorations then try all faults, else some of them.
  static let isThorough = wanted != nil

  /// Short pages and batches, so that few records fill several of them.
  static let limits = #""limits": {"pageSize": 2, "itemsPerRequest": 3}"#

  /// A cloud with two devices of one user.
  static func cloud(seed: Int = 1) throws -> MockCloud {
    try MockCloud(
      json: """
        {"seed": \(seed), "users": [{"alias": "me", "devices": ["mac", "pad"]}], \(limits)}
        """)
  }

  /// The faults that explorations try: all, with another device that saves the same records, and ends
  /// of the app.
  static func exploration(conflict field: String) -> MockCloud.ExplorationOptions {
    guard isThorough else { return .init(errors: [], crashes: true) }
    return .init(
      conflict: FaultConflict(fields: [.init(field, "kept")]), items: true, lasting: true,
      crashes: true)
  }

  /// Expects that an exploration had its cases. It has thrown if one of them failed.
  static func expect(
    _ cases: [MockCloud.ExploredCase], at location: SourceLocation = #_sourceLocation
  ) {
    #expect(cases.count >= (isThorough ? 400 : 25), sourceLocation: location)
  }
}

/// Why the devices and the server do not agree.
struct Difference: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The same numbers in every run.
struct Chance: RandomNumberGenerator {
  var state: UInt64

  init(seed: Int) { state = UInt64(seed) }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
