import CloudKit
import MockCloudKit
import MockCloudTesting
import Testing

/// Rules with `mustFire` of a cloud that is copied: each has to act in the cloud or in one of the copies.
@Suite(.mockCloud)
struct ForkedRuleTests {
  private static let busy = MockCloud.FaultRule(
    id: "busy", when: .calls(.modifyRecords), limit: .first(1), then: [.error(.zoneBusy)],
    mustFire: true)

  private static func save(in cloud: MockCloud) async {
    let record = CKRecord(recordType: "Note", recordID: .init(recordName: "a"))
    _ = try? await cloud.container().privateCloudDatabase.save(record)
  }

  /// Whose cloud is copied.
  enum Origin: CaseIterable {
    case trait, test

    fileprivate func cloud() throws -> MockCloud {
      switch self {
      case .trait: try MockCloud.current
      case .test: try MockCloud()
      }
    }
  }

  /// Returns the issues of a test with a rule in a cloud that it copies.
  private func found(
    _ origin: Origin, _ body: @Sendable (MockCloud) async throws -> Void
  ) async throws -> [String] {
    try await issues {
      let cloud = try origin.cloud()
      try cloud.addFaults(Self.busy)
      try await body(cloud)
    }
  }

  private func isOverdueOnce(_ found: [String]) -> Bool {
    found.count == 1 && found.first?.components(separatedBy: "busy: did not act").count == 2
  }

  @Test(arguments: Origin.allCases)
  func aRuleThatActsInNoneIsOverdue(_ origin: Origin) async throws {
    let kept = try await found(origin) { cloud in
      let forks = [cloud.fork(), cloud.fork()]
      withExtendedLifetime(forks) {}
    }
    #expect(isOverdueOnce(kept))
    let released = try await found(origin) { cloud in _ = cloud.fork().fork() }
    #expect(isOverdueOnce(released))
    let removed = try await found(origin) { cloud in
      let fork = cloud.fork()
      try fork.heal()
      try cloud.heal()
      await Self.save(in: fork)
    }
    #expect(isOverdueOnce(removed))
    let removedInTheFork = try await found(origin) { try $0.fork().heal() }
    #expect(isOverdueOnce(removedInTheFork))
  }

  @Test func aRuleThatActsInOneAndStartsItsCountsAnewIsNot() async throws {
    let found = try await issues {
      let cloud = try MockCloud.current
      cloud.call(
        "mock/faults/add",
        #"{"rules":[{"id":"own","when":{"op":"records/modify"},"then":{"error":"zoneBusy"},"#
          + #""mustFire":true,"next":{"arm":["own"],"reset":true}}]}"#)
      let fork = cloud.fork()
      await Self.save(in: fork)
    }
    #expect(found == [])
  }

  @Test(arguments: Origin.allCases)
  func aRuleThatActsInOneIsNot(_ origin: Origin) async throws {
    let inTheFork = try await found(origin) { cloud in
      let fork = cloud.fork()
      await Self.save(in: fork)
    }
    #expect(inTheFork == [])
    let inAReleasedFork = try await found(origin) { cloud in await Self.save(in: cloud.fork()) }
    #expect(inAReleasedFork == [])
    let removed = try await found(origin) { cloud in
      let fork = cloud.fork()
      await Self.save(in: fork)
      try fork.heal()
      try cloud.heal()
    }
    #expect(removed == [])
    let inTheOrigin = try await found(origin) { cloud in
      let fork = cloud.fork()
      await Self.save(in: cloud)
      withExtendedLifetime(fork) {}
    }
    #expect(inTheOrigin == [])
    let inAForkOfAFork = try await found(origin) { cloud in
      await Self.save(in: cloud.fork().fork())
    }
    #expect(inAForkOfAFork == [])
  }

  /// A rule that acted before a copy was made need not act again, also if its counts start anew.
  @Test func aRuleThatHasActedIsMet() async throws {
    let found = try await issues {
      var configuration = MockCloud.Configuration()
      configuration.faults = [Self.busy]
      let cloud = try MockCloud(configuration)
      await Self.save(in: cloud)
      try cloud.fork().reset()
      try cloud.reset()
      _ = cloud.fork()
    }
    #expect(found == [])
  }

  @Test func aNewRuleOfTheSameNameIsAnother() async throws {
    let found = try await found(.test) { cloud in
      let fork = cloud.fork()
      await Self.save(in: fork)
      try cloud.removeFault("busy")
      try cloud.addFaults(Self.busy)
    }
    #expect(isOverdueOnce(found))
  }

  /// The test does not check a cloud that it has not made, but one that it copies may meet its rules.
  @Test func aRuleMayActInACloudThatTheTestDoesNotCheck() async throws {
    for acts in [false, true] {
      let found = try await issues {
        let cloud = try await Task.detached { try MockCloud() }.value
        try cloud.addFaults(Self.busy)
        let fork = cloud.fork()
        if acts { await Self.save(in: cloud) }
        withExtendedLifetime(fork) {}
      }
      #expect(acts ? found == [] : isOverdueOnce(found))
    }
  }

  /// It is enough that a rule which a scenario adds acts in a copy in one of its runs.
  @Test func aRuleOfAScenarioThatCopiesItsCloud() async throws {
    func found(_ acts: Bool) async throws -> [String] {
      try await issues {
        let cloud = try MockCloud.current
        try await cloud.explore(.init(errors: [.networkFailure])) { tried in
          try cloud.addFaults(Self.busy)
          let fork = cloud.fork()
          if acts, tried != nil { await Self.save(in: fork) }
          _ = try? await cloud.container().privateCloudDatabase.record(
            for: .init(recordName: "a"))
        }
      }
    }
    #expect(try await found(true) == [])
    #expect(isOverdueOnce(try await found(false)))
  }

  @Test func eachCloudHasItsOwnExpectations() async throws {
    let cloud = try MockCloud()
    try cloud.addFaults(Self.busy)
    let fork = cloud.fork()
    await Self.save(in: fork)
    for each in [cloud, fork] { try each.heal() }
    try fork.expectRulesFired()
    #expect(throws: UnmetExpectation.self) { try cloud.expectRulesFired() }
  }
}
