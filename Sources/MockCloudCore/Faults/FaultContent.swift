// The content of a rule as a text, by which a rule without a name is known. It is not printed by
// reflection, whose texts differ between builds.

extension FaultRule {
  /// A text that is equal for rules with the same condition, limit and kinds of effects, whatever
  /// their names.
  var content: String {
    let parts: [String?] =
      condition.content + limit.content + effects.map(\.content)
      + [nextState?.content, timeToLive?.description, isArmed.description]
      + (resetsArmed ? ["reset"] : []) + arms + disarms
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
      + [window?.key.rawValue] + fields.map(\.name)
      // Left out if missing: what draws of other rules depend on stays the same.
      + [window?.number?.least, window?.number?.most, window?.item].compactMap { $0?.description }
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
    case .ramp(let ramp): "\(ramp.start) \(ramp.end) \(ramp.duration)"
    }
  }
}

extension FaultLimit {
  fileprivate var content: [String?] {
    [skip.description, injections?.description, key.rawValue, probability?.content]
  }
}

extension FaultEffect {
  /// The kind, with the code of an error.
  fileprivate var content: String {
    switch self {
    case .error(let error, _), .lostRequest(let error), .lostResponse(let error),
      .prefix(_, let error), .interrupt(_, let error):
      "\(kind.rawValue) \(error.code.name)"
    case .call(let call): "\(kind.rawValue) \(call.operationName)"
    default: kind.rawValue
    }
  }
}
