extension NetworkState: RequestChoice {}

extension SetNetwork: WireHarnessOperation, WireRequest {
  static let contextKeys: ContextKeys = [.device]

  init() { self.init(.online) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    keys.passed("device")
    try keys.required("network", &state)
    try keys.key("bytesPerSecond", &bytesPerSecond)
    try keys.list("schedule", &schedule)
  }
}

extension DeviceNetwork.Step: WireRequest {
  init() { self.init(after: 0, .online) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("after", &after, as: FaultDuration.self)
    try keys.required("network", &state)
  }
}

extension DeviceNetworks {
  /// The networks in a state document.
  enum List: RequestForm {
    static func read(
      _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
    ) throws(RequestError) -> DeviceNetworks {
      var networks = DeviceNetworks()
      for entry in try reader.list(node, key, as: Entry.self) {
        guard networks[entry.device] == nil, !entry.network.isPlain else {
          throw RequestError(
            "\(key)",
            "device '\(NameRules.shortened(entry.device))' occurs twice, or is online")
        }
        networks.set(entry.network, for: entry.device)
      }
      return networks
    }

    static func write(_ value: DeviceNetworks, to writer: inout KeyWriter) {
      writer.list(
        value.all.map { Entry(device: $0.device, network: $0.network) }, as: Entry.self)
    }
  }

  private struct Entry: WireRequest {
    var device = ""
    var network = DeviceNetwork(.online)

    init() {}

    init(device: String, network: DeviceNetwork) {
      self.device = device
      self.network = network
    }

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.required("device", &device)
      try keys.required("network", &network.state)
      try keys.key("bytesPerSecond", &network.bytesPerSecond)
      try keys.list("schedule", &network.schedule)
      try keys.required("since", &network.since)
    }

    mutating func check() throws(RequestError) {
      guard Clock.bounds.contains(network.since) else {
        throw RequestError("since", "'since' is out of the clock's range")
      }
      if let problem = network.problem { throw RequestError(problem.key, problem.message) }
    }
  }
}
