/// The effects of a device's network on its calls. Its state matters when a call begins, when the
/// request arrives, and when the answer arrives.
extension CloudState {
  /// Begins to transfer a request to the service.
  ///
  /// - Returns: The milliseconds that the transfer takes.
  mutating func send(
    needsNetwork: Bool, _ session: inout CallSession, _ passage: inout CallPassage
  ) throws(CloudError) -> Int64 {
    passage.stage = .transfer
    guard needsNetwork, let network = session.network else { return 0 }
    switch network.state(at: world.clock.now) {
    case .online, .oneWay: break
    case .offline: throw session.lost(.networkUnavailable, .before, at: world.clock.now)
    case .unreachable:
      passage.stage = .unreached
      passage.error = session.lost(
        .networkFailure, .before, at: world.clock.now, after: DeviceNetwork.timeout)
      return wait(DeviceNetwork.timeout, session, &passage)
    }
    return carry(session.requestBytes, over: network, .before, &session, &passage)
  }

  /// Ends the transfer of a request. Throws if the network failed in the meantime.
  mutating func arrive(needsNetwork: Bool, _ session: inout CallSession) throws(CloudError) {
    guard needsNetwork, let network = session.network else { return }
    switch network.state(at: world.clock.now) {
    case .online, .oneWay: return
    case .offline, .unreachable: throw session.lost(.networkFailure, .before, at: world.clock.now)
    }
  }

  /// Ends the transfer of an answer or an error to the device. Throws if it was lost.
  ///
  /// - Parameter isFailure: Whether it is an error.
  mutating func receive(
    needsNetwork: Bool, isFailure: Bool, _ session: inout CallSession
  ) throws(CloudError) {
    guard needsNetwork, let network = session.network,
      network.state(at: world.clock.now) != .online
    else { return }
    throw session.lost(
      .serverResponseLost, .after, at: world.clock.now,
      unexpressed: isFailure ? "the loss of a response that was an error" : nil)
  }

  /// Begins a transfer.
  ///
  /// - Returns: The milliseconds that it takes.
  mutating func carry(
    _ bytes: Int, over network: DeviceNetwork, _ phase: FaultPhase,
    _ session: inout CallSession, _ passage: inout CallPassage
  ) -> Int64 {
    let duration = network.duration(ofBytes: bytes)
    guard duration > 0 else { return 0 }
    session.add(
      RuleAct(source: SetNetwork.name, effects: [.latency(.fixed(duration))], phase: phase))
    return wait(duration, session, &passage)
  }
}

extension CallSession {
  /// Registers that a network loses the request or the response. Returns the client's error.
  ///
  /// - Parameters:
  ///   - wait: The milliseconds that pass before.
  ///   - unexpressed: Why no rule can do the same; nil if one can.
  fileprivate mutating func lost(
    _ code: CKErrorCode, _ phase: FaultPhase, at now: Int64, after wait: Int64 = 0,
    unexpressed: String? = nil
  ) -> CloudError {
    let error = ErrorSpecification(code)
    var effects: [FaultEffect] = wait > 0 ? [.latency(.fixed(wait))] : []
    effects.append(.error(error, .fixed))
    let partition = partition(at: now)
    add(
      RuleAct(
        source: partition == nil ? SetNetwork.name : PartitionNetwork.name, name: partition,
        effects: effects, phase: phase, unexpressed: unexpressed))
    return error.cloudError
  }
}

extension Operation {
  /// Returns the approximate size of an answer: its records, and the transferred files.
  func volume(of answer: Result<Answer, CloudError>) -> Int {
    guard case .success(let answer) = answer else { return 0 }
    var survey = VolumeSurvey()
    describe(answer, to: &survey)
    return survey.bytes
  }
}

/// Computes the size of an answer's records and files.
private struct VolumeSurvey: ItemVisitor {
  private(set) var bytes = 0

  mutating func item(_ item: AnswerItem) {
    switch item {
    case .record(let record, let desiredKeys):
      let fields = record.fields.filter { desiredKeys?.contains($0.name) ?? true }
      bytes &+= RecordSize(fields, recordName: record.recordName).withoutAssets
    case .file(let file): bytes &+= file.asset.size
    case .upload(let upload): bytes &+= upload.asset?.size ?? 0
    default: break
    }
  }
}
