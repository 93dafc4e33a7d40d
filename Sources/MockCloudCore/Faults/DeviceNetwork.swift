/// The state of the connection between a device and the service.
public enum NetworkState: String, Sendable, CaseIterable {
  case online
  /// There is no network: calls fail immediately.
  case offline
  /// There is a network, but the service is unreachable: calls fail after a timeout.
  case unreachable
  /// Requests arrive, and responses are lost.
  case oneWay
}

/// The network of one device.
public struct DeviceNetwork: Sendable, Equatable {
  /// The state until the first step of the schedule.
  public var state: NetworkState
  /// Nil means unlimited.
  public var bytesPerSecond: Int?
  /// Later states in the order of their times.
  public var schedule: [Step] {
    didSet { returns = Self.returns(in: schedule) }
  }
  /// The steps that make the device online, for the many pushes that may need the next one.
  private var returns: [Step]
  /// The time when the network was set, in milliseconds since 1970.
  var since: Int64

  public struct Step: Sendable, Equatable {
    /// The time of the step in milliseconds since the network was set.
    public var after: Int64
    public var state: NetworkState

    public init(after milliseconds: Int64, _ state: NetworkState) {
      after = milliseconds
      self.state = state
    }
  }

  init(
    _ state: NetworkState, bytesPerSecond: Int? = nil, schedule: [Step] = [], since: Int64 = 0
  ) {
    self.state = state
    self.bytesPerSecond = bytesPerSecond
    self.schedule = schedule
    self.since = since
    returns = Self.returns(in: schedule)
  }

  private static func returns(in schedule: [Step]) -> [Step] {
    schedule.filter { $0.state == .online }
  }

  /// The invalid part of the network, if there is one.
  var problem: RequestError? {
    if let bytesPerSecond, bytesPerSecond < 1 { return .tooSmall("bytesPerSecond", bytesPerSecond) }
    if bytesPerSecond != nil, ([state] + schedule.map(\.state)).allSatisfy({ $0 == .offline }) {
      return RequestError(
        "bytesPerSecond", "'bytesPerSecond' has no effect on a device that is always offline",
        expected: "another state, or one in 'schedule'")
    }
    var last: Int64 = 0
    for (index, step) in schedule.enumerated() {
      let key = "schedule[\(index)].after"
      guard step.after > last else {
        return RequestError(
          key, "\(key) is not later than the previous step",
          expected: "more than \(Double(last) / 1000) seconds")
      }
      guard step.after <= .longestDuration else {
        return RequestError(
          key, "\(key) is out of range",
          expected: "at most \(Int64.longestDuration / 1000) seconds")
      }
      last = step.after
    }
    return nil
  }

  /// The timeout of calls to an unreachable service, in milliseconds (DOC:
  /// timeoutIntervalForRequest is 60 s).
  static let timeout: Int64 = 60_000

  /// Whether the network has no effect on calls, now or later.
  var isPlain: Bool { state == .online && bytesPerSecond == nil && schedule.isEmpty }

  func state(at now: Int64) -> NetworkState {
    let next = first(of: schedule, after: now)
    return next > 0 ? schedule[next - 1].state : state
  }

  /// Returns the time when the device is next online; nil if it stays offline until the network is
  /// set again.
  func nextOnline(at now: Int64) -> Int64? {
    if state(at: now) == .online { return now }
    let next = first(of: returns, after: now)
    guard next < returns.count else { return nil }
    let (time, overflows) = since.addingReportingOverflow(returns[next].after)
    return overflows ? nil : time
  }

  /// Returns the duration of a transfer in milliseconds.
  func duration(ofBytes bytes: Int) -> Int64 {
    guard let rate = bytesPerSecond, rate > 0, bytes > 0 else { return 0 }
    let (product, overflows) = Int64(bytes).multipliedReportingOverflow(by: 1000)
    guard !overflows else { return .max }
    let (whole, rest) = product.quotientAndRemainder(dividingBy: Int64(rate))
    return rest == 0 ? whole : whole &+ 1
  }

