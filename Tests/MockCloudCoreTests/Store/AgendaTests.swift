import Testing

@testable import MockCloudCore

@Suite struct AgendaTests {
  private static let start = Clock.defaultStart

  private func push(_ name: String, at time: Int64) -> Event.Notification {
    Event.Notification(
      time: time, device: "device-1", userRecordName: "_me",
      push: .loaded(payload: Array("\"\(name)\"".utf8)))
  }

  private func names(_ agenda: Agenda) -> [String] {
    agenda.pushes.map { String(decoding: $0.push.push.payload, as: UTF8.self) }
  }

  private func state() throws -> CloudState {
    var world = World(seed: 1, clock: .standard)
    var user = AddUser("me", devices: ["device-1"])
    user.userRecordName = "_me"
    _ = try user.add(to: &world)
    return CloudState(SavedWorld(world: world))
  }

  private func upload(until expires: Int64) -> Uploads.Upload {
    Uploads.Upload(
      owner: Uploads.Owner(container: "c", environment: .development, user: "_me"),
      asset: Asset(data: [1]), expires: expires)
  }

  @Test func entriesComeByTimeAndThenInTheOrderOfEntering() {
    var agenda = Agenda()
    for (name, time) in [("d", 5), ("a", -3), ("e", 5), ("b", 0), ("c", 0)] as [(String, Int64)] {
      agenda.add(.push(push(name, at: time)), due: time)
    }
    #expect(names(agenda) == ["\"a\"", "\"b\"", "\"c\"", "\"d\"", "\"e\""])
    #expect(agenda.nextAwaited == -3)
    #expect(agenda.takeFirst(dueBy: -4) == nil)
    var times: [Int64] = []
    while let (due, _) = agenda.takeFirst(dueBy: 4) { times.append(due) }
    #expect(times == [-3, 0, 0])
    #expect(agenda.nextAwaited == 5)
  }

  @Test func whatNobodyWaitsForTakesItsTurn() {
    var agenda = Agenda()
    agenda.add(.expiry(receipt: "r"), due: 2)
    #expect(agenda.nextAwaited == nil)
    agenda.add(.push(push("a", at: 2)), due: 2)
    agenda.add(.push(push("b", at: 1)), due: 1)
    var kinds: [Bool] = []
    while let (_, entry) = agenda.takeFirst(dueBy: .max) { kinds.append(entry.isAwaited) }
    #expect(kinds == [true, false, true])
  }

  @Test func everyEntrySeesItsOwnTime() throws {
    var state = try state()
    state.world.keep(upload(until: Self.start + 10), receipt: "early")
    state.world.keep(upload(until: Self.start + 20), receipt: "late")
    state.world.send(push("a", at: Self.start + 15))
    #expect(state.runClock(to: Self.start + 19) == 1)
    #expect(state.world.uploads.entries.map(\.key) == ["late"])
    #expect(state.world.clock.now == Self.start + 19)
    #expect(state.runClock(to: Self.start + 20) == 0)
    #expect(state.world.uploads.entries.isEmpty)
  }

  @Test func theClockStopsAtTheLimitAndAtTheEndOfTime() throws {
    var state = try state()
    state.world.send(push("a", at: Self.start + 100))
    state.world.agenda.add(.push(push("never", at: 0)), due: .max)
    state.runUntilIdle(limit: 99)
    #expect(state.world.clock.now == Self.start + 99)
    #expect(state.nextEvent() == nil)
    state.runUntilIdle(limit: nil)
    #expect(state.world.clock.now == Self.start + 100)
    #expect(state.nextEvent() != nil)
    state.runUntilIdle(limit: .max)
    #expect(state.world.clock.now == Clock.bounds.upperBound)
    #expect(state.nextEvent() == nil)
  }

  @Test func aClockThatIsSetBackRunsWhatIsDueBefore() throws {
    var state = try state()
    state.world.send(push("a", at: Self.start))
    state.world.send(push("b", at: Self.start + 1))
    try state.setClock(to: Self.start - 5)
    #expect(state.world.clock.now == Self.start - 5)
    #expect(names(state.world.agenda) == ["\"b\""])
    #expect(throws: Clock.Refusal.outOfBounds) { try state.setClock(to: .max) }
    #expect(state.world.clock.now == Self.start - 5)
  }

  @Test func whatIsUnderWayTakesAsLongAfterTheClockWasSetBack() {
    var agenda = Agenda()
    func delayed(_ name: String, at time: Int64) -> Event.Notification {
      var push = push(name, at: 0)
      push.arrival = time
      return push
    }
    agenda.add(.push(push("c", at: 20)), due: 20)
    agenda.add(.push(delayed("b", at: 35)), due: 35)
    agenda.add(.push(delayed("d", at: 40)), due: 40)
    #expect(agenda.nextAwaited == 20)
    agenda.setBackJourneys(by: 10)
    agenda.setBackJourneys(by: 6)
    #expect(names(agenda) == ["\"b\"", "\"c\"", "\"d\""])
    #expect(agenda.pushes.map(\.push.arrival) == [19, nil, 24])
    agenda.add(.push(delayed("a", at: 5)), due: 5)
    #expect(agenda.nextAwaited == 5)
    #expect(agenda.count == 4)
    // The total is bounded; what is under way then takes longer.
    for _ in 0..<4 { agenda.setBackJourneys(by: 1 << 60) }
    #expect(agenda.count == 4)
    var times: [Int64] = []
    while let (due, entry) = agenda.takeFirst(dueBy: .max) {
      times.append(due)
      if case .push(let push) = entry { #expect(push.arrival == nil || push.arrival == due) }
    }
    #expect(times.count == 4)
    #expect(times == times.sorted())
    #expect(times.last == 20)
    agenda.add(.push(delayed("e", at: 7)), due: 7)
    #expect(agenda.nextAwaited == 7)
  }

  @Test func theSystemsClockRunsWhatIsDue() throws {
    var state = try state()
    state.world.clock = .system
    state.world.send(push("a", at: state.world.clock.now))
    state.world.send(push("b", at: .max))
    state.world.keep(upload(until: 0), receipt: "r")
    state.world.forgetExpiredUploads()
    #expect(state.world.uploads.entries.isEmpty)
    #expect(state.nextEvent() != nil)
    #expect(state.nextEvent() == nil)
    state.runUntilIdle(limit: nil)
    #expect(names(state.world.agenda) == ["\"b\""])
  }
}
