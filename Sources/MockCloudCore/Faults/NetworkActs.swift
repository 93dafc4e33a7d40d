/// What the networks of devices do to calls.
extension DeviceNetworks {
  /// The operations of the harness that set networks, as the journal names the sources of acts.
  static let source = "mock/network/set"
  static let partitionSource = "mock/network/partition"

  /// Returns what the network of the calling device does at a point of a call. Its state matters when
  /// the request is sent, when it arrives, and when the response arrives.
  func strike(_ point: FaultPoint, _ facts: FaultFacts, now: Int64) -> FaultStrike {
    var strike = FaultStrike(timeMayPass: facts.timeMayPass)
    guard let network = network(of: facts) else { return strike }
    switch (point, network.state(at: now)) {
    case (.departure, .offline): strike.add(loss(.networkUnavailable, facts, now))
    case (.departure, .unreachable):
      strike.add(loss(.networkFailure, facts, now, after: DeviceNetwork.timeout))
    case (.arrival, .offline), (.arrival, .unreachable):
      strike.add(loss(.networkFailure, facts, now))
    case (.departure, _): strike.addTransfer(of: facts.bytes, over: network)
    case (.reply(let bytes), _): strike.addTransfer(of: bytes, over: network)
    case (.receipt(let isFailure), .offline), (.receipt(let isFailure), .unreachable),
      (.receipt(let isFailure), .oneWay):
      var act = loss(.serverResponseLost, facts, now)
      if isFailure { act.unexpressed = "the loss of a response that was an error" }
      strike.add(act)
    default: break
    }
    return strike
  }

  /// Returns the network that a call passes through; nil if it has no effect.
  func network(of facts: FaultFacts) -> DeviceNetwork? {
    isEmpty || !facts.needsNetwork ? nil : self[facts.context.deviceName]
  }

  /// Returns the loss of a request or a response.
  ///
  /// - Parameters:
  ///   - code: The client's error.
  ///   - wait: The milliseconds that pass before.
  private func loss(
    _ code: CKErrorCode, _ facts: FaultFacts, _ now: Int64, after wait: Int64 = 0
  ) -> RuleAct {
    var effects: [FaultEffect] = wait > 0 ? [.latency(.fixed(wait))] : []
    effects.append(.error(ErrorSpecification(code), .fixed))
    let partition = partition(of: facts.context.deviceName, at: now)
    return RuleAct(
      source: partition == nil ? Self.source : Self.partitionSource, name: partition,
      effects: effects)
  }
}

extension FaultStrike {
  /// Adds the time that a transfer takes.
  fileprivate mutating func addTransfer(of bytes: Int, over network: DeviceNetwork) {
    let duration = network.duration(ofBytes: bytes)
    guard duration > 0, timeMayPass else { return }
    add(RuleAct(source: DeviceNetworks.source, effects: [.latency(.fixed(duration))]))
  }
}
