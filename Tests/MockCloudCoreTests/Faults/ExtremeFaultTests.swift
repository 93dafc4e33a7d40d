import Testing

@testable import MockCloudCore

/// Every value of the fault language from Swift, at the ends of its range and beyond: it is refused
/// by its path, or the state with the rule can be saved and loaded.
@Suite struct ExtremeFaultTests {
  /// An effect with an integer, the key that refuses it, and the valid numbers.
  struct Counted: CustomStringConvertible, Sendable {
    let description: String
    let valid: ClosedRange<Int>
    let make: @Sendable (Int) -> FaultEffect
  }

  static let counted: [Counted] = [
    Counted(description: "applyPrefix", valid: 0...Int.max) { .prefix($0, .lostItems) },
    Counted(description: "interrupt", valid: 0...Int.max) { .interrupt($0, .lostRequest) },
    Counted(description: "truncate", valid: 1...Int.max) { .truncate($0) },
    Counted(description: "truncateFiles", valid: 0...Int.max) { .truncateFiles($0) },
    Counted(description: "repeatChanges", valid: 1...Int.max) { .repeatChanges($0) },
    Counted(description: "repeat", valid: 1...100) { .repeat($0) },
    Counted(description: "indexLag.versions", valid: 1...Int.max) { .indexLag(.versions($0)) },
    Counted(description: "rateLimit.burst", valid: 1...1_000_000) {
      .rateLimit(FaultRate(perSecond: 1, burst: $0))
    },
    Counted(description: "limits.pageSize", valid: 1...Int.max) { .limits([Limits.pageSize($0)]) },
    Counted(description: "limits.storagePerUser", valid: 0...Int.max) {
      .limits([.quota(Limits.quotas[0], $0)])
    },
  ]

  @Test(arguments: counted) func counts(_ row: Counted) throws {
    for number in Extreme.integers {
      let isValid = row.valid.contains(number)
      try expect(row.make(number), isValid ? nil : row.description, "\(row) \(number)")
    }
  }

  struct Timed: CustomStringConvertible, Sendable {
    let description: String
    let valid: ClosedRange<Int64>
    /// Whether a rule with no other effect is refused if the time is 0.
    var isNothingAtZero = true
    let make: @Sendable (Int64) -> FaultEffect
  }

  private static let day: Int64 = 86_400_000
  private static let shifts = -FaultEffect.mostShift...FaultEffect.mostShift

  static let timed: [Timed] = [
    Timed(description: "latency", valid: 0...Int64.max) { .latency(.fixed($0)) },
    Timed(description: "latency", valid: 0...day, isNothingAtZero: false) {
      .latency(.uniform(least: $0, most: day))
    },
    Timed(description: "latency", valid: 0...day) { .latency(.uniform(least: 0, most: $0)) },
    Timed(description: "latency.during", valid: 1...Int64.max) {
      .latency(.ramp(FaultRamp(from: 0, to: 1, during: $0)))
    },
    Timed(description: "expireUploads.olderThan", valid: 0...899_999, isNothingAtZero: false) {
      .expireUploads(olderThan: $0)
    },
    Timed(description: "delay", valid: 0...Int64.max) { .delay(.fixed($0)) },
    Timed(description: "indexLag", valid: 0...Int64.max) { .indexLag(.time($0)) },
    Timed(description: "coalesce", valid: 0...Int64.max) { .coalesce($0) },
    Timed(description: "jump", valid: shifts) { .jump($0) },
    Timed(description: "skew", valid: shifts) { .skew($0) },
    Timed(description: "call.request.seconds", valid: 0...Int64.max, isNothingAtZero: false) {
      .call(AdvanceClock(milliseconds: $0))
    },
  ]

  @Test(arguments: timed) func durations(_ row: Timed) throws {
    for milliseconds in Extreme.milliseconds {
      let isValid = row.valid.contains(milliseconds)
      let key: String? = milliseconds == 0 && row.isNothingAtZero ? "" : nil
      try expect(
        row.make(milliseconds), isValid ? key : row.description, "\(row) \(milliseconds)")
    }
  }

