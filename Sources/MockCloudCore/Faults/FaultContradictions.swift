// The rules that can never act, whatever calls are made.

extension FaultRule {
  /// The reason why the rule can never act; nil if it can.
  var contradiction: RequestError? {
    if let problem = condition.contradiction?.inside("when") ?? chanceContradiction {
      return problem
    }
    return timeContradiction ?? countContradiction ?? keyContradiction ?? numberContradiction
      ?? skipContradiction
      ?? effects.firstProblem(in: "then") { $0.growthContradiction(acts: mostActs) }
      ?? orderContradiction
      ?? (phase == .push ? pushContradiction : callContradiction)
  }

  private var chanceContradiction: RequestError? {
    guard mustFire == true, limit.probability == 0 else { return nil }
    return RequestError(
      "mustFire", "'mustFire' can never be satisfied: the 'probability' is 0",
      expected: "another 'probability', or no 'mustFire'")
  }

  private var timeContradiction: RequestError? {
    if timeToLive == 0 {
      return RequestError(
        "ttl", "'ttl' is 0, so that the rule can never act", expected: "a longer time")
    }
    guard let start = condition.notBefore, let life = timeToLive, start >= life else { return nil }
    return RequestError(
      "when.clock.after", "'after' is not before the end of the rule's 'ttl'",
      expected: "a time before 'ttl'")
  }

  /// Refuses counts by a key that the rule's evaluations do not have.
  private var countContradiction: RequestError? {
    for (path, key) in keys {
      switch (key, phase) {
      case (.record, .items), (.rule, _), (.device, _), (.user, _): continue
      case (.op, let phase) where phase != .push: continue
      case (.zone, let phase) where phase != .push: continue
      default:
        return RequestError(
          path, "'\(key.rawValue)' cannot be counted in the phase '\(phase.rawValue)'",
          expected: key == .record
            ? "'phase': 'items' in 'when', or another key" : "'rule', 'device' or 'user'")
      }
    }
    return nil
  }

  /// Refuses a key by which nothing is counted.
  private var keyContradiction: RequestError? {
    if let window = condition.window, window.key != .rule, !window.counts {
      return RequestError(
        "when.call.per", "'per' is about 'nth', 'from', 'to' and 'every', which are missing",
        expected: "one of them as well")
    }
    // With a probability it is accepted, although draws are separate for each device anyway.
    guard limit.key != .rule, limit.skip == 0, limit.injections == nil, limit.probability == nil,
      !effects.contains(where: \.countsByLimit)
    else { return nil }
    return RequestError(
      "limit.per",
      "'per' is about 'skip', 'injections' and the calls of a 'rateLimit', "
        + "which are missing", expected: "one of them as well")
  }

  /// Refuses a window that begins after the last match that the number of the call allows.
  private var numberContradiction: RequestError? {
    guard let window = condition.window, let most = mostNumbered(per: window.key),
      most < window.first.match
    else { return nil }
    let (key, match) = window.first
    return RequestError(
      "when.call.\(key)",
      "'\(key)' is \(match), and the calls that 'number' allows are at most \(most)",
      expected: "at most \(most), or other numbers of calls")
  }

  /// Refuses a limit that skips all matches of the window.
  private var skipContradiction: RequestError? {
    guard let most = mostMatches, most <= limit.skip else { return nil }
    return RequestError(
      "limit.skip", "'skip' is \(limit.skip), which leaves no match of 'call' in 'when'",
      expected: most > 0 ? "at most \(most - 1), or another window" : "another window")
  }

  /// The number of matches that the window has at most for each key of the limit; nil means
  /// without limit.
  var mostMatches: Int? {
    guard let window = condition.window else { return nil }
    let numbered = mostNumbered(per: limit.key)
    guard isSingle(window.key) || window.key == limit.key else { return numbered }
    let selected = window.mostMatches(among: mostNumbered(per: window.key) ?? .max)
    return [numbered, selected].compactMap { $0 }.min()
  }

  /// Whether there is only one count by a key.
  private func isSingle(_ key: FaultKey) -> Bool {
    switch key {
    case .rule: true
    case .op: operationCount == 1
    case .device: condition.device?.exact != nil
    default: false
    }
  }

  /// The number of operations that the rule is about.
  private var operationCount: Int { ServiceOperation.table.count { isAbout($0.name) } }

  /// How often the rule acts at most for each key of the limit; nil means without limit.
  private var mostActs: Int? {
    [limit.injections, mostMatches.map { $0 - limit.skip }].compactMap { $0 }.min()
  }

  /// The number of matches that there are at most for each key, because the numbers of calls are
  /// bounded; nil means without limit.
  private func mostNumbered(per key: FaultKey) -> Int? {
    // A call may have several items, but the numbers are those of one device.
    guard phase != .items, key == .device || condition.device?.exact != nil,
      let width = condition.window?.number?.width
    else { return nil }
    // Each operation has numbers of its own.
    let isOne = phase == .push || key == .op
    let operations = isOne ? 1 : operationCount
    let (most, overflows) = width.multipliedReportingOverflow(by: operations)
    return overflows ? nil : most
  }

