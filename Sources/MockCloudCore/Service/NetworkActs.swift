/// The effects of a device's network on its calls. Its state matters when a call begins, when the
/// request arrives, and when the answer arrives.
extension CloudState {
  /// Transfers a request to the service.
  mutating func send(
    over network: DeviceNetwork, _ session: inout CallSession
  ) throws(CloudError) {
    switch network.state(at: world.clock.now) {
    case .online, .oneWay: break
    case .offline: throw session.lost(.networkUnavailable)
    case .unreachable:
      try wait(DeviceNetwork.timeout, in: &session)
      throw session.lost(.networkFailure)
    }
    try carry(session.requestBytes, over: network, &session)
    switch network.state(at: world.clock.now) {
    case .online, .oneWay: return
    case .offline, .unreachable: throw session.lost(.networkFailure)
    }
  }

  /// Transfers an answer or an error to the device.
  ///
  /// - Parameter bytes: The size of the answer.
  mutating func receive(
    _ bytes: Int, over network: DeviceNetwork, _ session: inout CallSession
  ) throws(CloudError) {
    try carry(bytes, over: network, &session)
    guard network.state(at: world.clock.now) == .online else {
      throw session.lost(.serverResponseLost)
    }
  }

  private mutating func carry(
    _ bytes: Int, over network: DeviceNetwork, _ session: inout CallSession
  ) throws(CloudError) {
    let duration = network.duration(ofBytes: bytes)
    guard duration > 0 else { return }
    session.noteNetwork()
    try wait(duration, in: &session)
  }
}

extension CallSession {
  fileprivate mutating func lost(_ code: CKErrorCode) -> CloudError {
    noteNetwork()
    return ErrorSpecification(code).cloudError
  }

  /// Adds a note that the network acted, once for a call.
  fileprivate mutating func noteNetwork() {
    let source = SetNetwork.name
    if notes.last?.source == source { return }
    note(FaultNote(source: source))
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
