// The checks of values that `Model` declares.

extension Limits.Change: CheckedValue {
  var name: StaticString {
    switch self {
    case .number(let number, _): number.name
    case .quota(let quota, _): quota.name
    case .toggle(let toggle, _): toggle.name
    case .firstReading: Limits.firstReadingName
    }
  }

  var problem: RequestError? {
    switch self {
    case .number(let number, let value?) where value < number.least:
      .tooSmall("\(name)", value, least: number.least)
    case .quota(let quota, let value?) where value < quota.least:
      .tooSmall("\(name)", value, least: quota.least)
    default: nil
    }
  }
}

extension [Limits.Change] {
  /// The first invalid change, by the name of its limit; nil if all are valid.
  var problem: RequestError? {
    var names: Set<String> = []
    for change in self {
      if let problem = change.problem { return problem }
      let name = change.name.description
      guard names.insert(name).inserted else {
        return RequestError(name, "'\(name)' occurs twice", expected: "each limit once")
      }
    }
    return nil
  }
}

extension Delivery: CheckedValue {
  var problem: RequestError? { timeoutMilliseconds.durationProblem("timeout") }
}
