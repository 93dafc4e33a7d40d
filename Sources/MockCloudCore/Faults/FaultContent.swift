// The content of a rule as a text, by which a rule without a name is known. It is not printed by
// reflection, whose texts differ between builds.

extension FaultRule {
  /// A text that is equal for rules with the same condition, limit and effects, whatever their names.
  package var content: String {
    var parts = ContentParts()
    condition.addContent(to: &parts)
    limit.addContent(to: &parts)
    for effect in effects { parts.add(effect.content) }
    parts.add(nextState?.content)
    parts.add(timeToLive?.description)
    parts.add(isArmed.description)
    if resetsArmed { parts.add("reset") }
    if isLast { parts.add("last") }
    for name in arms { parts.add(name) }
    for name in disarms { parts.add(name) }
    return parts.text
  }
}

/// The parts of a content as one text.
private struct ContentParts {
  private(set) var text = ""

  mutating func add(_ part: String?) {
    guard let part else {
      text += "-"
      return
    }
    // The length makes the boundaries between parts unambiguous.
    text += part.utf8.count.description
    text += ":"
    text += part
  }

  mutating func add(_ number: Int?) { add(number?.description) }
}

extension FaultCondition {
  fileprivate func addContent(to parts: inout ContentParts) {
    parts.add(operations?.joined(separator: " "))
    parts.add(phase?.rawValue)
    for pattern in [user, device, container] { parts.add(pattern?.text) }
    parts.add(environment?.rawValue)
    parts.add(database?.rawValue)
    for pattern in [zone?.name, zone?.owner, recordType, recordName] { parts.add(pattern?.text) }
    parts.add(actions?.map(\.rawValue).joined(separator: " "))
    parts.add(savePolicy)
    parts.add(isAtomic?.description)
    parts.add(state?.content)
    parts.add(notBefore?.description)
    parts.add(notAfter?.description)
    for number in [items?.least, items?.most, bytes?.least, bytes?.most] { parts.add(number) }
    for number in [window?.nth, window?.from, window?.to, window?.every] { parts.add(number) }
    parts.add(window?.key.rawValue)
    for field in fields { parts.add(field.content) }
    // Left out if missing: what draws of other rules depend on stays the same.
    if let least = window?.number?.least { parts.add(">= \(least)") }
    if let most = window?.number?.most { parts.add("<= \(most)") }
    parts.add(window?.item)
    if let recurrence {
      parts.add(recurrence.interval.description)
      parts.add(recurrence.duration.description)
    }
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
  fileprivate func addContent(to parts: inout ContentParts) {
    parts.add(skip)
    parts.add(injections)
    parts.add(key.rawValue)
    parts.add(probability?.content)
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
