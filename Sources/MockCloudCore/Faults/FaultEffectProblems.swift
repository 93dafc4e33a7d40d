// The ranges of the values of effects.

extension FaultEffect: CheckedValue {
  /// The maximum of `jump` and `skew`, a year in milliseconds: no test waits longer.
  static let mostShift: Int64 = 31_536_000_000

  var problem: RequestError? {
    let key = kind.rawValue
    switch self {
    case .error(let error, let wait):
      return error.problem?.inside(key) ?? wait.problem?.inside("retryAfterGrows")
    case .lostRequest(let error), .lostResponse(let error):
      return error.problem?.inside("\(key).as")
    case .prefix(_, let error), .interrupt(_, let error):
      return numberProblem ?? error.problem?.inside("as")
    case .latency(let latency), .delay(let latency): return latency.problem(key)
    case .limits(let changes): return changes.problem?.inside(key)
    case .rateLimit(let rate): return rate.problem?.inside(key)
    case .call(let call): return Self.problem(of: call)?.inside(key)
    case .conflict(let conflict): return conflict.problem?.inside(key)
    case .indexLag(let lag): return lag.problem(key)
    case .coalesce(let milliseconds): return milliseconds.durationProblem(key)
    case .expireUploads(let age): return Self.problem(ofUploadAge: age)?.inside(key)
    default: return numberProblem
    }
  }

  /// The number of the effect with the numbers that are valid; nil if it has none.
  private var number: (value: Int64, valid: ClosedRange<Int64>)? {
    switch self {
    case .prefix(let count, _), .interrupt(let count, _), .truncateFiles(let count):
      (Int64(count), 0...Int64.max)
    case .truncate(let count), .repeatChanges(let count): (Int64(count), 1...Int64.max)
    case .repeat(let count): (Int64(count), 1...100)
    case .jump(let milliseconds), .skew(let milliseconds):
      (milliseconds, -Self.mostShift...Self.mostShift)
    default: nil
    }
  }

  private var numberProblem: RequestError? {
    guard let (number, range) = number, !range.contains(number) else { return nil }
    let key = kind.rawValue
    switch self {
    case .jump, .skew:
      return RequestError(key, "'\(key)' is out of range", expected: "seconds, at most a year")
    default:
      let least = range.lowerBound
      return RequestError(
        key, "'\(key)' is \(number), which is out of range",
        expected: range.upperBound == .max
          ? "\(least) or more" : "from \(least) to \(range.upperBound)")
    }
  }
}

// MARK: Times

extension FaultEffect {
  /// The refusal of an age that no upload reaches.
  private static func problem(ofUploadAge age: Int64) -> RequestError? {
    (0..<Uploads.life).contains(age)
      ? nil
      : RequestError(
        "olderThan", "'olderThan' is out of range: uploads expire after \(Uploads.life / 1000) s",
        expected: "less than that")
  }
}

extension FaultLatency {
  /// The maximum latency of a distribution, one day in milliseconds.
  static let most = 86_400_000.0

  /// Whether the numbers are those of a distribution, and at most a day.
  var isDistribution: Bool {
    let longest = Int64(Self.most)
    return switch self {
    case .fixed(let milliseconds): (0...longest).contains(milliseconds)
    case .uniform(let least, let most): least >= 0 && least <= most && most <= longest
    case .lognormal(let median, let sigma):
      median > 0 && median <= Self.most && (0...10).contains(sigma)
    case .ramp: false
    }
  }

  func problem(_ key: String) -> RequestError? {
    if case .fixed(let milliseconds) = self { return milliseconds.durationProblem(key) }
    if case .ramp(let ramp) = self {
      return [ramp, ramp.ofMilliseconds].lazy
        .compactMap { $0.problem(0...Self.most, "a time of at most a day") }.first?.inside(key)
    }
    return isDistribution ? nil : Self.noDistribution(key)
  }

  /// Returns the refusal of a distribution.
  static func noDistribution(_ key: String) -> RequestError {
    RequestError(
      key, "'\(key)' lacks a number that its 'dist' requires, or has one out of range",
      expected: "{dist: fixed, ms}, {dist: uniform, minMs, maxMs} or "
        + "{dist: lognormal, medianMs, sigma}, at most a day")
  }
}

extension FaultRate: CheckedValue {
  var problem: RequestError? {
    if !(0.000_001...1_000_000).contains(perSecond) {
      return RequestError(
        "perSecond", "'perSecond' is \(perSecond), which is out of range",
        expected: "from 0.000001 to 1000000")
    }
    if !(1...1_000_000).contains(burst) {
      return RequestError(
        "burst", "'burst' is \(burst), which is out of range", expected: "from 1 to 1000000")
    }
    return nil
  }
}

extension FaultLag {
  func problem(_ key: String) -> RequestError? {
    switch self {
    case .time(let milliseconds): milliseconds.durationProblem(key)
    case .versions(let count): Self.problem(ofVersions: count)?.inside(key)
    }
  }

  static func problem(ofVersions count: Int) -> RequestError? {
    count < 1
      ? RequestError("versions", "'versions' is less than 1", expected: "1 or more") : nil
  }
}

// MARK: Calls and conflicts

extension FaultConflict: CheckedValue {
  var problem: RequestError? { recordName?.nameProblem("recordName") ?? fields.problem("field") }
}

extension FaultEffect {
  /// Whether rules may call an operation: not if it changes rules, or the state that contains them.
  static func mayCall(_ operation: String) -> Bool {
    let changesRules = [
      "mock/faults/", "mock/error/", "mock/recordErrors/", "mock/state/", "mock/network/",
      "mock/explore/", "mock/snapshot/",
    ]
    .contains { operation.utf8.starts(with: $0.utf8) }
    return !changesRules
      && !["mock/reset", "mock/restore", "mock/snapshot", "mock/devices/restart"]
        .contains(operation)
  }

  private static func problem(of call: any FaultCall) -> RequestError? {
    problem(ofCalling: call.operationName) ?? (call as? any CheckedValue)?.problem
  }

  /// Returns the refusal of an operation that rules may not call.
  static func problem(ofCalling name: String) -> RequestError? {
    guard !mayCall(name) else { return nil }
    return RequestError(
      "operation", "'operation' is '\(NameRules.shortened(name))', which a rule must not call",
      expected: "an operation that does not change rules, or the state that contains them")
  }
}
