// The effects of rules that can never do anything.

extension FaultRule {
  /// Refuses effects that are never reached, or that another effect of the rule makes ineffective.
  var orderContradiction: RequestError? {
    endContradiction ?? runContradiction ?? repetition ?? pageContradiction
      ?? itemErrorContradiction
  }

  private var endContradiction: RequestError? {
    guard let end = effects.firstIndex(where: \.endsList), end < effects.count - 1 else {
      return nil
    }
    let (last, next) = (effects[end].kind.rawValue, effects[end + 1].kind.rawValue)
    return RequestError(
      "then[\(end + 1)]", "'\(next)' comes after '\(last)', which ends the list",
      expected: "'\(last)' as the last effect")
  }

  /// Refuses effects on the operation, or on its response, of a call that fails.
  private var runContradiction: RequestError? {
    guard let last = effects.last, last.failsCall else { return nil }
    return effects.firstProblem(in: "then") { effect in
      guard FaultEffect.Kinds.ofSuccess.isSuperset(of: FaultEffect.Kinds(effect.kind)) else {
        return nil
      }
      return effect.idleness(beside: last, "with which the call fails")
    }
  }

  /// Refuses effects that another one of the same kind replaces, and those on a push that is dropped.
  private var repetition: RequestError? {
    var kinds: FaultEffect.Kinds = []
    var limits: Set<ExactText> = []
    let drop = effects.first { $0.kind == .drop }
    return effects.firstProblem(in: "then") { effect in
      let kind = FaultEffect.Kinds(effect.kind)
      if let drop, effect.kind != .drop {
        return effect.idleness(beside: drop, "because of which the push does not arrive")
      }
      if FaultEffect.Kinds.single.isSuperset(of: kind), !kinds.isDisjoint(with: kind) {
        return .twice("", effect.kind.rawValue)
      }
      kinds.formUnion(kind)
      guard case .limits(let changes) = effect else { return nil }
      for change in changes {
        let name = change.name.description
        if !limits.insert(ExactText(name)).inserted { return .twice("limits", name) }
      }
      return nil
    }
  }

  /// Refuses an error that items cannot have.
  private var itemErrorContradiction: RequestError? {
    effects.firstProblem(in: "then") { effect in
      switch effect {
      case .error(let error, _) where phase == .items: error.itemProblem("error")
      case .prefix(_, let error): error.itemProblem("as")
      default: nil
      }
    }
  }

  /// Refuses effects on pages that the maximum number of their items makes ineffective.
  private var pageContradiction: RequestError? {
    let limit = effects.first { $0.pageSize != nil }
    let truncation = effects.first { $0.kind == .truncate }
    return effects.firstProblem(in: "then") { effect in
      switch effect {
      case .truncate(let most):
        guard let limit, let size = limit.pageSize, most >= size else { return nil }
        return effect.idleness(beside: limit, "with which pages are not longer")
      case .limits(let changes):
        guard changes.count == 1, let truncation, case .truncate(let most) = truncation,
          let size = effect.pageSize, size > most
        else { return nil }
        return effect.idleness(beside: truncation, "with which pages are shorter")
      case .shuffle, .repeatChanges:
        guard let short = [limit, truncation].compactMap({ $0 }).first(where: \.isOfSinglePages)
        else { return nil }
        return effect.idleness(beside: short, "with which pages have one change")
      default: return nil
      }
    }
  }

  /// Refuses a rule about pushes that can never match, or never do anything.
  var pushContradiction: RequestError? {
    if condition.isAboutNobody {
      let key = condition.user?.text.isEmpty == true ? "user" : "device"
      return RequestError(
        "when.\(key)",
        "'\(key)' can never match: pushes are for devices of users who are signed in",
        expected: key == "user" ? "a user" : "a device")
    }
    return effects.allSatisfy(\.isNothing) ? nothing("its value has no effect") : nil
  }

  /// Refuses a rule whose effects do nothing in any call of the operations that it is about.
  func idleness(in operations: [ServiceOperation]) -> RequestError? {
    var reason: String?
    for operation in operations {
      for effect in effects {
        guard let why = idleness(of: effect, in: operation) else { return nil }
        reason = reason ?? why
      }
    }
    return reason.map { nothing($0) }
  }

  private func nothing(_ why: String) -> RequestError {
    let kind = effects.first?.kind.rawValue ?? "then"
    return RequestError(
      "then[0]", "'\(kind)' can never do anything: \(why)",
      expected: "another effect, or other keys")
  }

