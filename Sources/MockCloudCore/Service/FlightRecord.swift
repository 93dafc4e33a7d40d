/// A call under way as a state document has it.
struct FlightRecord: Sendable {
  /// The time when the call began, in milliseconds since 1970.
  var began: Int64 = 0
  /// The number of the call among the calls of its device and operation.
  var ordinal: UInt64 = 0
  var passage = CallPassage()
  var session = CallSession.Saved()
  /// The states of the rules when the call began.
  var states = FaultStates()
  /// The digests of the world before and after the arrival of the request.
  var digests: (before: UInt64, after: UInt64)?
  /// The outcome after the arrival.
  var answer: StoredAnswer?
  /// The response of a script, and the milliseconds that the caller waits for it.
  var scripted: (answer: ScriptRun.Answer, wait: Int64)?
}

/// A call under way that a state document had. Its first step makes it a flight of the cloud.
struct StoredFlight<O: Operation>: FlyingCall {
  let call: Call<O>
  let record: FlightRecord
  /// The number of the operation.
  let number: UInt64
  let delivery: Delivery
  let submitter: OperationsInFlight.Submitter
  let knownResponses: KnownResponses
  /// Whether the request has arrived in its first step.
  var arrived = false

  var hasReachedService: Bool { arrived || record.answer != nil || record.scripted != nil }

  func add(to trace: inout FaultTrace, in state: inout CloudState) {
    (try? CallFlight(self, in: &state))?.add(to: &trace, in: &state)
  }

  mutating func settle(in state: inout CloudState) {
    guard var flight = try? CallFlight(self, in: &state) else { return }
    flight.settle(in: &state)
  }

  mutating func proceed(in state: inout CloudState) throws(Misuse) -> FlightStep {
    var flight = try CallFlight(self, in: &state)
    defer { arrived = flight.hasReachedService }
    return try flight.proceed(in: &state)
  }

  mutating func cancel(in state: inout CloudState) throws(Misuse) -> any BlockSource {
    var flight = try CallFlight(self, in: &state)
    return try flight.cancel(in: &state)
  }
}

extension CloudState {
  /// Returns what faults did so far, to calls under way too.
  mutating func faultTrace() -> FaultTrace {
    var trace = faults.trace
    for call in world.operations.underWay {
      (call as? any FlyingCall)?.add(to: &trace, in: &self)
    }
    return trace
  }

  /// Ends what faults did to the calls under way, which are given up while the rules are kept.
  mutating func settleFlights() {
    for call in world.operations.underWay {
      guard var flight = call as? any FlyingCall else { continue }
      flight.settle(in: &self)
    }
  }
}