  /// The keys by which the rule counts and keeps states, with their paths.
  var keys: [(path: String, key: FaultKey)] {
    var keys = [(path: "limit.per", key: limit.key)]
    if let window = condition.window { keys.append(("when.call.per", window.key)) }
    if let state = condition.state { keys.append(("when.state.per", state.key)) }
    if let next = nextState { keys.append(("next.per", next.key)) }
    return keys
  }
}

extension FaultCondition {
  fileprivate var contradiction: RequestError? {
    window?.contradiction?.inside("call") ?? clockContradiction ?? items?.contradiction("items")
      ?? bytesContradiction ?? itemContradiction ?? ownerContradiction ?? callerContradiction
  }

  /// Whether the caller must be one who is not signed in.
  var isAboutNobody: Bool { user?.text.isEmpty == true || device?.text.isEmpty == true }

  private var callerContradiction: RequestError? {
    guard device?.text.isEmpty == true, let user, !user.text.isEmpty else { return nil }
    return RequestError(
      "user", "'user' can never match: with an empty 'device', the caller is not signed in",
      expected: "no 'user', or another 'device'")
  }

  /// The size of the shortest request.
  private var leastBytes: Int {
    (operations ?? []).compactMap { ServiceOperation.named($0)?.leastBytes }.min()
      ?? ServiceOperation.leastBytes
  }

  private var bytesContradiction: RequestError? {
    if let problem = bytes?.contradiction("bytes") { return problem }
    guard let most = bytes?.most, most < leastBytes else { return nil }
    return RequestError(
      "bytes", "'bytes' allows at most \(most), and every request has \(leastBytes) or more",
      expected: "bounds with a number from \(leastBytes)")
  }

  private var itemContradiction: RequestError? {
    guard let item = window?.item, let most = items?.most, most < item else { return nil }
    return RequestError(
      "call.item", "'item' is \(item), and 'items' allows only \(most)",
      expected: most > 0 ? "at most \(most)" : "other numbers of items")
  }

  private var ownerContradiction: RequestError? {
    // Callers who are not signed in have no other database.
    guard database == .public || isAboutNobody, let owner = zone?.owner,
      !owner.matches(OwnerAlias.publicOwner)
    else { return nil }
    return RequestError(
      "zone.owner", "'owner' can never match: the zone of the public database belongs to no user",
      expected: "no 'owner', or another database")
  }

  private var clockContradiction: RequestError? {
    guard let end = notAfter, end <= notBefore ?? 0 else { return nil }
    return RequestError(
      "clock.until", "'until' is not later than 'after', so that the rule can never act",
      expected: "a later time")
  }
}

extension FaultWindow {
  /// Returns the number of matches that the window has at most among the first ones; nil means
  /// without limit.
  fileprivate func mostMatches(among count: Int = .max) -> Int? {
    if let nth { return nth <= count && MatchNumbers(self).contains(nth) ? 1 : 0 }
    let last = min(to ?? .max, count)
    guard last < .max else { return nil }
    let first = from ?? 1
    guard last >= first else { return 0 }
    guard let every, every > 0 else { return last - first + 1 }
    return from == nil ? last / every : (last - first) / every + 1
  }

  /// The first match that the window selects, with the key that says it.
  fileprivate var first: (key: String, match: Int) {
    if let nth { return ("nth", nth) }
    if let from { return ("from", from) }
    return every.map { ("every", $0) } ?? ("number", 1)
  }

  fileprivate var contradiction: RequestError? {
    if let number {
      if let problem = number.contradiction("number") { return problem }
      if let most = number.most, most < 1 { return .tooSmall("number", most) }
    }
    if let from, let to, to < from {
      return RequestError(
        "to", "'to' is \(to), which is before 'from', \(from)", expected: "\(from) or more")
    }
    if let to, mostMatches() == 0, nth == nil {
      return RequestError(
        "to", "'to' is \(to), which is before the first of the matches that 'every' selects",
        expected: every.map { "\($0) or more" } ?? "a later match")
    }
    guard let nth, !MatchNumbers(self).contains(nth) else { return nil }
    return RequestError(
      "nth", "'nth' is \(nth), which the other keys of 'call' exclude",
      expected: "'nth' alone, or a number that they allow")
  }
}

extension FaultRange {
  /// The number of numbers from 1 that it contains; nil means without limit.
  fileprivate var width: Int? {
    guard let most, most < .max else { return nil }
    let first = max(1, least ?? 1)
    return most < first ? 0 : most - first + 1
  }

  fileprivate func contradiction(_ key: String) -> RequestError? {
    guard let most, most < max(0, least ?? 0) else { return nil }
    return RequestError(
      key, "'\(key)' excludes every number of \(key)", expected: "bounds with a number from 0")
  }
}
