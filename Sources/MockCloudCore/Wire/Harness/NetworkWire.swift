extension NetworkState: RequestChoice {}

extension SetNetwork: WireHarnessOperation, WireRequest {
  static let contextKeys: ContextKeys = [.device]

  init() { self.init(.online) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    keys.passed("device")
    try keys.required("network", &state)
    try keys.key("bytesPerSecond", &bytesPerSecond)
    try keys.list("schedule", &schedule)
    try keys.key("devices", &devices, as: ListOf<FaultPattern>.self)
  }
}

extension PartitionNetwork: WireHarnessOperation, WireRequest {
  init() { self.init("", devices: []) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("name", &partition)
    try keys.list("devices", &devices)
    try keys.key("network", &state, or: .offline)
    try keys.list("schedule", &schedule)
  }

  func write(_ answer: [DeviceName], to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.key("devices")
    writer.json.array(answer) { $0.string($1.text) }
    writer.json.endObject()
  }
}

extension HealNetwork: WireHarnessOperation, WireRequest {
  init() { self.init(nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("names", &partitions, as: ListOf<FaultPattern>.self)
  }

  func write(_ answer: [String], to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.key("names")
    writer.json.array(answer) { $0.string($1) }
    writer.json.endObject()
  }
}

extension DeviceNetwork.Step: WireRequest {
  init() { self.init(after: 0, .online) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("after", &after, as: FaultDuration.self)
    try keys.required("network", &state)
  }
}
