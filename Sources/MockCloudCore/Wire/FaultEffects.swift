/// One effect: a dictionary with the effect's key and its parts.
struct EffectForm: WireRequest {
  private var error: ErrorSpecification?
  private var grows: Growth?
  private var lostRequest: Loss?
  private var lostResponse: Loss?
  private var latency: FaultLatency?
  private var duplicate: True?
  private var prefix: Int?
  private var interrupt: Int?
  /// The error of `prefix` or of `interrupt`.
  private var itemError: ErrorSpecification?
  private var truncate: Int?
  private var limits: [Limits.Change]?
  private var expireTokens: True?
  private var rateLimit: FaultRate?
  private var jump: Double?
  private var call: (any FaultCall)?
  private var conflict: FaultConflict?
  private var hang: True?
  private var skew: Double?
  private var indexLag: FaultLag?
  private var expireMarkers: True?
  private var shuffle: True?
  private var repeatChanges: Int?
  private var truncateFiles: Int?
  private var expireUploads: True?
  private var drop: True?
  private var delay: FaultLatency?
  private var more: Int?
  private var coalesce: Int64?

  init() {}

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("error", &error, as: SomeError.self)
    try keys.key("retryAfterGrows", &grows)
    try keys.key("lostRequest", &lostRequest, as: Loss.Form.self)
    try keys.key("lostResponse", &lostResponse, as: Loss.Form.self)
    try keys.key("latency", &latency)
    try keys.key("duplicate", &duplicate, as: True.self)
    try keys.key("applyPrefix", &prefix)
    try keys.key("interrupt", &interrupt)
    try keys.key("as", &itemError, as: SomeError.self)
    try keys.key("truncate", &truncate)
    try keys.key("limits", &limits, as: LimitChanges.self)
    try keys.key("expireTokens", &expireTokens, as: True.self)
    try keys.key("rateLimit", &rateLimit)
    try keys.key("jump", &jump)
    try keys.key("call", &call, as: PreparedCalls.self)
    try keys.key("conflict", &conflict, as: FaultConflict.Form.self)
    try keys.key("hang", &hang, as: True.self)
    try keys.key("skew", &skew)
    try keys.key("indexLag", &indexLag)
    try keys.key("expireMarkers", &expireMarkers, as: True.self)
    try keys.key("shuffle", &shuffle, as: True.self)
    try keys.key("repeatChanges", &repeatChanges)
    try keys.key("truncateFiles", &truncateFiles)
    try keys.key("expireUploads", &expireUploads, as: True.self)
    try keys.key("drop", &drop, as: True.self)
    try keys.key("delay", &delay)
    try keys.key("repeat", &more)
    try keys.key("coalesce", &coalesce, as: FaultDuration.self)
  }

  /// The effects whose keys the dictionary has.
  private var named: [FaultEffect] {
    let effects: [FaultEffect?] = [
      error.map { .error($0, grows?.wait ?? .fixed) },
      lostRequest.map { .lostRequest($0.error ?? Loss.ofRequest) },
      lostResponse.map { .lostResponse($0.error ?? Loss.ofResponse) },
      latency.map { .latency($0) }, duplicate.map { _ in .duplicate },
      prefix.map { .prefix($0, itemError ?? Loss.ofItems) },
      interrupt.map { .interrupt($0, itemError ?? Loss.ofRequest) },
      truncate.map { .truncate($0) }, limits.map { .limits($0) },
      expireTokens.map { _ in .expireTokens }, rateLimit.map { .rateLimit($0) },
      jump.map { .jump(Self.milliseconds($0)) }, call.map { .call($0) },
      conflict.map { .conflict($0) }, hang.map { _ in .hang },
      skew.map { .skew(Self.milliseconds($0)) }, indexLag.map { .indexLag($0) },
      expireMarkers.map { _ in .expireMarkers }, shuffle.map { _ in .shuffle },
      repeatChanges.map { .repeatChanges($0) }, truncateFiles.map { .truncateFiles($0) },
      expireUploads.map { _ in .expireUploads }, drop.map { _ in .drop },
      delay.map { .delay($0) }, more.map { .repeat($0) }, coalesce.map { .coalesce($0) },
    ]
    return effects.compactMap(\.self)
  }

  /// - Parameter seconds: A valid number of seconds.
  private static func milliseconds(_ seconds: Double) -> Int64 {
    Int64(exactly: (seconds * 1000).rounded()) ?? 0
  }

  /// Returns the single effect of the dictionary.
  func effect() throws(RequestError) -> FaultEffect {
    try checkNumbers()
    let named = named
    guard let first = named.first else {
      throw RequestError(
        "", "an effect needs the name of an effect as key", expected: Self.expected)
    }
    guard named.count == 1 else {
      throw RequestError(
        "", "'\(first.kind.rawValue)' and '\(named[1].kind.rawValue)' are two effects",
        expected: "a dictionary for each, in their order")
    }
    if grows != nil, error == nil { throw Self.stray("retryAfterGrows", "error") }
    if itemError != nil, prefix == nil, interrupt == nil {
      throw Self.stray("as", "applyPrefix' or 'interrupt")
    }
    return first
  }

  private func checkNumbers() throws(RequestError) {
    // No test waits longer than a year.
    for (key, seconds) in [("jump", jump), ("skew", skew)] {
      if let seconds, !(abs(seconds) <= 31_536_000) {
        throw RequestError(key, "'\(key)' is out of range", expected: "seconds, at most a year")
      }
    }
    for (key, number, range) in [
      ("applyPrefix", prefix, 0...Int.max), ("interrupt", interrupt, 0...Int.max),
      ("truncate", truncate, 1...Int.max), ("repeat", more, 1...100),
      ("repeatChanges", repeatChanges, 1...Int.max), ("truncateFiles", truncateFiles, 0...Int.max),
    ] {
      guard let number, !range.contains(number) else { continue }
      let least = range.lowerBound
      throw RequestError(
        key, "'\(key)' is \(number), which is out of range",
        expected: range.upperBound == .max ? "\(least) or more" : "from \(least) to 100")
    }
  }

  private static func stray(_ key: StaticString, _ other: StaticString) -> RequestError {
    RequestError("\(key)", "'\(key)' belongs to '\(other)'", expected: "'\(other)' as well")
  }

  private static let expected = keyNames.map(\.description).joined(separator: ", ")

  init(_ effect: FaultEffect) {
    switch effect {
    case .error(let error, let wait): (self.error, grows) = (error, Growth(wait))
    case .lostRequest(let error): lostRequest = Loss(error: error)
    case .lostResponse(let error): lostResponse = Loss(error: error)
    case .latency(let latency): self.latency = latency
    case .duplicate: duplicate = True()
    case .prefix(let most, let error): (prefix, itemError) = (most, error)
    case .interrupt(let items, let error): (interrupt, itemError) = (items, error)
    case .truncate(let most): truncate = most
    case .limits(let changes): limits = changes
    case .expireTokens: expireTokens = True()
    case .rateLimit(let rate): rateLimit = rate
    case .jump(let milliseconds): jump = Double(milliseconds) / 1000
    case .call(let call): self.call = call
    case .conflict(let conflict): self.conflict = conflict
    case .hang: hang = True()
    case .skew(let milliseconds): skew = Double(milliseconds) / 1000
    case .indexLag(let lag): indexLag = lag
    case .expireMarkers: expireMarkers = True()
    case .shuffle: shuffle = True()
    case .repeatChanges(let count): repeatChanges = count
    case .truncateFiles(let bytes): truncateFiles = bytes
    case .expireUploads: expireUploads = True()
    case .drop: drop = True()
    case .delay(let latency): delay = latency
    case .repeat(let more): self.more = more
    case .coalesce(let milliseconds): coalesce = milliseconds
    }
  }
}
