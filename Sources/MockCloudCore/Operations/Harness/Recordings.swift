/// `mock/recording/start`: records calls of the service from here on.
public struct StartRecording: HarnessOperation {
  public static let name = "mock/recording/start"

  public init() {}

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    guard state.recording == nil else {
      throw Misuse.badMockRequest(
        "a recording is running already", expected: "mock/recording/stop first")
    }
    state.recording = Recording()
  }
}

/// `mock/recording/stop`: ends the recording and returns it as a script.
public struct StopRecording: HarnessOperation {
  public static let name = "mock/recording/stop"

  /// The values to write in a form that does not depend on seed and clock.
  public var normalize: Set<RecordedVariable>

  public init(normalize: Set<RecordedVariable> = []) { self.normalize = normalize }

  public struct Answer: Sendable {
    public let script: Script
    /// The number of calls that were left out because a script cannot have more entries.
    public let dropped: Int
  }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Answer {
    guard let recording = state.recording else {
      throw Misuse.badMockRequest(
        "no recording is running", expected: "mock/recording/start first")
    }
    state.recording = nil
    let script = recording.script
    return Answer(
      script: normalize.isEmpty ? script : script.normalized(normalize),
      dropped: recording.dropped)
  }
}
