/// One effect: a dictionary with the effect's key, and what belongs to it.
struct EffectForm: WireRequest {
  private var error: ErrorSpecification?
  private var grows: Growth?
  private var lostRequest: Loss?
  private var lostResponse: Loss?
  private var latency: FaultLatency?
  private var duplicate: Bool?
  private var prefix: Int?
  private var prefixError: ErrorSpecification?
  private var truncate: Int?
  private var limits: [Limits.Change]?
  private var expireTokens: Bool?
  private var rateLimit: FaultRate?
  private var jump: Double?
  private var call: (any FaultCall)?
  private var drop: Bool?
  private var delay: Int64?
  private var more: Int?

  init() {}

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("error", &error, as: SomeError.self)
    try keys.key("retryAfterGrows", &grows)
    try keys.key("lostRequest", &lostRequest, as: Loss.Form.self)
    try keys.key("lostResponse", &lostResponse, as: Loss.Form.self)
    try keys.key("latency", &latency)
    try keys.key("duplicate", &duplicate)
    try keys.key("applyPrefix", &prefix)
    try keys.key("as", &prefixError, as: SomeError.self)
    try keys.key("truncate", &truncate)
    try keys.key("limits", &limits, as: LimitChanges.self)
    try keys.key("expireTokens", &expireTokens)
    try keys.key("rateLimit", &rateLimit)
    try keys.key("jump", &jump)
    try keys.key("call", &call, as: PreparedCalls.self)
    try keys.key("drop", &drop)
    try keys.key("delay", &delay, as: FaultDuration.self)
    try keys.key("repeat", &more)
  }

  /// The effects that the dictionary names.
  private var named: [FaultEffect] {
    var named: [FaultEffect] = []
    if let error { named.append(.error(error, grows?.wait ?? .fixed)) }
    if let lostRequest { named.append(.lostRequest(lostRequest.error ?? Loss.ofRequest)) }
    if let lostResponse { named.append(.lostResponse(lostResponse.error ?? Loss.ofResponse)) }
    if let latency { named.append(.latency(latency)) }
    if duplicate == true { named.append(.duplicate) }
    if let prefix { named.append(.prefix(prefix, prefixError ?? Loss.ofItems)) }
    if let truncate { named.append(.truncate(truncate)) }
    if let limits { named.append(.limits(limits)) }
    if expireTokens == true { named.append(.expireTokens) }
    if let rateLimit { named.append(.rateLimit(rateLimit)) }
    if let jump { named.append(.jump(Int64((jump * 1000).rounded()))) }
    if let call { named.append(.call(call)) }
    if drop == true { named.append(.drop) }
    if let delay { named.append(.delay(delay)) }
    if let more { named.append(.repeat(more)) }
    return named
  }

  /// The one effect that the dictionary is.
  func effect() throws(RequestError) -> FaultEffect {
    try checkNumbers()
    let named = named
    guard let first = named.first else {
      throw RequestError(
        "", "an effect needs a key that says what it does", expected: Self.expected)
    }
    guard named.count == 1 else {
      throw RequestError(
        "", "'\(first.kind.rawValue)' and '\(named[1].kind.rawValue)' are two effects",
        expected: "a dictionary for each, in their order")
    }
    if grows != nil, error == nil { throw Self.stray("retryAfterGrows", "error") }
    if prefixError != nil, prefix == nil { throw Self.stray("as", "applyPrefix") }
    return first
  }

  private func checkNumbers() throws(RequestError) {
    // A year is more than any test waits.
    if let jump, !(abs(jump) <= 31_536_000) {
      throw RequestError("jump", "'jump' is out of range", expected: "seconds, at most a year")
    }
    if let prefix, prefix < 0 {
      throw RequestError("applyPrefix", "'applyPrefix' is negative", expected: "0 or more")
    }
    if let truncate, truncate < 1 {
      throw RequestError("truncate", "'truncate' is less than 1", expected: "1 or more")
    }
    if let more, !(1...100).contains(more) {
      throw RequestError("repeat", "'repeat' is out of range", expected: "from 1 to 100")
    }
    for (key, flag) in [
      ("duplicate", duplicate), ("expireTokens", expireTokens), ("drop", drop),
    ] where flag == false {
      throw RequestError(key, "'\(key)' is false, which does nothing", expected: "true")
    }
  }

  private static func stray(_ key: StaticString, _ other: StaticString) -> RequestError {
    RequestError("\(key)", "'\(key)' belongs to '\(other)'", expected: "'\(other)' beside it")
  }

  private static let expected = keyNames.map(\.description).joined(separator: ", ")

  init(_ effect: FaultEffect) {
    switch effect {
    case .error(let error, let wait):
      self.error = error
      grows = Growth(wait)
    case .lostRequest(let error): lostRequest = Loss(error: error)
    case .lostResponse(let error): lostResponse = Loss(error: error)
    case .latency(let latency): self.latency = latency
    case .duplicate: duplicate = true
    case .prefix(let most, let error): (prefix, prefixError) = (most, error)
    case .truncate(let most): truncate = most
    case .limits(let changes): limits = changes
    case .expireTokens: expireTokens = true
    case .rateLimit(let rate): rateLimit = rate
    case .jump(let milliseconds): jump = Double(milliseconds) / 1000
    case .call(let call): self.call = call
    case .drop: drop = true
    case .delay(let milliseconds): delay = milliseconds
    case .repeat(let more): self.more = more
    }
  }
}

