/// What operations report, block by block, as values: for callers in Swift, which need no JSON.
extension Cloud {
  /// Returns the blocks of an operation of the client. If it has not ended, time passes until it has, or
  /// until the service has stored it.
  ///
  /// - Parameter limit: The maximum time in milliseconds; nil means unlimited.
  package func report(
    of operationID: String, to client: HandedClient, limit: Int64?
  ) -> OperationProgress {
    if isHeldHere { return .gone }
    return withCore { core in
      let progress = core.state.handOver(operationID, to: client)
      guard case .pending = progress else { return progress }
      core.state.runUntilIdle(limit: limit, orEndOf: operationID, orItsStoring: true)
      return core.state.handOver(operationID, to: client)
    }
  }

  /// Registers that the client has all blocks of an operation, or gets them later if they are held.
  ///
  /// - Returns: The numbers of the responses that it has now.
  package func endReport(
    _ report: HandedReport, of operationID: String, for taker: ResponseTaker
  ) -> [UInt64] {
    if isHeldHere { return [] }
    return withCore { core in
      core.state.taking(taker) { state in
        state.counting { $0.endReport(report, of: operationID) }
      }
    }
  }

  /// Cancels an operation of the client, as `CancelOperation` does. Does nothing if there is no such
  /// operation.
  package func cancelOperation(_ operationID: String, of client: HandedClient) {
    if isHeldHere { return }
    withCore { core in
      guard let entry = core.state.world.operations.entry(operationID) else { return }
      if entry.isAwaited(by: client) {
        _ = core.state.world.operations.takeSuccessor(of: operationID)
      } else if entry.reporting.isHanded(to: client) {
        core.state.cancel(entry)
      }
    }
  }

  /// Lets the operations of a copy of a cloud continue without their clients, which have the blocks of the
  /// other cloud. Others may ask for the long-lived ones.
  package func leaveClients() {
    if isHeldHere { return }
    withCore { $0.state.world.operations.leaveClients() }
  }

  /// Returns the clients that submitted the long-lived operations of the caller's device and user, in the
  /// order of the submissions.
  ///
  /// - Parameter operationID: The only operation that is looked at; nil means all.
  package func longLivedClients(
    of caller: Caller, only operationID: String? = nil
  ) throws(CloudError) -> [HandedClient] {
    if isHeldHere { throw CloudError(.internalError, Misuse.calledFromInside.message) }
    do throws(Misuse) {
      return try withCore { (core) throws(Misuse) in
        let context = try caller.context(in: core.state.world)
        try core.state.faults.refuseCrashed(context.deviceName)
        let operations = core.state.world.operations
        let entries =
          operationID.map { [operations.entry($0)].compactMap(\.self) } ?? operations.all
        return entries.compactMap { entry in
          entry.delivery.isLongLived && entry.submitter == context.submitter
            ? entry.submitted.client : nil
        }
      }
    } catch {
      throw CloudError(error)
    }
  }

  /// The findings about calls that were made, without those about calls that are still missing.
  package var findingsAboutCalls: [ClientFinding] {
    if isHeldHere { return [] }
    return withCore { $0.state.watch.found }
  }

  /// Removes and returns events other than blocks of operations, oldest first.
  ///
  /// - Parameters:
  ///   - number: The number of the first event that is considered.
  ///   - isWanted: Whether an event is removed. It must not use this cloud.
  /// - Returns: The events, and the number of the next event.
  package func takeEvents(
    since number: UInt64 = 0, where isWanted: (Event) -> Bool
  ) -> (events: [Event], next: UInt64) {
    if isHeldHere { return ([], number) }
    return withCore { core in
      let next = core.state.world.events.next
      var taken: [(number: UInt64, event: Event)] = []
      // A restored world has fewer events.
      core.state.world.events.each(from: number > next ? 0 : number) { number, event in
        if case .operation = event { return }
        if isWanted(event) { taken.append((number, event)) }
      }
      for event in taken { core.state.removeEvent(event.number) }
      return (taken.map(\.event), next)
    }
  }

  /// Lets `takeChangedAccounts` find the accounts that change from here on.
  package func watchAccounts() {
    if isHeldHere { return }
    withCore { $0.state.accountWatch = AccountWatch() }
  }

  /// Returns the devices whose account has changed since the last call, in the order of the changes.
  /// Their events stay.
  package func takeChangedAccounts() -> [DeviceName] {
    if isHeldHere { return [] }
    return withCore { $0.state.takeChangedAccounts() }
  }

  /// Whether the clock follows the system's, and no test can move it.
  package var followsSystemClock: Bool {
    if isHeldHere { return false }
    return withCore { core in
      if case .system = core.state.world.clock.mode { true } else { false }
    }
  }

  /// The time in milliseconds since 1970; nil if the clock follows the system's, on which calls take no
  /// time.
  package var virtualTime: Int64? {
    if isHeldHere { return nil }
    return withCore { core in
      let clock = core.state.world.clock
      return clock.mode == .system ? nil : clock.now
    }
  }

  /// Lets a virtual clock move by a millisecond before each call that may change the world, so that
  /// the stamps of its changes are later than all earlier ones.
  package func separateCommits() {
    if isHeldHere { return }
    withCore { $0.state.separatesCommits = true }
  }

  /// Sets the number on the icon of an app on the caller's device. Does nothing if there is no such
  /// caller.
  package func setBadge(to count: Int, of caller: Caller) {
    if isHeldHere { return }
    withCore { core in
      guard let context = try? caller.context(in: core.state.world) else { return }
      let badge = SubscriptionStore.Badge(
        container: context.container, environment: context.environment,
        device: context.deviceName)
      core.state.world.subscriptions.setBadge(badge, to: count)
    }
  }