  /// Returns why an effect does nothing in calls of an operation; nil if it may do something.
  private func idleness(of effect: FaultEffect, in operation: ServiceOperation) -> String? {
    if effect.isNothing { return "its value has no effect" }
    let counts = operation.traits.contains(.countsItems)
    switch effect {
    case .expireTokens where operation.isPublic || condition.database == .public:
      return "the public database has no sync tokens"
    case .rateLimit(let rate):
      let most = mostMatches.map { $0 - limit.skip } ?? .max
      return most > rate.burst ? nil : "'call' allows no more calls than 'burst'"
    case .prefix(let most, _) where counts && !operation.finds && isWithin(most):
      return "'items' allows no more items"
    case .limits(let changes) where changes.allSatisfy({ isIdle($0, in: operation) }):
      return idleness(of: changes, in: operation)
    case .conflict, .skew, .truncateFiles:
      return condition.allowsNoItems ? "a call without items changes and returns nothing" : nil
    case .prefix, .truncate, .shuffle, .repeatChanges:
      if operation.traits.contains(.readsChanges), condition.database == .public {
        return "the public database has no change feeds"
      }
      if operation.failsForDefaultZone, condition.isAboutDefaultZone {
        return "the default zone has no changes"
      }
      return counts && condition.allowsNoItems ? "a call without items returns nothing" : nil
    default: return nil
    }
  }

  /// Whether calls have at most this many items.
  private func isWithin(_ most: Int) -> Bool { (condition.items?.most ?? .max) <= most }
}

extension FaultEffect.Kinds {
  /// The kinds of which a rule has at most one effect: a later one would replace it, or do nothing.
  fileprivate static let single = ofSuccess.subtracting(Self(.limits)).union(
    Self([.expireTokens, .rateLimit, .drop, .coalesce].map { Self($0) }))
}

extension FaultEffect {
  /// Returns the refusal of an effect that does nothing because of another one.
  fileprivate func idleness(beside other: FaultEffect, _ why: String) -> RequestError {
    let (own, other) = (kind.rawValue, other.kind.rawValue)
    return RequestError(
      "", "'\(own)' can never do anything beside '\(other)', \(why)",
      expected: "one of them, or two rules")
  }

  /// Returns the refusal of a wait that never grows.
  ///
  /// - Parameter acts: How often the rule acts at most; nil means without limit.
  func growthContradiction(acts: Int?) -> RequestError? {
    guard case .error(let error, .growing(_, let most)) = self else { return nil }
    let wait = error.cloudError.retryAfter ?? 0
    if wait == 0 {
      return RequestError(
        "retryAfterGrows", "'\(error.code.name)' has no 'retryAfter' that could grow",
        expected: "'retryAfter' in 'error' as well")
    }
    if most <= wait {
      return RequestError(
        "retryAfterGrows.most", "'most' is \(most), and the first wait is \(wait) already",
        expected: "a longer time")
    }
    guard let acts, acts <= 1 else { return nil }
    return RequestError(
      "retryAfterGrows", "the rule acts once, so that no wait grows",
      expected: "a rule that acts more often, or no 'retryAfterGrows'")
  }

  /// Whether its value is one with which it does nothing.
  fileprivate var isNothing: Bool {
    switch self {
    case .latency(let latency), .delay(let latency): latency.isNothing
    case .jump(0), .skew(0), .coalesce(0), .indexLag(.time(0)): true
    case .limits(let changes): changes.isEmpty
    default: false
    }
  }

  /// The maximum number of items of a page, if it sets that limit.
  fileprivate var pageSize: Int? {
    guard case .limits(let changes) = self else { return nil }
    for change in changes {
      if case .number(let limit, let value) = change,
        limit.name.description.hasBytes(of: "pageSize")
      {
        return value
      }
    }
    return nil
  }

  /// Whether pages have one item because of it.
  fileprivate var isOfSinglePages: Bool {
    if case .truncate(1) = self { return true }
    return pageSize == 1
  }

  /// Whether it counts its acts by the key of the limit.
  var countsByLimit: Bool {
    switch self {
    case .rateLimit, .error(_, .growing): true
    default: false
    }
  }
}

extension FaultLatency {
  fileprivate var isNothing: Bool {
    switch self {
    case .fixed(0), .uniform(_, 0): true
    // Rounded to milliseconds, as it is drawn.
    case .lognormal(let median, 0): median.rounded() == 0
    default: false
    }
  }
}

extension ServiceOperation {
  /// Whether only the public database has it.
  fileprivate var isPublic: Bool { traits.contains(.isPublicOnly) }

  /// Whether it finds items besides those of the request.
  fileprivate var finds: Bool { items.contains { !$0.hasPosition } }
}
