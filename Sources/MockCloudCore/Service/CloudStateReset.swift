extension CloudState {
  /// Restores the configured state, except for the given parts. Throws if the configured state does
  /// not fit them.
  mutating func reset(keeping kept: Set<ResetCloud.Part>) throws(Misuse) {
    var fresh = CloudState(initial.value)
    fresh.faultFile = faultFile
    fresh.unwritten = unwritten
    fresh.taker = taker
    fresh.separatesCommits = separatesCommits
    rememberAccounts()
    fresh.accountWatch = accountWatch
    if kept.contains(.schema) { fresh.world.setSchemas(world.schemas) }
    if kept.contains(.users) { fresh.keepPeople(of: world) }
    if kept.contains(.faults) {
      fresh.faults = faults
      // A reset begins all clients anew.
      fresh.faults.crashed = []
      // The lists name calls by their numbers, which begin anew too.
      fresh.faults.rules.forgetLists()
    }
    if kept.contains(.limits) { fresh.world.limits = world.limits }
    if kept.contains(.clock) {
      fresh.world.clock = world.clock
    } else if kept.contains(.faults) {
      // The start may be later than the clock, too.
      fresh.faults.rules.setBack(by: world.clock.now &- fresh.world.clock.now)
    }
    if initial.value.world.needs(partsOf: world, kept),
      let problem = WorldCheck.firstProblem(of: fresh.world)
    {
      throw Misuse.badMockRequest(
        "the configured state does not fit what is kept: \(problem.text) (\(problem.place))",
        key: "keep", expected: "a reset that does not keep them")
    }
    if kept.contains(.users),
      let entry = fresh.world.firstOperationWithoutDevice(besides: initial.value.world)
    {
      throw Misuse.badMockRequest(
        "the configured state does not fit what is kept: operation \(entry.number) is of device "
          + "'\(NameRules.shortened(entry.device))', which its user does not have",
        key: "keep", expected: "a reset that does not keep the users")
    }
    world.operations.revokeReports()
    fresh.watch.takeStarts(of: watch)
    self = fresh
  }

  /// Keeps the people of the old world. If the configured defaults name a user whom a loaded state
  /// did not have, calls would fail: the old defaults are then kept too.
  private mutating func keepPeople(of old: World) {
    world.people = old.people
    do throws(Misuse) {
      _ = try Caller().context(in: world)
    } catch {
      world.defaults.user = old.defaults.user
      world.defaults.device = old.defaults.device
    }
  }
}

extension World {
  /// Returns the first waiting operation whose user does not have its device, except for those of
  /// which this is true in `other` too, as after another user signed in on the device.
  fileprivate func firstOperationWithoutDevice(
    besides other: borrowing World
  ) -> OperationsInFlight.Entry? {
    let known = Set(other.operations.all.filter(other.lacksDevice).map(\.number))
    return operations.all.first { lacksDevice($0) && !known.contains($0.number) }
  }

  private func lacksDevice(_ operation: OperationsInFlight.Entry) -> Bool {
    guard let name = operation.userRecordName else { return false }
    let user = people.userIndex(name).flatMap { people.user($0) }
    return user?.devices.contains { $0.name == operation.device } != true
  }

  /// Whether the world's data may need users or types that another world, of which these parts are
  /// kept, does not have.
  fileprivate func needs(partsOf other: borrowing World, _ kept: Set<ResetCloud.Part>) -> Bool {
    if databasesInOrder.isEmpty, subscriptions.isEmpty { return false }
    if kept.contains(.schema),
      schemasInOrder.contains(where: { other.schema(of: $0.key) != $0.schema })
    {
      return true
    }
    return kept.contains(.users)
      && people.users.contains { other.people.userIndex($0.userRecordName) == nil }
  }
}