  /// Returns what the caller has answered to the app of a container that asked whether others may
  /// discover him; nil if he was not asked, or if nobody is signed in.
  ///
  /// - Parameter asks: Whether the app asks now, and what a user answers who has not answered before.
  package func discoverability(
    of caller: Caller, asks answer: DiscoverabilityAnswer? = nil
  ) -> DiscoverabilityAnswer? {
    if isHeldHere { return nil }
    return withCore { core in
      guard let context = try? caller.context(in: core.state.world), let place = context.place
      else { return nil }
      let people = core.state.world.people
      if let known = people.user(place.user)?.discoverability[context.container] { return known }
      core.state.world.people.setDiscoverability(
        answer, ofUser: place.user, in: context.container)
      return answer
    }
  }

  /// Sets what the caller answers. Does nothing if nobody is signed in.
  ///
  /// - Parameter answer: Nil means that the user was not asked.
  package func setDiscoverability(_ answer: DiscoverabilityAnswer?, of caller: Caller) {
    if isHeldHere { return }
    withCore { core in
      guard let context = try? caller.context(in: core.state.world), let place = context.place
      else { return }
      core.state.world.people.setDiscoverability(
        answer, ofUser: place.user, in: context.container)
    }
  }

  /// Runs an operation of the service, and returns what it reports block by block with its answer.
  package func report<O: CloudOperation>(
    _ operation: O, as caller: Caller, for taker: ResponseTaker
  ) throws(CloudError) -> (parts: [ReportedPart], answer: O.Answer) {
    let answer = try perform(operation, as: caller, for: taker)
    guard let described = operation as? any Operation else { return ([], answer) }
    return (described.parts(of: answer), answer)
  }
}

extension Cloud {
  /// Whether a fault has ended the client of the caller's device.
  package func hasEnded(_ caller: Caller) -> Bool {
    if isHeldHere { return false }
    return withCore { core in
      guard !core.state.faults.crashed.isEmpty,
        let context = try? caller.context(in: core.state.world)
      else { return false }
      return core.state.faults.hasCrashed(context.deviceName)
    }
  }

  /// Returns the name of a caller's device; nil if there is no such caller.
  package func device(of caller: Caller) -> DeviceName? {
    if isHeldHere { return nil }
    return withCore { try? caller.context(in: $0.state.world).deviceName }
  }

  /// Whether a container was created by name.
  package func hasContainer(_ identifier: ContainerIdentifier) -> Bool {
    if isHeldHere { return false }
    return withCore { $0.state.world.containers[identifier] != nil }
  }

  /// Adds a call to the journal that its client could not send, with the error that the client got.
  /// A script is not asked for a response.
  package func noteRefusal<O: CloudOperation>(
    of operation: O.Type, _ error: CloudError, as caller: Caller
  ) {
    guard !isHeldHere, let known = operation as? any Operation.Type else { return }
    withCore { $0.state.noteRefusal(of: known, error, as: caller) }
  }
}

extension CloudState {
  fileprivate mutating func noteRefusal<O: Operation>(
    of operation: O.Type, _ error: CloudError, as caller: Caller
  ) {
    if script != nil { return }
    // A run of an exploration that has ended has no journal to add to.
    _ = try? refuse(operation, error, as: caller, text: Array("{}".utf8))
  }
}

/// A block of an operation, with its arguments as values.
package enum ReportedPart: Sendable {
  /// The transferred part of a record, from 0 to 1.
  case progress(RecordID, Double)
  /// - Parameter number: The number among all items, from 1.
  case item(AnswerItem, number: Int)
  case failure(ItemError, number: Int)
  /// The fetch of a zone is complete.
  case zone(ZoneID, [AnswerMember])
  /// The token of a zone, or of a database, and then what its block gets besides.
  case token(ZoneID?, [AnswerMember])
  /// A long-lived operation was stored.
  case persisted
  /// The answer, of the operation's type, or the error of the call as a whole.
  case result(Result<any Sendable, CloudError>)
  case completion
  /// A block that only has JSON: one of a script.
  case untyped
}

extension HandedReport {
  /// Takes the next block as a value. Nil if there is none, or if the report was revoked: the cloud
  /// then has another one.
  package func next() -> ReportedPart? {
    guard let (block, call) = take() else { return nil }
    switch block.content {
    case .result:
      return .result(
        call.typedAnswer
          ?? .failure(
            CloudError(
              .internalError, "'\(operation)' was loaded with its response, which only JSON has")))
    case .nothing: return block.name == OperationBlock.completion ? .completion : .persisted
    default: return ReportedPart(block.content)
    }
  }
}

extension ReportedPart {
  fileprivate init(_ content: OperationBlock.Content) {
    switch content {
    case .progress(let id, let progress): self = .progress(id, progress)
    case .item(let item, let number, _): self = .item(item, number: Int(clamping: number))
    case .failure(let failure, let number): self = .failure(failure, number: Int(clamping: number))
    case .zone(let zoneID, let members): self = .zone(zoneID, members)
    case .token(let zoneID, let members): self = .token(zoneID, members)
    case .cancelled(let error): self = .result(.failure(error))
    case .scripted, .written, .result, .nothing: self = .untyped
    }
  }
}

extension Operation {
  /// Returns the blocks before the result.
  fileprivate func parts(of answer: Any) -> [ReportedPart] {
    guard let answer = answer as? Answer else { return [] }
    return CompletedCall.blocks(of: self, answer, progress: false).map { ReportedPart($0.content) }
  }
}
