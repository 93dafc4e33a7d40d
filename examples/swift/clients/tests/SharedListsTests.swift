import CloudKit
import MockCloudCore
import MockCloudKit
import MockCloudTesting
import Testing

@testable import ExampleClients

/// The client that shares lists, with every single fault and with random ones.
struct SharedListsTests {
  @Test func everySingleFault() async throws {
    let cloud = try ListStory.cloud()
    let cases = try await cloud.explore(Trial.exploration(conflict: "web")) { tried in
      let story = ListStory(cloud, nil)
      await story.play()
      try await story.settle(after: tried?.effect.name ?? "")
    }
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

  @Test(arguments: ListBug.allCases) func bugsAreFound(bug: ListBug) async throws {
    for seed in (Trial.isThorough ? 1 : bug.seed)...300 {
      do {
        try await playChaos(bug, seed)
      } catch is Difference {
        return
      }
    }
    Issue.record("\(bug) is not found")
  }

  private func playChaos(_ bug: ListBug?, _ seed: Int) async throws {
    let story = ListStory(try ListStory.cloud(seed: seed), bug)
    try await story.playChaos(seed: seed)
    try await story.settle()
  }
}