extension EffectForm {
  /// How the wait of an error grows.
  fileprivate struct Growth: WireRequest {
    var factor = 2.0
    /// Seconds.
    var most = 3600.0

    init() {}

    init?(_ wait: FaultWait) {
      guard case .growing(let factor, let most) = wait else { return nil }
      self.factor = factor
      self.most = most
    }

    var wait: FaultWait { .growing(factor: factor, most: most) }

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.required("factor", &factor)
      try keys.key("most", &most, or: 3600)
    }

    mutating func check() throws(RequestError) {
      guard factor >= 1, factor <= 1000, most >= 0, most <= 31_536_000 else {
        throw RequestError(
          "", "'factor' or 'most' is out of range",
          expected: "a factor from 1 to 1000, and at most a year")
      }
    }
  }

  /// What the client sees of a request or an answer that was lost.
  fileprivate struct Loss {
    /// Nil means the standard one.
    var error: ErrorSpecification?

    static let ofRequest = ErrorSpecification(.networkFailure)
    static let ofResponse = ErrorSpecification(.serverResponseLost)
    static let ofItems = ErrorSpecification(.serviceUnavailable)

    /// `true`, or `{"as": error}`.
    enum Form: RequestForm {
      static func read(
        _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
      ) throws(RequestError) -> Loss {
        if node.kind == .object {
          return Loss(error: try As.read(node, key, &reader).error)
        }
        guard try Bool.read(node, key, &reader) else {
          throw RequestError("\(key)", "'\(key)' is false, which does nothing", expected: "true")
        }
        return Loss(error: nil)
      }

      static func write(_ value: Loss, to writer: inout KeyWriter) {
        var form = As()
        form.error = value.error
        As.write(form, to: &writer)
      }
    }

    struct As: WireRequest {
      var error: ErrorSpecification?

      init() {}

      mutating func keys<Keys: RequestKeys & ~Copyable>(
        _ keys: inout Keys
      ) throws(Keys.Failure) {
        try keys.key("as", &error, as: SomeError.self)
      }
    }
  }
}

/// An error by its name, its code, or as an object.
enum SomeError: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> ErrorSpecification {
    guard let error = try ErrorSpecification(reading: node, key) else {
      throw RequestError.wrongType(key, node, expected: "an error")
    }
    return error
  }

  static func write(_ value: ErrorSpecification, to writer: inout KeyWriter) {
    writer.json.specification(value)
  }
}
