/// The rules of the fault language in a state document, with all their counters.
extension FaultRules: WireRequest {
  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("state", &state, or: Self.firstState)
    try keys.key("paused", &isPaused, or: false)
    try keys.key("lastNumber", &lastNumber, or: 0)
    try keys.list("rules", &all, as: ArmedForm.self)
  }

  mutating func check() throws(RequestError) {
    guard (0...Self.lastNumberLimit).contains(lastNumber) else {
      throw RequestError("lastNumber", "'lastNumber' is out of range")
    }
    var ids: Set<ExactText> = []
    for armed in all where armed.rule.id.isEmpty || !ids.insert(ExactText(armed.rule.id)).inserted {
      throw RequestError("rules", "two rules are named '\(armed.rule.id)', or one has no name")
    }
  }

  /// No cloud ever adds as many rules, and counting from here does not overflow.
  private static var lastNumberLimit: Int { 1 << 48 }

  private enum ArmedForm: RequestForm {
    static func read(
      _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
    ) throws(RequestError) -> ArmedRule {
      let parts = try Parts.read(node, key, &reader)
      return ArmedRule(parts.rule.rule, parts.counters)
    }

    static func write(_ value: ArmedRule, to writer: inout KeyWriter) {
      Parts.write(Parts(value), to: &writer)
    }
  }

  private struct Parts: WireRequest {
    var rule = FaultRuleForm()
    var counters = ArmedRule.Counters(isArmed: true, armedAt: 0)

    init() {}

    init(_ armed: ArmedRule) {
      rule = FaultRuleForm(armed.rule)
      counters = armed.counters
    }

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.required("rule", &rule)
      try keys.key("armed", &counters.isArmed, or: true)
      try keys.required("armedAt", &counters.armedAt)
      try keys.key("evaluations", &counters.evaluations, or: 0)
      try keys.key("injections", &counters.injections, or: 0)
      try keys.key("skipped", &counters.skipped, or: 0)
      try keys.key("lastReason", &counters.lastReason)
      try keys.list("matches", &matches)
      try keys.list("counts", &counts)
      try keys.list("buckets", &buckets)
    }

    mutating func check() throws(RequestError) {
      guard Clock.bounds.contains(counters.armedAt) else {
        throw RequestError("armedAt", "'armedAt' is out of the clock's range")
      }
      let numbers =
        [counters.evaluations, counters.injections, counters.skipped] + matches.map(\.count)
        + counts.flatMap { [$0.seen, $0.injected] }
      guard numbers.allSatisfy({ $0 >= 0 }) else {
        throw RequestError("", "a counter is negative", expected: "0 or more")
      }
    }

    private var matches: [Match] {
      get { counters.matches.all.map { Match(key: $0.key, count: $0.value) } }
      set {
        counters.matches = FaultTally(0)
        for match in newValue { counters.matches.modify(match.key) { $0 = match.count } }
      }
    }

    private var counts: [Count] {
      get {
        counters.counts.all.map {
          Count(key: $0.key, seen: $0.value.seen, injected: $0.value.injected)
        }
      }
      set {
        counters.counts = FaultTally(ArmedRule.Count())
        for count in newValue {
          counters.counts.modify(count.key) {
            $0 = ArmedRule.Count(seen: count.seen, injected: count.injected)
          }
        }
      }
    }

    private var buckets: [Bucket] {
      get {
        counters.buckets.map { Bucket(key: $0.key, calls: $0.value.calls, time: $0.value.time) }
      }
      set {
        counters.buckets.removeAll()
        for bucket in newValue {
          counters.buckets.updateValue(
            ArmedRule.Bucket(calls: bucket.calls, time: bucket.time), forKey: bucket.key)
        }
      }
    }
  }

  private struct Match: WireRequest {
    var key = ""
    var count = 0

    init() {}

    init(key: String, count: Int) {
      self.key = key
      self.count = count
    }

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.required("key", &key)
      try keys.required("count", &count)
    }
  }

  private struct Count: WireRequest {
    var key = ""
    var seen = 0
    var injected = 0

    init() {}

    init(key: String, seen: Int, injected: Int) {
      self.key = key
      self.seen = seen
      self.injected = injected
    }

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.required("key", &key)
      try keys.required("seen", &seen)
      try keys.key("injected", &injected, or: 0)
    }
  }

  private struct Bucket: WireRequest {
    var key = ""
    var calls = 0.0
    var time: Int64 = 0

    init() {}

    init(key: String, calls: Double, time: Int64) {
      self.key = key
      self.calls = calls
      self.time = time
    }

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.required("key", &key)
      try keys.required("calls", &calls)
      try keys.required("time", &time)
    }

    mutating func check() throws(RequestError) {
      guard Clock.bounds.contains(time), calls >= 0, calls <= 1_000_000 else {
        throw RequestError("", "a bucket is out of range")
      }
    }
  }
}

extension FaultReason: RequestChoice {}
