/// The effects of a device's network on its calls. Its state matters when a call begins, when the
/// request arrives, and when the answer arrives.
extension CloudState {
  /// Transfers a request to the service.
  mutating func send(
    over network: DeviceNetwork, _ session: inout CallSession
  ) throws(CloudError) {
    switch network.state(at: world.clock.now) {
    case .online, .oneWay: break
    case .offline: throw session.lost(.networkUnavailable, .before)
    case .unreachable:
      let error = session.lost(.networkFailure, .before, after: DeviceNetwork.timeout)
      try wait(DeviceNetwork.timeout, in: &session)
      throw error
    }
    try carry(session.requestBytes, over: network, .before, &session)
    switch network.state(at: world.clock.now) {
    case .online, .oneWay: return
    case .offline, .unreachable: throw session.lost(.networkFailure, .before)
    }
  }

  /// Transfers an answer or an error to the device.
  ///
  /// - Parameter bytes: The size of the answer.
  mutating func receive(
    _ bytes: Int, over network: DeviceNetwork, _ session: inout CallSession
  ) throws(CloudError) {
    try carry(bytes, over: network, .after, &session)
    guard network.state(at: world.clock.now) == .online else {
      throw session.lost(.serverResponseLost, .after)
    }
  }

  private mutating func carry(
    _ bytes: Int, over network: DeviceNetwork, _ phase: FaultPhase, _ session: inout CallSession
  ) throws(CloudError) {
    let duration = network.duration(ofBytes: bytes)
    guard duration > 0 else { return }
    session.add(
      RuleAct(source: SetNetwork.name, effects: [.latency(.fixed(duration))], phase: phase))
    try wait(duration, in: &session)
  }
}

extension CallSession {
  /// Registers that a network loses the request or the response. Returns the client's error.
  ///
  /// - Parameter wait: The milliseconds that pass before.
  fileprivate mutating func lost(
    _ code: CKErrorCode, _ phase: FaultPhase, after wait: Int64 = 0
  ) -> CloudError {
    let error = ErrorSpecification(code)
    let effects: [FaultEffect] = wait > 0 ? [.latency(.fixed(wait))] : []
    add(
      RuleAct(
        source: SetNetwork.name, effects: effects + [.error(error, .fixed)], phase: phase))
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
