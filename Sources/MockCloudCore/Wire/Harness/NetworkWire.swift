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
