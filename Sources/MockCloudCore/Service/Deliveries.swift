/// Operations that report by events: after their submission, they run when the clock advances, and
/// report block by block.
extension CloudState {
  /// Runs a turn, and those that came in the meantime.
  ///
  /// - Returns: The number of posted events.
  mutating func runOperations(_ turn: OperationsInFlight.Turn) -> Int {
    var count = 0
    var turns = [turn]
    while !turns.isEmpty {
      for turn in turns {
        if let entry = world.operations.begin(turn) { count += run(entry) }
      }
      turns = world.operations.takeMissed()
    }
    return count
  }

  /// Runs a step of an operation. Returns the number of posted events.
  private mutating func run(_ entry: OperationsInFlight.Entry) -> Int {
    guard let (step, arrives) = step(of: entry) else { return 0 }
    // A rule may have replaced the world.
    guard world.operations.isRunning(entry.number) else { return 0 }
    switch step {
    case .ended(let answer, let untaken):
      let count = report(entry, answer, isStored: arrives)
      guard let untaken else { return count }
      // The client that is started next may ask for it.
      if entry.delivery.isLongLived { world.operations.keep(untaken, of: entry.number) }
      if count == 0 { return 0 }
      if world.operations.isCancelled(entry.number) {
        noteCancelled(entry)
      } else {
        world.operations.note(
          entry.asked.map { untaken.resumed($0) } ?? untaken, of: entry.number)
      }
      return count
    case .waits(let flight, let time):
      if world.operations.isCancelled(entry.number) {
        return cancel(flight, entry, isStored: arrives)
      }
      let count = arrives ? tellStored(entry) : 0
      world.suspend(entry.number, flight, until: time)
      return count
    }
  }

  /// Runs a step. Returns also whether the request of a long-lived operation has arrived in it.
  private mutating func step(
    of entry: OperationsInFlight.Entry
  ) -> (step: FlightStep, arrives: Bool)? {
    if let kept = entry.outcome as? any BlockSource {
      return (.ended(kept, entry.resumed as? RememberedResponse), false)
    }
    guard let call = entry.call as? any RunnableCall else { return nil }
    do throws(Misuse) {
      var flight: any FlyingCall
      var hadArrived = false
      if case .underWay(let call, _) = entry.state, let call = call as? any FlyingCall {
        flight = call
        hadArrived = call.hasReachedService
      } else {
        flight = try call.begin(in: &self, entry)
      }
      let step = try flight.proceed(in: &self)
      return (step, entry.delivery.isLongLived && !hadArrived && flight.hasReachedService)
    } catch  where error.status == .clientEnded {
      // Nobody is left to whom it could be reported.
      endUnreported(entry, call.failed(.operationCancelled, in: world))
      return nil
    } catch {
      // The caller was resolved when the operation was submitted; if that fails now, the world was
      // replaced.
      let failed = call.failed(CloudError(.internalError, error.message), in: world)
      return (.ended(failed, nil), false)
    }
  }

  /// Reports the outcome of an operation. Returns the number of posted events.
  ///
  /// - Parameter isStored: Whether the service has stored the operation in this step.
  private mutating func report(
    _ entry: OperationsInFlight.Entry, _ answer: any BlockSource, isStored: Bool = false,
    isCancelled: Bool = false
  ) -> Int {
    let first = world.events.next
    if !entry.delivery.isLongLived, faults.hasCrashed(entry.device) {
      endUnreported(entry, answer)
      return 0
    }
    if !hasClient(entry) {
      keepUnreported(entry, answer)
      return 0
    }
    var blocks = answer.blocks(progress: entry.reporting.hasProgress)
    if entry.delivery.isLongLived, !entry.isReplayed {
      if isStored || world.operations.isStored(entry.number) { blocks.insert(.persisted, at: 0) }
      world.keepAnswer(of: entry.number, until: world.clock.now &+ Delivery.life)
      world.operations.noteFetched(entry.number)
    }
    tell(blocks, of: entry, answer)
    let last = world.events.next - 1
    if world.report(entry.number, answer, first: first, last: last) || isCancelled {
      cancelBlocks(of: entry.number, from: first, to: last)
    }
    return blocks.count
  }

