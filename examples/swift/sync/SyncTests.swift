import Foundation
import MockCloudCore
import Testing

/// Faults find eight bugs of the sync client, and none in its correct form.
///
/// `NOTES_SEEDS` is the number of seeds of random faults. If `NOTES_TABLE` names a file, a line for
/// each bug and each way to find it is written there, as by `examples/python/sync/trials.py`.
@Suite struct SyncTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seeds = environment["NOTES_SEEDS"].flatMap { Int($0) } ?? 150
  private static let table = environment["NOTES_TABLE"]

  @Test func everyCase() throws {
    let cloud = try Trial.newCloud()
    try Trial.beginExploration(cloud)
    var effect: String? = ""
    while let tried = effect {
      let story = Story(cloud, nil)
      story.play()
      let isCorrect = try story.isCorrect(after: tried)
      let findings = try cloud.findings()
      effect = try cloud.nextCase(
        failed: !isCorrect || !findings.isEmpty, message: findings.first?.message)?.effect.name
    }
    let report = try cloud.explorationReport()
    #expect(report.count > 500)
    for entry in report where entry.hasFailed || !entry.isReached {
      Issue.record(
        "\(entry.tried.call) \(entry.tried.effect.name): \(entry.verdict) \(entry.message ?? "")")
    }
  }

  @Test func randomFaults() throws {
    for seed in 1...Self.seeds {
      let cloud = try Trial.newCloud(seed: seed)
      let story = Story(cloud, nil)
      try story.playChaos(seed: seed)
      #expect(try story.isCorrect(), "seed \(seed)")
      #expect(try cloud.findings() == [], "seed \(seed)")
    }
  }

  @Test(arguments: Bug.allCases) func twoWaysFind(bug: Bug) throws {
    var found = 0
    for way in Trial.Way.allCases where found < 2 {
      if try Trial.run(bug, way, seeds: Self.seeds).found > 0 { found += 1 }
    }
    #expect(found == 2)
  }

  @Test(.enabled(if: table != nil)) func writeTable() throws {
    var text = ""
    for bug in Bug.allCases {
      for way in Trial.Way.allCases {
        let result = try Trial.run(bug, way, seeds: Self.seeds)
        let seconds = String(format: "%.2f", result.seconds)
        text +=
          "Swift\t\(bug.rawValue)\t\(way.rawValue)\t\(result.found)\t\(result.runs)\t\(seconds)\n"
      }
    }
    try text.write(toFile: try #require(Self.table), atomically: true, encoding: .utf8)
  }
}