  struct Measured: CustomStringConvertible, Sendable {
    let description: String
    let isValid: @Sendable (Double) -> Bool
    let make: @Sendable (Double) -> FaultEffect
  }

  static let measured: [Measured] = [
    Measured(
      description: "latency", isValid: { $0 > 0 && $0 <= 86_400_000 },
      make: { .latency(.lognormal(median: $0, sigma: 1)) }),
    Measured(
      description: "delay", isValid: { (0...10).contains($0) },
      make: { .delay(.lognormal(median: 1, sigma: $0)) }),
    Measured(
      description: "latency.from", isValid: { (0...86_400_000).contains($0) },
      make: { .latency(.ramp(FaultRamp(from: $0, to: 3.25, during: 1))) }),
    Measured(
      description: "delay.to", isValid: { (0...86_400_000).contains($0) },
      make: { .delay(.ramp(FaultRamp(from: 3.25, to: $0, during: 1))) }),
    Measured(
      description: "rateLimit.perSecond", isValid: { (0.000_001...1_000_000).contains($0) },
      make: { .rateLimit(FaultRate(perSecond: $0)) }),
    Measured(
      description: "retryAfterGrows", isValid: { $0 > 1 && $0 <= 1000 },
      make: { .error(ErrorSpecification(.zoneBusy, retryAfter: 1), .growing(factor: $0, most: 60)) }
    ),
    Measured(
      description: "error.retryAfter", isValid: isWait,
      make: { .error(ErrorSpecification(.zoneBusy, retryAfter: $0), .fixed) }),
    Measured(
      description: "lostRequest.as.retryAfter", isValid: isWait,
      make: { .lostRequest(ErrorSpecification(.networkFailure, retryAfter: $0)) }),
    Measured(
      description: "lostResponse.as.retryAfter", isValid: isWait,
      make: { .lostResponse(ErrorSpecification(.networkFailure, retryAfter: $0)) }),
    Measured(
      description: "as.retryAfter", isValid: isWait,
      make: { .prefix(1, ErrorSpecification(.networkFailure, retryAfter: $0)) }),
    Measured(
      description: "as.retryAfter", isValid: isWait,
      make: { .interrupt(1, ErrorSpecification(.networkFailure, retryAfter: $0)) }),
    Measured(
      description: "conflict.field", isValid: { $0.isFinite },
      make: { .conflict(FaultConflict(fields: [.init("title", .double($0))])) }),
  ]

  private static let isWait: @Sendable (Double) -> Bool = { (0...31_536_000).contains($0) }

  @Test(arguments: measured) func measures(_ row: Measured) throws {
    for number in Extreme.numbers {
      try expect(
        row.make(number), row.isValid(number) ? nil : row.description, "\(row) \(number)")
    }
  }

  @Test func longestWaits() throws {
    for most in Extreme.numbers {
      let key: String? =
        (0...31_536_000).contains(most)
        ? (most <= 1 ? "retryAfterGrows.most" : nil) : "retryAfterGrows"
      try expect(
        .error(ErrorSpecification(.zoneBusy, retryAfter: 1), .growing(factor: 2, most: most)), key,
        "\(most)")
    }
  }

