internal import Foundation

extension CKOperation {
  /// Makes a call of the operation, which ends with it unless its report calls `next`. While the
  /// operation is added, the call is only submitted: its report is read when the operation starts.
  ///
  /// - Parameters:
  ///   - progress: Whether the progress of records is reported.
  ///   - isReading: Whether the call reads change feeds, of which others may read the next pages, finds
  ///     the zones to read, or continues a query.
  ///   - request: Prepares the call; its error is reported as that of the call.
  ///   - report: Gets what the call reports, on the private queue.
  func make<Part, End>(
    progress: Bool = false, isReading: Bool = false,
    _ request: () throws(CKError) -> ServiceCall<Part, End>,
    _ report: @escaping (CallReport<Part, End>) -> Void
  ) {
    let submitted = Result { () throws(CKError) in
      // The cloud has to know of a cancelled reading, because its client may discard earlier ones.
      if !isReading { try refuseIfCancelled() }
      let prepared = try prepare(request, mayContinue: isReading)
      return try submit(prepared, progress: progress, report)
    }
    if run.isBeingAdded {
      run.readReport = { self.follow(submitted, report) }
    } else {
      follow(submitted, report)
    }
  }

  private func prepare<Part, End>(
    _ request: () throws(CKError) -> ServiceCall<Part, End>, mayContinue: Bool
  ) throws(CKError) -> PreparedCall<Part, End> {
    do throws(CKError) {
      if let kept = run.takeRepeated(), let call = kept.call as? ServiceCall<Part, End> {
        let call = call.attached(to: try connected())
        return PreparedCall(call, of: self, keptID: kept.callID, mayContinue: mayContinue)
      }
      return PreparedCall(try request(), of: self, mayContinue: mayContinue)
    } catch {
      try refuseIfCancelled()
      throw error
    }
  }

  /// Submits a call to the cloud. From here on, `cancel` finds it.
  private func submit<Part, End>(
    _ prepared: PreparedCall<Part, End>, progress: Bool,
    _ report: @escaping (CallReport<Part, End>) -> Void
  ) throws(CKError) -> CallInFlight {
    let persisted = prepared.isKept ? longLivedOperationWasPersistedBlock : nil
    do throws(CKError) {
      let started = try begin(prepared, progress: progress) { [self] part in
        if case .persisted = part { persisted?() }
        report(part)
        if case .end = part { endCall() }
      }
      run.follow(started, isKept: prepared.isKept)
      return started
    } catch {
      run.choice.add(prepared.call.noteUnsent(since: run.addedAt))
      throw error
    }
  }

  /// Reads the report of a submitted call, or reports why it was not submitted.
  private func follow<Part, End>(
    _ submitted: Result<CallInFlight, CKError>, _ report: (CallReport<Part, End>) -> Void
  ) {
    switch submitted {
    case .success(let started):
      // A cancellation before it was submitted has not found it.
      if isCancelled { started.cancel() }
      started.proceed()
    case .failure(let error):
      withChoice { report(.end(.failure(error))) }
      endCall()
    }
  }

  private func begin<Part, End>(
    _ prepared: PreparedCall<Part, End>, progress: Bool,
    _ report: @escaping (CallReport<Part, End>) -> Void
  ) throws(CKError) -> CallInFlight {
    try refuseIfCancelled()
    guard let delivery = prepared.delivery else {
      throw CKError(.networkFailure, text: "The request timed out")
    }
    if let keptID = prepared.keptID {
      return try prepared.call.startAgain(
        keptID, progress: progress, since: run.addedAt, on: run.blocks, report)
    }
    return try prepared.call.start(
      delivery, progress: progress, knowing: run.takeKnowledge(), since: run.addedAt,
      on: run.blocks, leaving: prepared.copy.map { copy in (operationID, { copy.copied() }) },
      report)
  }

  /// Lets another call follow the one that ends.
  func next(_ body: @escaping () -> Void) { run.successor = body }

  /// Goes on after a call, when nothing on the stack holds its blocks any more. An operation of many
  /// pages would otherwise need as much of the stack, too.
  private func endCall() {
    run.endCall()
    run.blocks.async { self.proceed() }
  }

  private func proceed() {
    guard let body = run.successor else { return finish() }
    run.successor = nil
    withChoice(body)
  }

  // MARK: The cloud

  /// The connection of the operation's calls. It is fixed by the first one: the pages of an operation
  /// are those of one database, whatever a block does with the operation. That of a cancelled operation
  /// notes no refusals, because nothing of it reaches the cloud.
  func connected() throws(CKError) -> CloudConnection {
    let connection = try run.connection { () throws(CKError) in try firstConnection() }
    return isCancelled ? connection.withoutRefusals : connection
  }

  private func refuseIfCancelled() throws(CKError) {
    if isCancelled { throw CKError(.operationCancelled, text: "Operation was cancelled") }
  }

  /// The default container of where the operation was made.
  var standardContainer: CKContainer { CKContainer(nil, run.choice) }

  /// Runs what may call blocks of the client: what they make belongs to the operation's cloud.
  func withChoice(_ body: () -> Void) { run.choice(body) }

  /// Makes what the completion block makes belong to a choice. An operation that MockCloudKitFramework
  /// runs belongs to the cloud of its database then, and to none afterwards, which keeps it.
  package func belong(to choice: CloudChoice) { run.choice = choice }
}

// MARK: Long-lived operations

extension CKOperation {
  /// The same without blocks, and without its cloud, which keeps it.
  func copied() -> CKOperation {
    let copy = again()
    copy.configuration = effectiveConfiguration
    copy.group = effectiveGroup?.copied
    copy.queuePriority = queuePriority
    copy.container = nil
    copy.run.choice = CloudChoice()
    return copy
  }

  /// Lets the operation get the kept answer of a call of its container.
  func repeats(_ operationID: ID, _ entry: LongLivedCalls.Entry, in container: CKContainer) {
    self.container = container
    run.repeats(operationID, entry, in: container.connection.choice)
    guard let operation = self as? CKDatabaseOperation else { return }
    operation.database = container.database(with: entry.scope)
  }
}
