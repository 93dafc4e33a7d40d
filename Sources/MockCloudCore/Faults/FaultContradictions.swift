// The rules that can never act, whatever calls are made.

extension FaultRule {
  /// The reason why the rule can never act; nil if it can.
  var contradiction: RequestError? {
    condition.contradiction?.inside("when") ?? timeContradiction ?? countContradiction
      ?? skipContradiction
      ?? effects.firstProblem(in: "then") { $0.growthWithoutBase }
      ?? (phase == .push ? nil : callContradiction)
  }

  private var timeContradiction: RequestError? {
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

  /// Refuses a limit that skips all matches of the window.
  private var skipContradiction: RequestError? {
    guard let window = condition.window, window.key == .rule || window.key == limit.key,
      let most = window.mostMatches, most <= limit.skip
    else { return nil }
    return RequestError(
      "limit.skip", "'skip' is \(limit.skip), which leaves no match of 'call' in 'when'",
      expected: most > 0 ? "at most \(most - 1), or another window" : "another window")
  }

  /// The keys by which the rule counts and keeps states, with their paths.
  private var keys: [(path: String, key: FaultKey)] {
    var keys = [(path: "limit.per", key: limit.key)]
    if let window = condition.window { keys.append(("when.call.per", window.key)) }
    if let state = condition.state { keys.append(("when.state.per", state.key)) }
    if let next = nextState { keys.append(("next.per", next.key)) }
    return keys
  }

  /// Removes the operations with which each key of the condition is incompatible. The first key
  /// that leaves none is refused.
  private var callContradiction: RequestError? {
    var left = ServiceOperation.table.filter { isAbout($0.name) }
    for need in needs {
      let fitting = left.filter(need.isMet)
      if fitting.isEmpty, let first = left.first {
        let whose =
          left.count == 1 ? "'\(first.name)'" : "no operation that the rule's other keys allow"
        return RequestError(
          need.path,
          "'\(need.key)' can never match: \(whose) \(left.count == 1 ? need.lack : need.has)",
          expected: need.expected)
      }
      left = fitting
    }
    return nil
  }

  /// A property that an operation must have, because of a key.
  private struct Need {
    let key: String
    let path: String
    /// What an operation without the property lacks, as the end of a sentence.
    let lack: String
    /// What an operation with the property has.
    let has: String
    let isMet: (ServiceOperation) -> Bool

    /// The operations with the property.
    var expected: String {
      let names = ServiceOperation.table.filter(isMet).map { $0.name }
      return names.isEmpty
        ? "other keys"
        : (names.count > 8 ? "an operation that \(has)" : names.joined(separator: ", "))
    }

    init(
      _ key: String, at path: String? = nil, _ lack: String, _ has: String,
      _ isMet: @escaping (ServiceOperation) -> Bool
    ) {
      self.key = key
      self.path = path ?? "when.\(key)"
      self.lack = lack
      self.has = has
      self.isMet = isMet
    }

    init(_ key: String, trait: ServiceOperation.Traits, _ noun: String) {
      self.init(key, "has no \(noun)", "has a \(noun)") { $0.traits.isSuperset(of: trait) }
    }
  }

  private var needs: [Need] {
    let condition = condition
    var needs: [Need] = []
    if phase == .commit { needs.append(Need("phase", trait: .commits, "phase 'commit'")) }
    if phase == .items {
      needs.append(
        Need(itemKey, "has no items on which rules act", "has items on which rules act") {
          !$0.items.isEmpty
        })
    }
    needs += callNeeds + itemNeeds
    var zoneKeys = keys.filter { $0.key == .zone }.map { (key: "per", path: $0.path) }
    if condition.zone != nil { zoneKeys.append((key: "zone", path: "when.zone")) }
    let isItem = phase == .items
    for (key, path) in zoneKeys {
      needs.append(
        Need(key, at: path, "is not about zones", "is about zones") { operation in
          isItem
            ? operation.items.contains { $0.kind == .record || $0.kind == .zone }
            : operation.traits.contains(.namesZones)
        })
    }
    return needs
  }

  /// The key because of which the rule acts on items.
  private var itemKey: String {
    if condition.phase != nil { return "phase" }
    if condition.actions != nil { return "action" }
    if condition.recordName != nil { return "recordName" }
    if condition.window?.item != nil { return "call.item" }
    return condition.recordType == nil ? "field" : "recordType"
  }

  private var callNeeds: [Need] {
    var needs: [Need] = []
    if condition.savePolicy != nil {
      needs.append(Need("savePolicy", trait: .hasPolicy, "save policy"))
    }
    if condition.isAtomic != nil {
      needs.append(
        Need("atomic", "is not atomic or non-atomic", "may be atomic") {
          $0.traits.contains(.hasPolicy)
        })
    }
    if let range = condition.items, !range.contains(0) {
      needs.append(Need("items", trait: .countsItems, "list of items that is counted"))
    }
    if phase == .items, let most = condition.items?.most, most < 1 {
      needs.append(
        Need("items", "has no item to act on if it has no items", "finds items") {
          !$0.traits.contains(.countsItems)
        })
    }
    if condition.isAtomic == true, condition.database == .public {
      needs.append(
        Need("atomic", "is never atomic in the public database", "is atomic there") { _ in false })
    }
    if let database = condition.database, database != .public {
      needs.append(
        Need("db", "is always in the public database", "is in that database") {
          !$0.traits.contains(.isPublicOnly)
        })
    }
    if condition.user?.text.isEmpty == true {
      let mayBePublic = condition.database.map { $0 == .public } ?? true
      needs.append(
        Need("user", "fails without an account before rules act", "works without an account") {
          $0.traits.contains(.isOpen) || (mayBePublic && $0.traits.contains(.isPublicRead))
        })
    }
    return needs
  }

  private var itemNeeds: [Need] {
    var needs: [Need] = []
    var actions = condition.actions
    if let wanted = condition.actions {
      let list = wanted.map { "'\($0.rawValue)'" }.joined(separator: " or ")
      needs.append(
        Need("action", "has no items with the action \(list)", "has items with the action \(list)")
        {
          $0.items.contains { wanted.contains($0.action) }
        })
    }
    if !condition.fields.isEmpty { actions = [.save].filter { actions?.contains($0) ?? true } }
    for (key, isAsked) in [
      ("field", !condition.fields.isEmpty), ("recordName", condition.recordName != nil),
      ("recordType", condition.recordType != nil),
    ] where isAsked {
      let chosen = actions
      needs.append(
        Need(key, "has no records with such actions", "has records with such actions") {
          $0.items.contains { item in
            (chosen?.contains(item.action) ?? true)
              && (item.kind == .record || (item.kind == .file && key != "field"))
              && (item.hasType || key != "recordType")
          }
        })
    }
    return needs
  }
}

extension FaultCondition {
  fileprivate var contradiction: RequestError? {
    window?.contradiction?.inside("call") ?? clockContradiction ?? items?.contradiction("items")
      ?? bytes?.contradiction("bytes")
  }

