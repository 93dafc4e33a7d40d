// What enters the agenda of a world.

extension World {
  /// Sends a push. It is due immediately, which means when the clock next runs.
  mutating func send(_ push: Event.Notification) {
    agenda.add(.push(push), due: push.natural)
  }

  /// Adds an operation to those in flight. If it depends on no unfinished operation it is due
  /// immediately, which means when the clock next runs.
  ///
  /// - Returns: The operation's ID.
  mutating func submit(
    _ call: any SubmittedCall, named operation: String,
    by submitter: OperationsInFlight.Submitter, at time: Int64, _ delivery: Delivery,
    _ reporting: Reporting = .events
  ) -> String {
    let (id, isReady) = operations.submit(
      call, named: operation, by: submitter, at: time, delivery, reporting)
    if isReady { agenda.add(.operation, due: time) }
    return id
  }

  /// Lets an operation wait until the given time, in milliseconds since 1970.
  mutating func suspend(_ number: UInt64, _ call: any CallUnderWay, until due: Int64) {
    operations.suspend(number, call, agenda.add(.step(operation: number), due: due))
  }

  /// Ends a call of an operation, whose outcome the given events report.
  ///
  /// - Returns: Whether the operation was cancelled while it ran.
  mutating func report(
    _ number: UInt64, _ outcome: any ReportedCall, first: UInt64, last: UInt64
  ) -> Bool {
    let (released, isCancelled) = operations.report(number, outcome, first: first, last: last)
    for _ in 0..<released { agenda.add(.operation, due: clock.now) }
    return isCancelled
  }

  /// Keeps the answer of an operation until the given time, in milliseconds since 1970.
  mutating func keepAnswer(of number: UInt64, until expires: Int64) {
    operations.keep(number, until: expires)
    agenda.add(.answerExpiry(operation: number), due: expires)
  }

  /// Removes uploads and answers that expired while no entries were run, as with the system's
  /// clock.
  mutating func forgetExpiredUploads() {
    let now = clock.now
    while let entry = agenda.takeFirstUnawaited(dueBy: now) {
      switch entry {
      case .expiry(let receipt): uploads.expire(receipt, at: now)
      case .answerExpiry(let number): operations.forgetAnswer(number)
      case .push, .operation, .step: break
      }
    }
  }

  /// Keeps an upload until it expires.
  mutating func keep(_ upload: Uploads.Upload, receipt: String) {
    uploads.add(upload, receipt: receipt)
    agenda.add(.expiry(receipt: receipt), due: upload.expires)
  }
}
