/// The effects of rules: a dictionary with the effect's key and its parts.
///
/// `keys` is the only list of the effects' forms: each line has the key, the form of the value, the
/// effect with that value, and the value of the effect.
struct EffectForm: WireRequest {
  /// The effects whose keys the dictionary has, in its order; one if it is written.
  private var named: [FaultEffect] = []
  private var grows: Growth?
  /// The error of `applyPrefix` or of `interrupt`.
  private var itemError: ErrorSpecification?

  init() {}

  init(_ effect: FaultEffect) {
    named = [effect]
    switch effect {
    case .error(_, let wait): grows = Growth(wait)
    case .prefix(_, let error), .interrupt(_, let error): itemError = error
    default: break
    }
  }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try effect(
      "error", as: SomeError.self, &keys, { .error($0, .fixed) },
      { if case .error(let error, _) = $0 { error } else { nil } })
    try keys.key("retryAfterGrows", &grows)
    try effect(
      "lostRequest", as: Loss.Form.self, &keys, { .lostRequest($0.error ?? .lostRequest) },
      { if case .lostRequest(let error) = $0 { Loss(error: error) } else { nil } })
    try effect(
      "lostResponse", as: Loss.Form.self, &keys, { .lostResponse($0.error ?? .lostResponse) },
      { if case .lostResponse(let error) = $0 { Loss(error: error) } else { nil } })
    try effect(
      "latency", as: FaultLatency.self, &keys, { .latency($0) },
      { if case .latency(let latency) = $0 { latency } else { nil } })
    try effect("duplicate", .duplicate, &keys)
    try effect(
      "applyPrefix", as: Int.self, &keys, { .prefix($0, .lostItems) },
      { if case .prefix(let most, _) = $0 { most } else { nil } })
    try effect(
      "interrupt", as: Int.self, &keys, { .interrupt($0, .lostRequest) },
      { if case .interrupt(let items, _) = $0 { items } else { nil } })
    try keys.key("as", &itemError, as: SomeError.self)
    try effect(
      "truncate", as: Int.self, &keys, { .truncate($0) },
      { if case .truncate(let most) = $0 { most } else { nil } })
    try effect(
      "limits", as: LimitChanges.self, &keys, { .limits($0) },
      { if case .limits(let changes) = $0 { changes } else { nil } })
    try effect("expireTokens", .expireTokens, &keys)
    try effect(
      "rateLimit", as: FaultRate.self, &keys, { .rateLimit($0) },
      { if case .rateLimit(let rate) = $0 { rate } else { nil } })
    try callEffects(&keys)
    try answerEffects(&keys)
    try pushEffects(&keys)
  }

  private mutating func callEffects<Keys: RequestKeys & ~Copyable>(
    _ keys: inout Keys
  ) throws(Keys.Failure) {
    try effect(
      "jump", as: TimeShift.self, &keys, { .jump($0) },
      { if case .jump(let milliseconds) = $0 { milliseconds } else { nil } })
    try effect(
      "call", as: PreparedCalls.self, &keys, { .call($0) },
      { if case .call(let call) = $0 { call } else { nil } })
    try effect(
      "conflict", as: FaultConflict.Form.self, &keys, { .conflict($0) },
      { if case .conflict(let conflict) = $0 { conflict } else { nil } })
    try effect("hang", .hang, &keys)
    try effect("crash", .crash, &keys)
    try effect(
      "skew", as: TimeShift.self, &keys, { .skew($0) },
      { if case .skew(let milliseconds) = $0 { milliseconds } else { nil } })
  }

  private mutating func answerEffects<Keys: RequestKeys & ~Copyable>(
    _ keys: inout Keys
  ) throws(Keys.Failure) {
    try effect(
      "indexLag", as: FaultLag.self, &keys, { .indexLag($0) },
      { if case .indexLag(let lag) = $0 { lag } else { nil } })
    try effect("expireMarkers", .expireMarkers, &keys)
    try effect(
      "shuffle", as: Order.Form.self, &keys, { .shuffle($0.number) },
      { if case .shuffle(let number) = $0 { Order(number: number) } else { nil } })
    try effect(
      "repeatChanges", as: Int.self, &keys, { .repeatChanges($0) },
      { if case .repeatChanges(let count) = $0 { count } else { nil } })
    try effect(
      "truncateFiles", as: Int.self, &keys, { .truncateFiles($0) },
      { if case .truncateFiles(let bytes) = $0 { bytes } else { nil } })
    try effect(
      "expireUploads", as: UploadAge.self, &keys, { .expireUploads(olderThan: $0) },
      { if case .expireUploads(let age) = $0 { age } else { nil } })
  }

  private mutating func pushEffects<Keys: RequestKeys & ~Copyable>(
    _ keys: inout Keys
  ) throws(Keys.Failure) {
    try effect("drop", .drop, &keys)
    try effect(
      "delay", as: FaultLatency.self, &keys, { .delay($0) },
      { if case .delay(let latency) = $0 { latency } else { nil } })
    try effect(
      "repeat", as: Int.self, &keys, { .repeat($0) },
      { if case .repeat(let more) = $0 { more } else { nil } })
    try effect(
      "coalesce", as: FaultDuration.self, &keys, { .coalesce($0) },
      { if case .coalesce(let milliseconds) = $0 { milliseconds } else { nil } })
  }

  /// Handles the key of an effect.
  ///
  /// - Parameters:
  ///   - make: Returns the effect with a value.
  ///   - value: Returns the value of an effect; nil for other effects.
  private mutating func effect<Form: RequestForm, Keys: RequestKeys & ~Copyable>(
    _ name: StaticString, as form: Form.Type, _ keys: inout Keys,
    _ make: (Form.Value) -> FaultEffect, _ value: (FaultEffect) -> Form.Value?
  ) throws(Keys.Failure) {
    if keys.concerns(name) { try passOn(name, as: form, &keys, make, value) }
  }

  // A function of its own, so that the types of a value are sought only if its key is there.
  @inline(never)
  private mutating func passOn<Form: RequestForm, Keys: RequestKeys & ~Copyable>(
    _ name: StaticString, as form: Form.Type, _ keys: inout Keys,
    _ make: (Form.Value) -> FaultEffect, _ value: (FaultEffect) -> Form.Value?
  ) throws(Keys.Failure) {
    var said = Keys.writes ? named.first.flatMap(value) : nil
    try keys.key(name, &said, as: form)
    if !Keys.writes, let said { named.append(make(said)) }
  }

  /// Handles the key of an effect without a value.
  private mutating func effect<Keys: RequestKeys & ~Copyable>(
    _ name: StaticString, _ effect: FaultEffect, _ keys: inout Keys
  ) throws(Keys.Failure) {
    try self.effect(
      name, as: True.self, &keys, { _ in effect }, { $0.kind == effect.kind ? True() : nil })
  }

  /// Returns the single effect of the dictionary.
  func effect() throws(RequestError) -> FaultEffect {
    let named = named.count < 2 ? named : inTableOrder
    for effect in named { if let problem = effect.problem { throw problem } }
    guard let first = named.first else {
      throw RequestError(
        "", "an effect needs the name of an effect as key", expected: Self.expected)
    }
    guard named.count == 1 else {
      throw RequestError(
        "", "'\(first.kind.rawValue)' and '\(named[1].kind.rawValue)' are two effects",
        expected: "a dictionary for each, in their order")
    }
    if grows != nil, first.kind != .error { throw Self.stray("retryAfterGrows", "error") }
    switch first {
    case .prefix(let most, let standard): return .prefix(most, itemError ?? standard)
    case .interrupt(let items, let standard): return .interrupt(items, itemError ?? standard)
    case _ where itemError != nil: throw Self.stray("as", "applyPrefix' or 'interrupt")
    case .error(let error, _): return .error(error, grows?.wait ?? .fixed)
    default: return first
    }
  }

  private var inTableOrder: [FaultEffect] {
    Self.keyNames.compactMap { name in named.first { $0.kind.rawValue == name.description } }
  }

  private static func stray(_ key: StaticString, _ other: StaticString) -> RequestError {
    RequestError("\(key)", "'\(key)' belongs to '\(other)'", expected: "'\(other)' as well")
  }

  private static let expected = keyNames.map(\.description).joined(separator: ", ")
}