  private func expect(_ effect: FaultEffect, _ key: String?, _ comment: String) throws {
    let cloud = try Cloud.withEverything()
    let found = try cloud.keyOfRefusal(AddFaults([FaultRule(then: [effect])]), comment)
    #expect(
      found == key.map { "rules[0].then[0]\($0.isEmpty ? "" : ".")\($0)" }, "\(comment)")
  }

  // MARK: Other effects

  static let effects: [(effect: FaultEffect, key: String?)] = [
    (.limits([]), ""), (.limits([Limits.pageSize(1), Limits.pageSize(2)]), "limits.pageSize"),
    (.latency(.uniform(least: 2, most: 1)), "latency"),
    (.conflict(FaultConflict()), nil),
    (.conflict(FaultConflict(recordName: long)), "conflict.recordName"),
    (.conflict(FaultConflict(fields: [.init("a", .timestamp(1))])), "conflict.field"),
    (.conflict(FaultConflict(fields: [.init("a", nil), .init("a", .int64(1))])), "conflict.field"),
    (.call(ResetCloud()), "call.operation"), (.call(PauseFaults()), "call.operation"),
    (.call(TakeSnapshot("s")), "call.operation"), (.call(SetNetwork(.offline)), "call.operation"),
    (.call(PurgeZone(ZoneID(zoneName: "Z", ownerName: "_me"))), nil),
    (.call(SetAccountStatus(.available)), nil),
    (.call(RunUntilIdle(limitMilliseconds: -1)), "call.request.limitSeconds"),
    (.call(SetLimits(changes: [Limits.pageSize(0)])), "call.request.limits.pageSize"),
    (.call(ListRecords(resultsLimit: 0)), "call.operation"),
    (.call(ListZones(), as: Caller()), "call.operation"),
    (.call(save(.double(1)), as: Caller()), nil),
    (
      .call(save(.double(.nan)), as: Caller()), "call.request.operations[0].record.fields.title"
    ),
    (.call(PutAsset("x", .later)), "call.request.data"),
    (.call(SetClock(milliseconds: .max)), nil), (.call(GetJournal(since: .max)), "call.operation"),
    (.call(MatchPattern(.string("$"), .null)), "call.operation"),
    (.call(seed(.double(1))), nil),
    (.call(seed(.double(.infinity))), "call.request.records[0].fields.title"),
  ]

  private static func draft(_ value: FieldValue) -> RecordDraft {
    RecordDraft("Note", recordName: "n1", fields: ["title": value])
  }

  private static func save(_ value: FieldValue) -> ModifyRecords {
    ModifyRecords([.init(.forceUpdate, draft(value))])
  }

  private static func seed(_ value: FieldValue) -> SeedWorld {
    SeedWorld(own: .init(records: [.init(draft(value))]))
  }

  private static let long = FaultPattern(String(repeating: "x", count: 513))

  @Test(arguments: effects.indices) func otherEffects(_ row: Int) throws {
    let (effect, key) = Self.effects[row]
    try expect(effect, key, "\(effect)")
  }

  // MARK: Conditions and limits

  private static func rule(
    limit: FaultLimit = FaultLimit(), timeToLive: Int64? = nil,
    _ change: (inout FaultCondition) -> Void
  ) -> FaultRule {
    var condition = FaultCondition()
    change(&condition)
    return FaultRule(
      when: condition, limit: limit, then: [.error(ErrorSpecification(.zoneBusy), .fixed)],
      timeToLive: timeToLive)
  }

  private func expect(_ rule: FaultRule, _ key: String?, _ comment: String) throws {
    let found = try Cloud.withEverything().keyOfRefusal(AddFaults([rule]), comment)
    #expect(found == key.map { "rules[0].\($0)" }, "\(comment)")
  }

  @Test func windowsAndLimits() throws {
    let windows: [(String, WritableKeyPath<FaultWindow, Int?>)] = [
      ("nth", \.nth), ("from", \.from), ("to", \.to), ("every", \.every),
    ]
    for number in Extreme.integers {
      for (key, path) in windows {
        var window = FaultWindow()
        window[keyPath: path] = number
        try expect(
          Self.rule { $0.window = window }, number < 1 ? "when.call.\(key)" : nil,
          "\(key) \(number)")
      }
      try expect(
        Self.rule(limit: FaultLimit(skip: number, injections: nil)) { _ in },
        number < 0 ? "limit.skip" : nil, "skip \(number)")
      try expect(
        Self.rule(limit: .first(number)) { _ in }, number < 1 ? "limit.injections" : nil,
        "injections \(number)")
      let range = FaultRange(least: number, most: -number.magnitude.clamped)
      try expect(
        Self.rule { $0.items = range }, number == 0 ? nil : "when.items", "items \(number)")
    }
    for number in Extreme.numbers {
      try expect(
        Self.rule(limit: .chance(number)) { _ in },
        (0...1).contains(number) ? nil : "limit.probability", "probability \(number)")
      try expect(
        Self.rule(limit: .chance(from: number, to: 0.123, during: 1)) { _ in },
        (0...1).contains(number) ? nil : "limit.probability.from", "from \(number)")
    }
  }

  @Test func timesOfRules() throws {
    for time in Extreme.milliseconds {
      let isValid = time >= 0
      try expect(
        Self.rule { $0.notBefore = time }, isValid ? nil : "when.clock.after", "after \(time)")
      try expect(
        Self.rule { $0.notAfter = time }, time > 0 ? nil : "when.clock.until", "until \(time)")
      try expect(
        Self.rule { $0.recurrence = FaultRecurrence(every: time, for: 1) },
        (2...FaultEffect.mostShift).contains(time)
          ? nil : (0...1).contains(time) ? "when.clock.for" : "when.clock.every", "every \(time)")
      try expect(
        Self.rule { $0.recurrence = FaultRecurrence(every: FaultEffect.mostShift, for: time) },
        time > 0 && time < FaultEffect.mostShift ? nil : "when.clock.for", "for \(time)")
      try expect(
        Self.rule(limit: .chance(from: 0, to: 1, during: time)) { _ in },
        time > 0 ? nil : "limit.probability.during", "during \(time)")
      try expect(Self.rule(timeToLive: time) { _ in }, time > 0 ? nil : "ttl", "ttl \(time)")
    }
  }

  @Test func namesOfConditions() throws {
    let patterns: [(String, @Sendable (inout FaultCondition) -> Void)] = [
      ("user", { $0.user = Self.long }), ("device", { $0.device = Self.long }),
      ("container", { $0.container = Self.long }),
      ("zone.name", { $0.zone = .init(name: Self.long) }),
      ("zone.owner", { $0.zone = .init(owner: Self.long) }),
      ("recordType", { $0.recordType = Self.long }),
      ("recordName", { $0.recordName = Self.long }),
      ("savePolicy", { $0.savePolicy = "ifServerRecordUnchangd" }),
      ("op", { $0.operations = [] }), ("action", { $0.actions = [] }),
      ("field", { $0.fields = [.init("a", .bytes([]))] }),
      ("field", { $0.fields = [.init("a", .double(.nan))] }),
      ("field", { $0.fields = [.init("", nil)] }),
    ]
    for (key, change) in patterns { try expect(Self.rule(change), "when.\(key)", key) }
    let empty: [@Sendable (inout FaultCondition) -> Void] = [
      { $0.user = "" }, { $0.zone = .init() },
      { $0.state = "" }, { $0.items = FaultRange() },
      { $0.window = FaultWindow() }, { $0.savePolicy = "allKeys" },
    ]
    for change in empty { try expect(Self.rule(change), nil, "empty") }
  }

  /// A configuration and a file of rules are refused in the same way.
  @Test func otherDoors() throws {
    var configuration = Configuration()
    configuration.faults = [FaultRule(then: [.repeatChanges(.min)])]
    let error = #expect(throws: Misuse.self) { try Cloud(configuration) }
    #expect(error?.key == "faults[0].then[0].repeatChanges")
    #expect(error?.expected == "1 or more")
    configuration.faults = []
    configuration.limits = [Limits.pageSize(0)]
    let limits = #expect(throws: Misuse.self) { try Cloud(configuration) }
    #expect(limits?.key == "limits.pageSize")
    let text = try Cloud().call(
      "mock/faults/add", #"{"rules": [{"then": [{"repeatChanges": 0}]}]}"#)
    let typed = #expect(throws: Misuse.self) {
      try Cloud().addFault(FaultRule(then: [.repeatChanges(0)]))
    }
    #expect(text.json.contains(typed?.message ?? "?"), "\(text.json)")
  }
}

extension UInt {
  fileprivate var clamped: Int { Int(clamping: self) }
}