  /// Whether somebody takes the blocks of an operation.
  private func hasClient(_ entry: OperationsInFlight.Entry) -> Bool {
    switch entry.reporting {
    // The client that is started next takes them.
    case .events: true
    case .handed: !faults.hasCrashed(entry.device)
    case .nobody: false
    }
  }

  /// Ends an operation that continues without its client, and keeps the answer of a long-lived one for the
  /// next client.
  private mutating func keepUnreported(
    _ entry: OperationsInFlight.Entry, _ answer: any BlockSource
  ) {
    if entry.delivery.isLongLived, !entry.isReplayed {
      world.keepAnswer(of: entry.number, until: world.clock.now &+ Delivery.life)
    }
    let next = world.events.next
    _ = world.report(entry.number, answer, first: next, last: next)
    finishUntaken(entry.id)
  }

  /// Ends an operation whose client has ended.
  private mutating func endUnreported(
    _ entry: OperationsInFlight.Entry, _ answer: any BlockSource
  ) {
    let next = world.events.next
    _ = world.report(entry.number, answer, first: next, last: next)
    world.operations.finishUnreported(entry)
  }

  /// Posts blocks as events, or hands them to the client.
  private mutating func tell(
    _ blocks: some Collection<OperationBlock>, of entry: OperationsInFlight.Entry,
    _ call: any BlockSource
  ) {
    switch entry.reporting {
    case .events: for block in blocks { post(block, of: entry, call) }
    case .handed:
      world.operations.hand(
        HandedReport(Array(blocks), of: call, entry.operation), of: entry.number)
    case .nobody: break
    }
  }

  mutating func post(
    _ block: OperationBlock, of entry: OperationsInFlight.Entry, _ call: any BlockSource
  ) {
    post(
      .operation(
        Event.OperationReport(
          time: world.clock.now, device: entry.device, userRecordName: entry.userRecordName,
          operationID: entry.id, operation: entry.operation, block: block.name,
          status: block.status, isLast: block.name == OperationBlock.completion,
          content: ReportedBlock(block: block, call: call))))
  }

  /// Registers that an event was taken.
  mutating func noteTaken(_ event: Event) {
    guard case .operation(let report) = event, report.isLast else { return }
    finish(report.operationID)
  }

  /// Registers that the last block of an operation was taken.
  mutating func finish(_ operationID: String) {
    if let response = world.operations.takeUntaken(operationID) as? RememberedResponse {
      receive(response)
    }
    guard world.operations.finish(operationID),
      let successor = world.operations.takeSuccessor(of: operationID),
      world.operations.replay(operationID, successor.reporting, asked: successor.asked)
    else { return }
    world.agenda.add(.operation, due: world.clock.now)
  }

  /// Registers that nobody takes the remaining blocks of an operation.
  private mutating func finishUntaken(_ operationID: String) {
    if let number = world.operations.entry(operationID)?.number {
      world.operations.noteUntaken(number)
    }
    finish(operationID)
  }

  // MARK: Cancelling

  /// Starts the client of a device again.
  mutating func restart(_ device: DeviceName) {
    faults.crashed.remove(ExactText(device.text))
    for entry in world.operations.all
    where entry.device == device && entry.delivery.isLongLived {
      entry.handed?.revoke()
      world.operations.leaveClient(of: entry.number)
    }
    dropOperations(of: device)
    world.operations.forgetUnreported(of: device)
    watch.noteBeginning(ofDevice: device.watchKey)
    watch.noteStart(ofDevice: device.watchKey)
  }

