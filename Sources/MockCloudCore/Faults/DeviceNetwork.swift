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

/// The networks of a cloud's devices. A device without one is online.
struct DeviceNetworks: Sendable {
  private var byDevice = RareMap<DeviceName, DeviceNetwork>()

  var isEmpty: Bool { byDevice.isEmpty }

  subscript(device: DeviceName) -> DeviceNetwork? { byDevice[device] }

  mutating func set(_ network: DeviceNetwork, for device: DeviceName) {
    if network.isPlain {
      byDevice.removeValue(forKey: device)
    } else {
      byDevice.updateValue(network, forKey: device)
    }
  }

  /// All networks in the order of the devices' names.
  var all: [(device: DeviceName, network: DeviceNetwork)] {
    byDevice.map { ($0.key, $0.value) }
  }
}
