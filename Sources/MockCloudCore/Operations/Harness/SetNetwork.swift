/// `mock/network/set`: sets the network of one device, or of several.
public struct SetNetwork: HarnessOperation {
  public static let name = DeviceNetworks.source

  public var state: NetworkState
  public var bytesPerSecond: Int?
  public var schedule: [DeviceNetwork.Step]
  /// Names of devices, or patterns, each of which must match a device; nil for the caller's device.
  public var devices: [FaultPattern]?

  public init(
    _ state: NetworkState, bytesPerSecond: Int? = nil, schedule: [DeviceNetwork.Step] = [],
    devices: [FaultPattern]? = nil
  ) {
    self.state = state
    self.bytesPerSecond = bytesPerSecond
    self.schedule = schedule
    self.devices = devices
  }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    let now = state.world.clock.now
    let network = DeviceNetwork(
      self.state, bytesPerSecond: bytesPerSecond, schedule: schedule, since: now)
    if let problem = network.problem { throw problem.misuse }
    if devices != nil, context.given.contains(.device) {
      throw RequestError(
        "device", "'device' and 'devices' cannot be combined", expected: "one of them"
      ).misuse
    }
    let chosen =
      try devices.map { (names) throws(Misuse) in
        try state.world.people.devices(named: names)
      } ?? [context.deviceName]
    state.faults.networks.set(network, for: chosen)
    state.releasePushes(to: chosen)
  }
}

/// `mock/network/partition`: disconnects a set of devices from the service, whatever their own
/// networks, until it is healed.
public struct PartitionNetwork: HarnessOperation {
  public static let name = DeviceNetworks.partitionSource

  /// The name by which it is healed.
  public var partition: String
  /// Names of devices, or patterns, each of which must match a device. Devices that are added later
  /// are not disconnected.
  public var devices: [FaultPattern]
  /// The state of the devices until the first step of the schedule.
  public var state: NetworkState
  public var schedule: [DeviceNetwork.Step]

  public init(
    _ partition: String, devices: [FaultPattern], _ state: NetworkState = .offline,
    schedule: [DeviceNetwork.Step] = []
  ) {
    self.partition = partition
    self.devices = devices
    self.state = state
    self.schedule = schedule
  }

  /// Returns the names of the devices.
  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> [DeviceName] {
    let network = DeviceNetwork(self.state, schedule: schedule, since: state.world.clock.now)
    if let problem = problem(network, in: state.faults.networks) { throw problem.misuse }
    let chosen = try state.world.people.devices(named: devices)
    state.faults.networks.add([
      DeviceNetworks.Partition(name: partition, devices: chosen, network: network)
    ])
    state.releasePushes(to: chosen)
    return chosen
  }

  private func problem(
    _ network: DeviceNetwork, in networks: DeviceNetworks
  ) -> RequestError? {
    if partition.isEmpty { return RequestError("name", "'name' is empty", expected: "a name") }
    if networks.partitions.contains(where: { $0.name.hasBytes(of: partition) }) {
      return RequestError(
        "name", "a partition '\(NameRules.shortened(partition))' exists already",
        expected: "another name, or mock/network/heal before")
    }
    if networks.partitions.count >= DeviceNetworks.mostPartitions {
      return RequestError(
        "name", "there are \(DeviceNetworks.mostPartitions) partitions already",
        expected: "mock/network/heal before")
    }
    if network.isPlain || ([state] + schedule.map(\.state)).allSatisfy({ $0 == .online }) {
      return RequestError(
        "network", "the devices of the partition would always be online",
        expected: "another state, or one in 'schedule'")
    }
    return network.problem
  }
}

/// `mock/network/heal`: ends partitions.
public struct HealNetwork: HarnessOperation {
  public static let name = "mock/network/heal"

  /// Names of partitions, or patterns, each of which must match one; nil for all.
  public var partitions: [FaultPattern]?

  public init(_ partitions: [FaultPattern]? = nil) { self.partitions = partitions }

  /// Returns the names of the partitions that ended.
  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> [String] {
    let known = state.faults.networks.partitions
    let names = known.map(\.name)
    if partitions?.isEmpty == true { throw RequestError.noChoice("names").misuse }
    let places =
      try partitions.map { (chosen) throws(Misuse) in
        try ChosenNames.places(chosen, among: names, "names")
      } ?? Array(names.indices)
    state.faults.networks.removePartitions(at: Set(places))
    state.releasePushes(to: places.flatMap { known[$0].devices })
    return places.map { names[$0] }
  }
}

extension People {
  /// Returns the devices that names and patterns choose.
  fileprivate func devices(named choices: [FaultPattern]) throws(Misuse) -> [DeviceName] {
    if choices.isEmpty { throw ChosenNames.none("devices", "names of devices, or patterns") }
    let names = users.flatMap(\.devices).map(\.name)
    let places = try ChosenNames.places(choices, among: names.map(\.text), "devices")
    return places.map { names[$0] }
  }
}

extension CloudState {
  /// Lets the held pushes to some devices arrive, or be held again, when the clock next runs.
  fileprivate mutating func releasePushes(to devices: [DeviceName]) {
    let devices = Set(devices)
    world.agenda.releasePushes(at: world.clock.now) { devices.contains($0) }
  }
}