  /// Drops the operations in flight of a device except long-lived ones, and the events that report
  /// operations to it.
  mutating func dropOperations(of device: DeviceName) {
    for entry in world.operations.all
    where entry.device == device && !entry.delivery.isLongLived {
      cancel(entry)
      // Nobody is told that it was cancelled.
      world.operations.note(nil, of: entry.number)
      drop(entry.id)
    }
    var dropped: [String] = []
    world.events.replace(from: 0, to: world.events.next) { event in
      guard case .operation(let report) = event, report.device == device else { return event }
      if report.isLast { dropped.append(report.operationID) }
      return nil
    }
    for operationID in dropped { finishUntaken(operationID) }
  }

  /// Cancels an operation. If its request has not arrived, it never takes effect. Otherwise the
  /// remaining blocks are reported as cancelled, but its changes are kept.
  mutating func cancel(_ entry: OperationsInFlight.Entry) {
    switch entry.state {
    case .waiting:
      guard let call = entry.call as? any RunnableCall else { return }
      world.operations.withdraw(entry)
      let answer =
        (entry.outcome as? any BlockSource) ?? call.failed(.operationCancelled, in: world)
      let first = world.events.next
      tell(answer.blocks(progress: false).suffix(2), of: entry, answer)
      let last = world.events.next - 1
      _ = world.report(entry.number, answer, first: first, last: last)
      cancelBlocks(of: entry.number, from: first, to: last)
      if case .nobody = entry.reporting {
        finish(entry.id)
      } else if entry.outcome == nil {
        call.giveUp(in: &self, by: entry.submitter)
        noteCancelled(entry)
      }
    case .underWay(let call, let place):
      world.agenda.removeStep(place)
      if let flight = call as? any FlyingCall { _ = cancel(flight, entry) }
    case .running: world.operations.cancelRunning(entry.number)
    case .reporting(let first, let last):
      if let untaken = entry.untaken { noteCancelled(entry, reporting: untaken) }
      cancelBlocks(of: entry.number, from: first, to: last)
    case .finished: break
    }
    world.operations.forgetAnswer(entry.number)
  }

  /// Cancels an operation under way. Returns the number of posted events.
  private mutating func cancel(
    _ flight: any FlyingCall, _ entry: OperationsInFlight.Entry, isStored: Bool = false
  ) -> Int {
    var flight = flight
    do throws(Misuse) {
      let answer = try flight.cancel(in: &self)
      let count = report(entry, answer, isStored: isStored, isCancelled: true)
      if count > 0 { noteCancelled(entry) }
      return count
    } catch {
      // A rule ended the client, to whom nothing is reported.
      guard let call = entry.call as? any RunnableCall else { return 0 }
      return report(entry, call.failed(.operationCancelled, in: world))
    }
  }

  /// Replaces the response of an operation: the client is told that it was cancelled.
  ///
  /// - Parameter response: The response of which the client may have got some blocks.
  private mutating func noteCancelled(
    _ entry: OperationsInFlight.Entry, reporting response: (any UntakenResponse)? = nil
  ) {
    let call = entry.call as? any RunnableCall
    let response = response as? RememberedResponse
    world.operations.note(
      call?.cancelled(by: entry.submitter, reporting: response), of: entry.number)
  }

  /// Cancels the blocks of an operation that the client has not got: those that are handed to it, or
  /// the events between two numbers.
  private mutating func cancelBlocks(of number: UInt64, from first: UInt64, to last: UInt64) {
    cancelHandedBlocks(of: number)
    world.events.replace(from: first, to: last) { event in
      guard case .operation(let report) = event,
        let reported = report.content as? ReportedBlock
      else { return event }
      guard let block = reported.block.cancelled(.operationCancelled, in: reported.call)
      else { return nil }
      return .operation(
        Event.OperationReport(
          time: report.time, device: report.device, userRecordName: report.userRecordName,
          operationID: report.operationID, operation: report.operation, block: report.block,
          status: block.status, isLast: report.isLast,
          content: ReportedBlock(block: block, call: reported.call)))
    }
  }
}

extension CloudError {
  static var operationCancelled: CloudError {
    CloudError(.operationCancelled, ServerText.standard(for: .operationCancelled))
  }
}
