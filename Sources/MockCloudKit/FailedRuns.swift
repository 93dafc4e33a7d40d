internal import MockCloudCore

/// The failures of an exploration's runs, those whose texts differ only in numbers together.
struct FailedRuns {
  /// The error of the first of them.
  private(set) var first: (any Error)?
  /// The group of each failure, in the order of the runs.
  private(set) var places: [Int] = []
  /// The last calls of the first run of each group, for the first groups.
  private(set) var calls: [[String]] = []
  private var groups: [String: Int] = [:]
  /// The number of the latest call before all runs.
  private let earlier: UInt64

  /// The maximum number of groups whose calls are kept.
  static var shown: Int { 10 }

  init(of cloud: Cloud) {
    var count = GetJournal()
    count.format = .count
    earlier = (try? cloud.perform(count).latest) ?? 0
  }

  /// Adds the failure of a run while the cloud has its calls.
  mutating func add(_ failure: any Error, _ cloud: Cloud) {
    first = first ?? failure
    let text = "\(failure)".filter { !$0.isNumber }
    let place = groups[text] ?? groups.count
    groups[text] = place
    places.append(place)
    if place == calls.count, place < Self.shown {
      calls.append(cloud.lastCallLines(since: earlier))
    }
  }

  /// Returns lines about the cases that failed: the first one of each group with its calls.
  func lines(_ failed: [MockCloud.ExploredCase]) -> [String] {
    var groups: [[MockCloud.ExploredCase]] = []
    for (tried, place) in zip(failed, places) {
      if place == groups.count { groups.append([tried]) } else { groups[place].append(tried) }
    }
    var lines: [String] = []
    for (group, calls) in zip(groups, calls) {
      lines += group.prefix(1).map { "  \($0)" }
      lines += group.first?.divergence.map { ["    before its fault, \($0)"] } ?? []
      lines += calls.map { "    \($0)" }
      let others = group.dropFirst()
      if others.isEmpty { continue }
      let rest = others.count > Self.shown ? "; and \(others.count - Self.shown) more" : ""
      lines.append(
        "    like it: "
          + others.prefix(Self.shown).map { "\($0.tried)" }.joined(separator: "; ") + rest)
    }
    let rest = groups.count - Self.shown
    return lines + (rest > 0 ? ["  and \(rest) other failures"] : [])
  }
}
