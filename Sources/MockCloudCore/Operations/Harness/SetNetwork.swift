/// `mock/network/set`: sets the network of a device.
public struct SetNetwork: HarnessOperation {
  public static let name = "mock/network/set"

  public var state: NetworkState
  public var bytesPerSecond: Int?
  public var schedule: [DeviceNetwork.Step]

  public init(
    _ state: NetworkState, bytesPerSecond: Int? = nil, schedule: [DeviceNetwork.Step] = []
  ) {
    self.state = state
    self.bytesPerSecond = bytesPerSecond
    self.schedule = schedule
  }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    let now = state.world.clock.now
    let network = DeviceNetwork(
      self.state, bytesPerSecond: bytesPerSecond, schedule: schedule, since: now)
    if let problem = network.problem {
      throw Misuse.badMockRequest(
        problem.message, key: problem.path, expected: problem.expected)
    }
    state.faults.networks.set(network, for: context.deviceName)
    state.world.agenda.releasePushes(at: now) { $0 == context.deviceName }
  }
}
