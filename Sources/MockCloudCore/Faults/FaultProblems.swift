// The ranges and combinations of values of the fault language that their types do not express.

extension FaultRule: CheckedValue {
  var problem: RequestError? {
    condition.problem?.inside("when") ?? limit.problem?.inside("limit")
      ?? effects.firstProblem(in: "then") { $0.problem } ?? timeToLive?.durationProblem("ttl")
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
    return user?.problem("user") ?? device?.problem("device") ?? container?.problem("container")
      ?? zone?.problem?.inside("zone")
  }

  private var recordProblem: RequestError? {
    if actions?.isEmpty == true { return .noChoice("action") }
    return recordType?.problem("recordType") ?? recordName?.problem("recordName")
      ?? fields.problem("field")
  }

  private var timeProblem: RequestError? {
    window?.problem?.inside("call") ?? notBefore?.durationProblem("after")?.inside("clock")
      ?? notAfter?.durationProblem("until")?.inside("clock")
  }
}

extension FaultCondition.Zone: CheckedValue {
  var problem: RequestError? { name?.problem("name") ?? owner?.problem("owner") }
}

extension FaultPattern {
  func problem(_ key: String) -> RequestError? {
    text.utf8.count <= Self.lengthLimit
      ? nil
      : RequestError(
        key, "'\(key)' has more than \(Self.lengthLimit) bytes", expected: "a name, or a pattern")
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
    for (key, number) in [("nth", nth), ("from", from), ("to", to), ("every", every)] {
      if let number, number < 1 { return .tooSmall(key, number) }
    }
    return nil
  }
}

extension FaultLimit: CheckedValue {
  var problem: RequestError? {
    if skip < 0 { return RequestError("skip", "'skip' is negative", expected: "0 or more") }
    if let injections, injections < 1 { return .tooSmall("injections", injections) }
    guard let probability, !(0...1).contains(probability) else { return nil }
    return RequestError(
      "probability", "'probability' is \(probability), which is out of range",
      expected: "from 0 to 1")
  }
}

extension RequestError {
  /// Returns the refusal of a number that must be at least 1.
  static func tooSmall(_ key: String, _ number: Int) -> RequestError {
    RequestError(key, "'\(key)' is \(number), which is too small", expected: "1 or more")
  }
}

// MARK: Errors

extension ErrorSpecification: CheckedValue {
  var problem: RequestError? { Self.problem(ofWait: retryAfter) }

  static func problem(ofWait seconds: Double?) -> RequestError? {
    guard let seconds, !(seconds >= 0) else { return nil }
    return RequestError(
      "retryAfter",
      seconds < 0 ? "'retryAfter' must not be negative" : "'retryAfter' is not a number",
      expected: "seconds")
  }
}

extension FaultWait: CheckedValue {
  var problem: RequestError? {
    guard case .growing(let factor, let most) = self,
      !((1...1000).contains(factor) && (0...31_536_000).contains(most))
    else { return nil }
    return RequestError(
      "", "'factor' or 'most' is out of range",
      expected: "a factor from 1 to 1000, and at most a year")
  }
}
