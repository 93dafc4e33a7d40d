// The forms of the fault language that are not dictionaries.

/// A pattern of names.
extension FaultPattern: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> FaultPattern {
    let pattern = FaultPattern(try String.read(node, key, &reader))
    // A name is not limited: those of set errors are longer.
    if pattern.exact == nil, let problem = pattern.problem("\(key)") { throw problem }
    return pattern
  }

  static func write(_ value: FaultPattern, to writer: inout KeyWriter) {
    writer.json.string(value.text)
  }
}

extension FaultPhase: RequestChoice {}
extension FaultAction: RequestChoice {}
extension FaultKey: RequestChoice {}
extension FaultRule.Presence: RequestChoice {}

/// 64 bits as an integer, which is negative if the highest is set.
enum BitPattern: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> UInt64 {
    UInt64(bitPattern: try Int64.read(node, key, &reader))
  }

  static func write(_ value: UInt64, to writer: inout KeyWriter) {
    writer.json.int(Int64(bitPattern: value))
  }
}

/// One value, or a list of them.
enum OneOrMore<Form: RequestForm>: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> [Form.Value] {
    node.kind == .array
      ? try reader.list(node, key, as: Form.self) : [try Form.read(node, key, &reader)]
  }

  static func write(_ value: [Form.Value], to writer: inout KeyWriter) {
    writer.list(value, as: Form.self)
  }
}

/// A number, or bounds of it: `{">": 200}`.
extension FaultRange: RequestForm {
  /// The keys of bounds.
  private static let bounds:
    [(key: StaticString, narrow: @Sendable (inout FaultRange, Int) -> Void)] = [
      (">", { $0.least = max($0.least ?? .min, $1 == .max ? .max : $1 + 1) }),
      (">=", { $0.least = max($0.least ?? .min, $1) }),
      ("<", { $0.most = min($0.most ?? .max, $1 == .min ? .min : $1 - 1) }),
      ("<=", { $0.most = min($0.most ?? .max, $1) }),
      ("=", { ($0.least, $0.most) = (max($0.least ?? .min, $1), min($0.most ?? .max, $1)) }),
    ]

  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> FaultRange {
    var range = FaultRange()
    if node.int != nil {
      range.least = try Int.read(node, key, &reader)
      range.most = range.least
      return range
    }
    try node.requireObject(key)
    for (name, value) in node.members {
      let number = Int(clamping: try Int64.read(value, key, &reader))
      guard let bound = bounds.first(where: { $0.key ~= name }) else {
        throw name.unknown(among: bounds.map(\.key)).inside("\(key)")
      }
      bound.narrow(&range, number)
    }
    return range
  }

  static func write(_ value: FaultRange, to writer: inout KeyWriter) {
    writer.json.beginObject()
    if let least = value.least { writer.json.member(">=", least) }
    if let most = value.most { writer.json.member("<=", most) }
    writer.json.endObject()
  }
}

/// Seconds, or an ISO 8601 duration such as `PT1M30S`; in milliseconds.
enum FaultDuration: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Int64 {
    guard let text = node.string else { return try Seconds.read(node, key, &reader) }
    guard let milliseconds = ISO8601.duration(text) else {
      throw RequestError(
        "\(key)", "'\(key)' is not a duration: '\(NameRules.shortened(text))'",
        expected: "seconds, or a duration of ISO 8601, for example PT1M30S")
    }
    return milliseconds
  }

  static func write(_ value: Int64, to writer: inout KeyWriter) {
    Seconds.write(value, to: &writer)
  }
}

/// `{"status": "draft"}`: fields with the values to match in a save.
extension FaultCondition.Field {
  enum List: RequestForm {
    static func read(
      _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
    ) throws(RequestError) -> [FaultCondition.Field] {
      try node.requireObject(key)
      var fields: [FaultCondition.Field] = []
      for (name, value) in node.members {
        fields.append(FaultCondition.Field(name.text, try scalar(value, key)))
      }
      return fields
    }

    private static func scalar(
      _ node: JSONNode, _ key: StaticString
    ) throws(RequestError) -> FieldValue? {
      if node.isNull { return nil }
      if let text = node.string { return .string(text) }
      if let number = node.int { return .int64(number) }
      if let number = node.double { return .double(number) }
      throw RequestError.wrongType(key, node, expected: "fields with texts, numbers or null")
    }

    static func write(_ value: [FaultCondition.Field], to writer: inout KeyWriter) {
      writer.json.beginObject()
      for field in value {
        writer.json.key(field.name)
        switch field.value {
        case .string(let text): writer.json.string(text)
        case .int64(let number): writer.json.int(number)
        case .double(let number): writer.json.double(number)
        default: writer.json.null()
        }
      }
      writer.json.endObject()
    }
  }
}

