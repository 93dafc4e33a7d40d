// The content of a rule as a text, by which a rule without a name is known. It is not printed by
// reflection, whose texts differ between builds.

extension FaultRule {
  /// A text that is equal for rules with the same condition, limit and effects, whatever their names.
  var content: String {
    let parts: [String?] =
      condition.content + limit.content + effects.map(\.content)
      + [nextState?.content, timeToLive?.description, isArmed.description]
      + (resetsArmed ? ["reset"] : []) + (isLast ? ["last"] : []) + arms + disarms
    // The length makes the boundaries between parts unambiguous.
    return parts.map { $0.map { "\($0.utf8.count):\($0)" } ?? "-" }.joined()
  }
}

extension FaultCondition {
  fileprivate var content: [String?] {
    [
      operations?.joined(separator: " "), phase?.rawValue, user?.text, device?.text,
      container?.text, environment?.rawValue, database?.rawValue, zone?.name?.text,
      zone?.owner?.text, recordType?.text, recordName?.text,
      actions?.map(\.rawValue).joined(separator: " "), savePolicy, isAtomic?.description,
      state?.content,
      notBefore?.description, notAfter?.description,
    ]
      + [items?.least, items?.most, bytes?.least, bytes?.most].map { $0?.description }
      + [window?.nth, window?.from, window?.to, window?.every].map { $0?.description }
      + [window?.key.rawValue] + fields.map(\.content)
      // Left out if missing: what draws of other rules depend on stays the same.
      + [
        window?.number?.least.map { ">= \($0)" }, window?.number?.most.map { "<= \($0)" },
        window?.item?.description,
      ].compactMap { $0 }
      + (recurrence.map { [$0.interval.description, $0.duration.description] } ?? [])
  }
}

extension FaultState {
  fileprivate var content: String {
    key == .rule ? name : "\(name.utf8.count):\(name) \(key.rawValue)"
  }
}

extension FaultProbability {
  fileprivate var content: String {
    switch self {
    case .fixed(let value): value.description
    case .ramp(let ramp): ramp.content
    }
  }
}

extension FaultRamp {
  fileprivate var content: String { "\(start) \(end) \(duration)" }
}

extension FaultLimit {
  fileprivate var content: [String?] {
    [skip.description, injections?.description, key.rawValue, probability?.content]
  }
}

extension FaultCondition.Field {
  fileprivate var content: String {
    value.map { "\(name) \($0.digest)" } ?? name
  }
}

extension FaultEffect {
  /// The kind, with its values.
  fileprivate var content: String {
    ([kind.rawValue] + values.compactMap { $0 }).joined(separator: " ")
  }

  private var values: [String?] {
    switch self {
    case .error(let error, .fixed), .lostRequest(let error), .lostResponse(let error): error.content
    case .error(let error, .growing(let factor, let most)):
      error.content + ["\(factor) \(most)"]
    case .prefix(let count, let error), .interrupt(let count, let error):
      error.content + [count.description]
    case .latency(let latency), .delay(let latency): [latency.content]
    case .truncate(let count), .repeatChanges(let count), .truncateFiles(let count),
      .repeat(let count):
      [count.description]
    case .jump(let time), .skew(let time), .expireUploads(let time), .coalesce(let time):
      [time.description]
    case .shuffle(let number): [number?.description]
    case .limits(let changes): changes.map(\.content)
    case .rateLimit(let rate): ["\(rate.perSecond) \(rate.burst)"]
    case .indexLag(.time(let time)): ["time \(time)"]
    case .indexLag(.versions(let count)): ["versions \(count)"]
    case .conflict(let conflict): [conflict.recordName?.text] + conflict.fields.map(\.content)
    case .call(let call):
      [call.operationName, (call as? any CallOfCaller)?.content]
    case .duplicate, .expireTokens, .hang, .crash, .expireMarkers, .drop: []
    }
  }
}

extension ErrorSpecification {
  fileprivate var content: [String?] {
    [code.name, retryAfter?.description, userDidResetEncryptedData ? "reset" : nil]
      + [reason].compactMap { $0.map { "\($0.utf8.count):\($0)" } }
      + further.map { "\($0.key) \($0.value)" }
  }
}

extension FaultLatency {
  fileprivate var content: String {
    switch self {
    case .fixed(let time): time.description
    case .uniform(let least, let most): "\(least) to \(most)"
    case .lognormal(let median, let sigma): "\(median) sigma \(sigma)"
    case .ramp(let ramp): ramp.content
    }
  }
}

extension Limits.Change {
  fileprivate var content: String {
    let value: String? =
      switch self {
      case .number(_, let value), .quota(_, let value): value?.description
      case .toggle(_, let value): value?.description
      case .firstReading(let value): value?.rawValue
      }
    return "\(name) \(value ?? "default")"
  }
}
