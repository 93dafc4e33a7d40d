// The ranges and combinations of values of the fault language that their types do not express.

extension FaultRule: CheckedValue {
  var problem: RequestError? {
    condition.problem?.inside("when") ?? limit.problem?.inside("limit")
      ?? effects.firstProblem(in: "then") { $0.problem } ?? timeToLive?.durationProblem("ttl")
      ?? nextProblem?.inside("next")
  }
}

extension FaultRule {
  private var nextProblem: RequestError? {
    if resetsArmed, arms.isEmpty {
      return RequestError(
        "reset", "'reset' has no effect without 'arm'",
        expected: "'arm' as well")
    }
    let armed = Set(arms.map { ExactText($0) })
    if let both = disarms.first(where: { armed.contains(ExactText($0)) }) {
      return RequestError(
        "disarm", "'\(NameRules.shortened(both))' is in 'arm' too", expected: "it in one of them")
    }
    return nextState?.problem("state")
  }
}

extension FaultState {
  func problem(_ key: String) -> RequestError? {
    // The first state had the name of a rule's key before.
    guard name.hasBytes(of: group + "armed") else { return nil }
    return RequestError(
      key, "'\(key)' is 'armed', which is a key of rules",
      expected: "'\(FaultState.initial)' for the first state, or another name")
  }
}

extension FaultRecurrence: CheckedValue {
  var problem: RequestError? {
    if let problem = interval.durationProblem("every") ?? duration.durationProblem("for") {
      return problem
    }
    guard interval <= FaultEffect.mostShift else {
      return RequestError("every", "'every' is out of range", expected: "at most a year")
    }
    if duration == 0 {
      return RequestError(
        "for", "'for' is 0, so that the rule can never act", expected: "a duration")
    }
    guard duration >= interval else { return nil }
    return RequestError(
      "for", "'for' is not shorter than 'every', so that the outages never end",
      expected: "a shorter time, or neither key")
  }
}

extension FaultRamp {
  /// Returns the first problem of a ramp whose values have the given range.
  func problem(_ range: ClosedRange<Double>, _ expected: String) -> RequestError? {
    for (key, value) in [("from", start), ("to", end)] where !range.contains(value) {
      return RequestError(key, "'\(key)' is out of range", expected: expected)
    }
    if duration == 0 {
      return RequestError(
        "during", "'during' is 0, so that nothing changes gradually", expected: "a duration")
    }
    if let problem = duration.durationProblem("during") { return problem }
    guard start == end else { return nil }
    return RequestError(
      "to", "'to' is equal to 'from', so that nothing changes",
      expected: "another value, or that value alone instead of the dictionary")
  }
}

extension FaultProbability: CheckedValue {
  var problem: RequestError? {
    switch self {
    case .ramp(let ramp): return ramp.problem(0...1, "from 0 to 1")?.inside("probability")
    case .fixed(let value):
      guard !(0...1).contains(value) else { return nil }
      return RequestError(
        "probability", "'probability' is \(value), which is out of range",
        expected: "from 0 to 1")
    }
  }
}

// MARK: Conditions and limits

extension FaultCondition: CheckedValue {
  var problem: RequestError? { placeProblem ?? recordProblem ?? timeProblem }

  private var placeProblem: RequestError? {
    if operations?.isEmpty == true { return .noChoice("op") }
    if namesTwoDatabases {
      return RequestError("database", "'db' and 'database' differ", expected: "one of them")
    }
    return user?.problem("user") ?? device?.problem("device")
      ?? container?.nameProblem("container")
      ?? zone?.problem?.inside("zone")
  }

  private var recordProblem: RequestError? {
    if actions?.isEmpty == true { return .noChoice("action") }
    return recordType?.nameProblem("recordType") ?? recordName?.nameProblem("recordName")
      ?? fields.problem("field")
  }

  private var timeProblem: RequestError? {
    window?.problem?.inside("call") ?? notBefore?.durationProblem("after")?.inside("clock")
      ?? notAfter?.durationProblem("until")?.inside("clock")
      ?? recurrence?.problem?.inside("clock") ?? state?.problem("state")
  }
}

extension FaultCondition.Zone: CheckedValue {
  var problem: RequestError? { name?.nameProblem("name") ?? owner?.nameProblem("owner") }
}

extension FaultPattern {
  func problem(_ key: String) -> RequestError? {
    text.utf8.count <= Self.lengthLimit
      ? nil
      : RequestError(
        key, "'\(key)' has more than \(Self.lengthLimit) bytes", expected: "a name, or a pattern")
  }

  /// Returns the first problem of a pattern for names that are never empty.
  func nameProblem(_ key: String) -> RequestError? {
    text.isEmpty
      ? RequestError(key, "'\(key)' is empty", expected: "a name, or a pattern") : problem(key)
  }
}

extension FaultCondition.Field {
  /// What the value is, if rules cannot have it.
  fileprivate var defect: String? {
    switch value {
    case nil, .string, .int64: nil
    case .double(let number): number.isFinite ? nil : "\(number)"
    case let value?: value.type.rawValue
    }
  }
}

extension [FaultCondition.Field] {
  func problem(_ key: String) -> RequestError? {
    let form = "fields with texts, numbers or null"
    var names: Set<ExactText> = []
    for field in self {
      if let defect = field.defect {
        return RequestError(key, "'\(key)' must be \(form), not \(defect)", expected: form)
      }
      if field.name.isEmpty {
        return RequestError(key, "'\(key)' has a field without a name", expected: "names of fields")
      }
      guard names.insert(ExactText(field.name)).inserted else {
        let name = NameRules.shortened(field.name)
        return RequestError(key, "'\(key)' has '\(name)' twice", expected: "each field once")
      }
    }
    return nil
  }
}

extension FaultWindow: CheckedValue {
  var problem: RequestError? {
    let numbers = [("nth", nth), ("from", from), ("to", to), ("every", every), ("item", item)]
    for (key, number) in numbers {
      if let number, number < 1 { return .tooSmall(key, number) }
    }
    return nil
  }
}

extension FaultLimit: CheckedValue {
  var problem: RequestError? {
    if skip < 0 { return RequestError("skip", "'skip' is negative", expected: "0 or more") }
    if let injections, injections < 1 { return .tooSmall("injections", injections) }
    return probability?.problem
  }
}

// MARK: Errors

extension ErrorSpecification: CheckedValue {
  var problem: RequestError? { Self.problem(ofWait: retryAfter) }

  /// The refusal of an error of an item; nil if items can have it.
  func itemProblem(_ key: String) -> RequestError? {
    guard code == .partialFailure else { return nil }
    return RequestError(
      key, "'\(key)' cannot be that of an item: '\(code.name)' is for calls whose items failed",
      expected: "another error")
  }

  static func problem(ofWait seconds: Double?) -> RequestError? {
    guard let seconds, !(0...31_536_000).contains(seconds) else { return nil }
    let problem =
      seconds < 0 ? "must not be negative" : seconds > 0 ? "is out of range" : "is not a number"
    return RequestError(
      "retryAfter", "'retryAfter' \(problem)", expected: "seconds, at most a year")
  }
}

extension FaultWait: CheckedValue {
  var problem: RequestError? {
    guard case .growing(let factor, let most) = self,
      !((1.001...1000).contains(factor) && (0...31_536_000).contains(most))
    else { return nil }
    return RequestError(
      "", "'factor' or 'most' is out of range",
      expected: "a factor from 1.001 to 1000, and at most a year")
  }
}