/// A latency: seconds, or `{"dist", …}` with milliseconds.
extension FaultLatency: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> FaultLatency {
    if node.kind != .object { return .fixed(try FaultDuration.read(node, key, &reader)) }
    if FaultRamp.isSpelled(by: node) { return .ramp(try Ramp.read(node, key, &reader).ramp) }
    return try Parts.read(node, key, &reader).latency(key)
  }

  static func write(_ value: FaultLatency, to writer: inout KeyWriter) {
    switch value {
    case .fixed(let milliseconds): FaultDuration.write(milliseconds, to: &writer)
    case .uniform, .lognormal: Parts.write(Parts(value), to: &writer)
    case .ramp(let ramp): Ramp.write(Ramp(ramp), to: &writer)
    }
  }

  /// A ramp of durations.
  private struct Ramp: WireRequest {
    private var start: Int64 = 0
    private var end: Int64 = 0
    private var duration: Int64 = 0

    init() {}

    init(_ ramp: FaultRamp) {
      start = Int64(exactly: ramp.start.rounded()) ?? 0
      end = Int64(exactly: ramp.end.rounded()) ?? 0
      duration = ramp.duration
    }

    var ramp: FaultRamp { FaultRamp(from: Double(start), to: Double(end), during: duration) }

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.required("from", &start, as: FaultDuration.self)
      try keys.required("to", &end, as: FaultDuration.self)
      try keys.required("during", &duration, as: FaultDuration.self)
    }
  }

  private enum Distribution: String, RequestChoice {
    case fixed
    case uniform
    case lognormal
  }

  private struct Parts: WireRequest {
    var distribution = Distribution.fixed
    var milliseconds: Int64?
    var least: Int64?
    var most: Int64?
    var median: Double?
    var sigma: Double?

    init() {}

    init(_ latency: FaultLatency) {
      switch latency {
      case .fixed(let milliseconds): self.milliseconds = milliseconds
      case .uniform(let least, let most):
        (distribution, self.least, self.most) = (.uniform, least, most)
      case .lognormal(let median, let sigma):
        (distribution, self.median, self.sigma) = (.lognormal, median, sigma)
      case .ramp: break
      }
    }

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.required("dist", &distribution)
      try keys.key("ms", &milliseconds)
      try keys.key("minMs", &least)
      try keys.key("maxMs", &most)
      try keys.key("medianMs", &median)
      try keys.key("sigma", &sigma)
    }

    func latency(_ key: StaticString) throws(RequestError) -> FaultLatency {
      guard let latency = stated, latency.isDistribution else {
        throw FaultLatency.noDistribution("\(key)")
      }
      return latency
    }

    /// Nil if the keys are not those of the distribution.
    private var stated: FaultLatency? {
      switch (distribution, milliseconds, least, most, median, sigma) {
      case (.fixed, let milliseconds?, nil, nil, nil, nil): .fixed(milliseconds)
      case (.uniform, nil, let least?, let most?, nil, nil): .uniform(least: least, most: most)
      case (.lognormal, nil, nil, nil, let median?, let sigma?):
        .lognormal(median: median, sigma: sigma)
      default: nil
      }
    }
  }
}

extension FaultRamp {
  /// Whether a dictionary has a key of ramps.
  fileprivate static func isSpelled(by node: JSONNode) -> Bool {
    for (key, _) in node.members where "from" ~= key || "to" ~= key || "during" ~= key {
      return true
    }
    return false
  }
}

/// A probability: a number, or a ramp.
extension FaultProbability: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> FaultProbability {
    if node.kind != .object { return .fixed(try Double.read(node, key, &reader)) }
    return .ramp(try Ramp.read(node, key, &reader).ramp)
  }

  static func write(_ value: FaultProbability, to writer: inout KeyWriter) {
    switch value {
    case .fixed(let number): Double.write(number, to: &writer)
    case .ramp(let ramp):
      var form = Ramp()
      form.ramp = ramp
      Ramp.write(form, to: &writer)
    }
  }

  private struct Ramp: WireRequest {
    var ramp = FaultRamp(from: 0, to: 0, during: 0)

    init() {}

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.required("from", &ramp.start)
      try keys.required("to", &ramp.end)
      try keys.required("during", &ramp.duration, as: FaultDuration.self)
    }
  }
}

extension FaultRate: WireRequest {
  init() { self.init(perSecond: 0, burst: 1) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("perSecond", &perSecond)
    try keys.key("burst", &burst, or: 1)
  }
}
