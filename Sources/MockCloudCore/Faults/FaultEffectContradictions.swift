// The effects of rules that can never do anything.

extension FaultRule {
  /// Refuses effects that are never reached.
  var orderContradiction: RequestError? {
    guard let end = effects.firstIndex(where: \.endsList), end < effects.count - 1 else {
      return nil
    }
    let (last, next) = (effects[end].kind.rawValue, effects[end + 1].kind.rawValue)
    return RequestError(
      "then[\(end + 1)]", "'\(next)' comes after '\(last)', which ends the list",
      expected: "'\(last)' as the last effect")
  }

  /// Refuses a rule about pushes that can never match, or never do anything.
  var pushContradiction: RequestError? {
    if condition.user?.text.isEmpty == true {
      return RequestError(
        "when.user", "'user' can never match: pushes are for users who are signed in",
        expected: "a user")
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
      return "calls of '\(operation.name)' do not depend on these limits, or 'when' keeps to them"
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

  /// Whether calls of an operation are the same under a limit.
  private func isIdle(_ change: Limits.Change, in operation: ServiceOperation) -> Bool {
    guard case .number(let limit, let value) = change else { return false }
    switch limit.name.description {
    case "itemsPerRequest":
      return !operation.traits.contains(.countsItems) || value.map(isWithin) == true
    case "pageSize": return !operation.traits.contains(.pages)
    case "journalBytes": return true
    default: return false
    }
  }
}

extension FaultEffect {
  /// Whether its value is one with which it does nothing.
  fileprivate var isNothing: Bool {
    switch self {
    case .latency(let latency), .delay(let latency): latency.isNothing
    case .jump(0), .skew(0), .coalesce(0), .indexLag(.time(0)): true
    case .limits(let changes): changes.isEmpty
    default: false
    }
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