  /// Returns the index of the first step after the given time.
  private func first(of steps: [Step], after now: Int64) -> Int {
    let age = now &- since
    return Bisection.first(in: steps.indices) { steps[$0].after > age }
  }
}

/// The networks of a cloud's devices, and the partitions that cut some of them off. A device without
/// either is online.
struct DeviceNetworks: Sendable {
  /// The networks that were set for single devices.
  private var own = RareMap<DeviceName, DeviceNetwork>()
  private(set) var partitions: [Partition] = []
  /// The networks of the devices in partitions, together with their own.
  private var inPartitions: [DeviceName: DeviceNetwork] = [:]

  /// A set of devices that are cut off.
  struct Partition: Sendable {
    var name: String
    var devices: [DeviceName]
    var network: DeviceNetwork
  }

  var isEmpty: Bool { own.isEmpty && partitions.isEmpty }

  subscript(device: DeviceName) -> DeviceNetwork? {
    partitions.isEmpty ? own[device] : inPartitions[device] ?? own[device]
  }

  /// Every device in a partition has a state from all of them.
  static let mostPartitions = 100

  mutating func set(_ network: DeviceNetwork, for devices: [DeviceName]) {
    for device in devices {
      if network.isPlain {
        own.removeValue(forKey: device)
      } else {
        own.updateValue(network, forKey: device)
      }
    }
    join(devices.filter { inPartitions[$0] != nil })
  }

  mutating func add(_ new: [Partition]) {
    partitions += new
    join(new.flatMap(\.devices))
  }

  mutating func removePartitions(at places: Set<Int>) {
    let former = partitions
    partitions = former.indices.filter { !places.contains($0) }.map { former[$0] }
    join(places.filter(former.indices.contains).flatMap { former[$0].devices })
  }

  /// All networks that were set for single devices, in the order of the devices' names.
  var all: [(device: DeviceName, network: DeviceNetwork)] {
    own.map { ($0.key, $0.value) }
  }

  /// Returns the name of the partition because of which a device is not online; nil if its own
  /// network is the reason.
  func partition(of device: DeviceName, at now: Int64) -> String? {
    if let network = own[device], network.state(at: now) != .online { return nil }
    return partitions.first {
      $0.network.state(at: now) != .online && $0.devices.contains(device)
    }?.name
  }

  private mutating func join(_ devices: [DeviceName]) {
    let devices = Set(devices)
    var networks: [DeviceName: [DeviceNetwork]] = [:]
    for partition in partitions {
      for device in partition.devices where devices.contains(device) {
        networks[device, default: []].append(partition.network)
      }
    }
    for device in devices {
      inPartitions[device] = networks[device].map { DeviceNetwork(own[device], joining: $0) }
    }
  }
}

extension NetworkState {
  /// How much the state prevents: of several networks, the greatest one decides.
  fileprivate var severity: Int {
    switch self {
    case .online: 0
    case .oneWay: 1
    case .unreachable: 2
    case .offline: 3
    }
  }
}

extension DeviceNetwork {
  /// Creates the network of a device that is subject to several: at each time, the worst state
  /// counts. It does not depend on when it is computed.
  fileprivate init(_ own: DeviceNetwork?, joining others: [DeviceNetwork]) {
    let all = (own.map { [$0] } ?? []) + others
    // The clock may be set back to a time before some of them were set.
    let since = all.map(\.since).min() ?? 0
    func worst(at time: Int64) -> NetworkState {
      all.map { $0.state(at: time) }.max { $0.severity < $1.severity } ?? .online
    }
    var times: Set<Int64> = []
    for network in all {
      for step in network.schedule {
        let (time, overflows) = network.since.addingReportingOverflow(step.after)
        if !overflows { times.insert(time) }
      }
    }
    self.init(
      worst(at: since), bytesPerSecond: own?.bytesPerSecond,
      schedule: Array(times).genericSorted(by: <).map { Step(after: $0 &- since, worst(at: $0)) },
      since: since)
  }
}
