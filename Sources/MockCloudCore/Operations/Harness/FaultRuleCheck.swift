extension FaultRules {
  /// Adds rules and returns their names. If one of them is invalid, none is added.
  ///
  /// - Parameters:
  ///   - key: The key of the request that holds the rules.
  ///   - operations: The names of the service's operations.
  mutating func add(
    checked rules: [FaultRule], at key: String, now: Int64, _ operations: [String]
  ) throws(Misuse) -> [String] {
    var known = Set(all.map { ExactText($0.rule.id) })
    for (index, rule) in rules.enumerated() where !rule.id.isEmpty {
      guard known.insert(ExactText(rule.id)).inserted else {
        throw Misuse.badMockRequest(
          "\(key)[\(index)].id: a rule '\(NameRules.shortened(rule.id))' exists already",
          key: "\(key)[\(index)].id", expected: "another name, or none")
      }
    }
    for (index, rule) in rules.enumerated() {
      if let problem = rule.problem { throw problem.inside("\(key)[\(index)]").misuse }
      try rule.check(at: "\(key)[\(index)]", known, operations)
    }
    return add(rules, now: now)
  }
}

extension FaultRule {
  /// Refuses invalid rules.
  ///
  /// - Parameter rules: The names of all rules, the new ones included.
  func check(
    at path: String, _ rules: Set<ExactText>, _ operations: [String]
  ) throws(Misuse) {
    if effects.isEmpty {
      throw Misuse.badMockRequest(
        "\(path).then: a rule needs an effect", key: "\(path).then", expected: "a list of effects")
    }
    for name in condition.operations ?? []
    where !operations.contains(where: { $0.hasBytes(of: name) }) {
      throw Misuse.unknown("op", name, known: operations).inside("\(path).when")
    }
    if let policy = condition.savePolicy, ModifyRecords.SavePolicy(rawValue: policy) == nil {
      throw RequestError.unknownValue("savePolicy", policy, of: ModifyRecords.SavePolicy.self)
        .inside("\(path).when").misuse
    }
    for (index, effect) in effects.enumerated() where !effect.kind.phases.contains(phase) {
      let phases = effect.kind.phases.map(\.rawValue).joined(separator: ", ")
      throw Misuse.badMockRequest(
        "\(path).then[\(index)]: '\(effect.kind.rawValue)' has no meaning in phase '\(phase.rawValue)'",
        key: "\(path).then[\(index)]", expected: "phase \(phases)")
    }
    try checkOperations(at: path)
    if condition.isAboutItems, phase != .items {
      throw Misuse.badMockRequest(
        "\(path).when: recordName, recordType, action and field are of items, and the phase is "
          + "'\(phase.rawValue)'", key: "\(path).when.phase", expected: "phase items, or none")
    }
    if phase == .push, condition.isAboutCalls {
      throw Misuse.badMockRequest(
        "\(path).when: a push has no properties except its user and device",
        key: "\(path).when", expected: "user, device, call, clock or state")
    }
    for id in arms + disarms where !rules.contains(ExactText(id)) {
      throw Misuse.unknown(
        arms.contains(id) ? "arm" : "disarm", id, known: rules.map(\.text).sorted()
      )
      .inside("\(path).next")
    }
  }

  /// Refuses effects that are valid for none of the rule's operations.
  private func checkOperations(at path: String) throws(Misuse) {
    guard let effectOperations, !(condition.operations ?? effectOperations).contains(where: isAbout)
    else { return }
    let kinds = effects.filter { $0.kind.operations != nil }.map { "'\($0.kind.rawValue)'" }
    throw Misuse.badMockRequest(
      "\(path).then: \(kinds.joined(separator: " and ")) have no meaning for the rule's operations",
      key: "\(path).then",
      expected: effectOperations.isEmpty
        ? "effects that have an operation in common" : effectOperations.joined(separator: ", "))
  }
}
