import CloudKit
import MockCloudCore
import MockCloudKit
import MockCloudTesting
import Testing

@testable import ExampleClients

/// The client over operations, with every single fault and with random ones.
struct OperationSyncTests {
  @Test func everySingleFault() async throws {
    let cases = try await explore(nil)
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

  @Test(arguments: OperationBug.allCases) func bugsAreFound(bug: OperationBug) async throws {
    for seed in (Trial.isThorough ? 1 : bug.seed)...300 {
      do {
        try await playChaos(bug, seed)
      } catch is Difference {
        return
      }
    }
    Issue.record("\(bug) is not found")
  }

  private func explore(_ bug: OperationBug?) async throws -> [MockCloud.ExploredCase] {
    let cloud = try Trial.cloud()
    return try await cloud.explore(Trial.exploration(conflict: "web")) { tried in
      let story = OperationStory(cloud, bug)
      await story.play()
      try await story.settle(after: tried?.effect.name ?? "")
    }
  }

  private func playChaos(_ bug: OperationBug?, _ seed: Int) async throws {
    let story = OperationStory(try Trial.cloud(seed: seed), bug)
    try await story.playChaos(seed: seed)
    try await story.settle()
  }
}