  private var clockContradiction: RequestError? {
    guard let end = notAfter, end <= notBefore ?? 0 else { return nil }
    return RequestError(
      "clock.until", "'until' is not later than 'after', so that the rule can never act",
      expected: "a later time")
  }
}

extension FaultWindow {
  /// The number of matches that the window has at most; nil means without limit.
  fileprivate var mostMatches: Int? {
    if let nth { return MatchNumbers(self).contains(nth) ? 1 : 0 }
    guard let to else { return nil }
    let first = from ?? 1
    guard to >= first else { return 0 }
    guard let every, every > 0 else { return to - first + 1 }
    return from == nil ? to / every : (to - first) / every + 1
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
    if let to, mostMatches == 0, nth == nil {
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
  fileprivate func contradiction(_ key: String) -> RequestError? {
    guard let most, most < max(0, least ?? 0) else { return nil }
    return RequestError(
      key, "'\(key)' excludes every number of \(key)", expected: "bounds with a number from 0")
  }
}

extension FaultEffect {
  /// The refusal of a wait that grows from nothing.
  fileprivate var growthWithoutBase: RequestError? {
    guard case .error(let error, .growing) = self, error.cloudError.retryAfter == nil else {
      return nil
    }
    return RequestError(
      "retryAfterGrows", "'\(error.code.name)' has no 'retryAfter' that could grow",
      expected: "'retryAfter' in 'error' as well")
  }
}
