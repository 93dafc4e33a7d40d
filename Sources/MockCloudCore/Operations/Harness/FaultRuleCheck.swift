extension FaultRules {
  /// Adds rules and returns their names. If one of them is invalid, none is added.
  ///
  /// - Parameter key: The key of the request that holds the rules.
  mutating func add(
    checked rules: [FaultRule], at key: String, in world: World
  ) throws(Misuse) -> [String] {
    var known: Set<ExactText> = []
    for (index, rule) in rules.enumerated() where !rule.id.isEmpty {
      if FaultPlan.isNameOfSetError(rule.id) {
        throw Misuse.badMockRequest(
          "\(key)[\(index)].id: '\(NameRules.shortened(rule.id))' is the name of a set error",
          key: "\(key)[\(index)].id", expected: "another name, or none")
      }
      guard !has(rule.id), known.insert(ExactText(rule.id)).inserted else {
        throw Misuse.badMockRequest(
          "\(key)[\(index)].id: a rule '\(NameRules.shortened(rule.id))' exists already",
          key: "\(key)[\(index)].id", expected: "another name, or none")
      }
    }
    var newScopes = StateScopes()
    var zones: ZoneNames?
    for (index, rule) in rules.enumerated() {
      let path = "\(key)[\(index)]"
      if let problem = rule.problem { throw problem.inside(path).misuse }
      try rule.check(at: path)
      for id in rule.arms + rule.disarms where !has(id) && !known.contains(ExactText(id)) {
        let names = known.union(all.map { ExactText($0.rule.id) }).map(\.text).sorted()
        throw Misuse.unknown(rule.arms.contains(id) ? "arm" : "disarm", id, known: names)
          .inside("\(path).next")
      }
      if let problem = rule.contradiction { throw problem.inside(path).misuse }
      if let conflict = scopes.conflict(of: rule) ?? newScopes.conflict(of: rule) {
        // Listed only to name one of them.
        let others = all.map(\.rule) + rules[...index]
        throw rule.refusal(of: conflict, with: others).inside(path).misuse
      }
      newScopes.add(rule)
      do throws(Misuse) {
        try rule.checkNames(in: world, &zones)
        try rule.checkLimits(in: world)
      } catch {
        throw error.inside(path)
      }
    }
    return add(rules, now: world.clock.now)
  }
}

extension FaultRule {
  /// Refuses invalid rules.
  fileprivate func check(at path: String) throws(Misuse) {
    if effects.isEmpty {
      throw Misuse.badMockRequest(
        "\(path).then: a rule needs an effect", key: "\(path).then", expected: "a list of effects")
    }
    for name in condition.operations ?? []
    where ServiceOperation.named(name) == nil {
      throw Misuse.unknown("op", name, known: ServiceOperation.names).inside("\(path).when")
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
  }

  /// Refuses names of people, devices, containers and owners of zones that do not exist, and names of
  /// zones that are probably misspelt, unless the rule says that they are added later. Patterns may
  /// match names of the future.
  ///
  /// - Parameter zones: The names of the zones; nil until a rule is compared with them.
  fileprivate func checkNames(
    in world: borrowing World, _ zones: inout ZoneNames?
  ) throws(Misuse) {
    guard presence == .now else { return }
    let people = world.people
    if let user = condition.user?.exact, !user.isEmpty, !people.isKnown(ExactText(user)) {
      throw unknown("user", user, people.names)
    }
    // The empty text matches callers without a device.
    if let device = condition.device?.exact, !device.isEmpty,
      people.place(ofDevice: DeviceName(device)) == nil
    {
      throw unknown("device", device, people.users.flatMap(\.devices).map(\.name.text))
    }
    if let container = condition.container?.exact, world.containersAreDeclared,
      world.containers[ContainerIdentifier(container)] == nil
    {
      throw unknown("container", container, world.containers.map(\.key.text))
    }
    if let owner = condition.zone?.owner?.exact, !FaultCondition.Zone.isCaller(owner),
      !owner.hasBytes(of: OwnerAlias.publicOwner.text), !people.isKnown(ExactText(owner))
    {
      throw unknown("zone.owner", owner, people.names)
    }
    if let zone = condition.zone?.name?.exact {
      let known = zones ?? ZoneNames(of: world)
      zones = known
      if known.isMisspelt(zone, in: world) {
        throw unknown("zone.name", zone, known.texts.sorted())
      }
    }
    for (index, effect) in effects.enumerated() {
      guard case .call(let call as any CallOfCaller) = effect else { continue }
      do throws(Misuse) {
        try call.checkCaller(in: world)
      } catch {
        throw error.inside("then[\(index)].call.request")
      }
    }
  }

  /// Refuses limits of requests that are not lower than the cloud's, unless the rule says that those are
  /// set later: what exceeds the cloud's limits is refused before rules are evaluated.
  fileprivate func checkLimits(in world: borrowing World) throws(Misuse) {
    guard presence == .now else { return }
    for (index, effect) in effects.enumerated() {
      guard case .limits(let changes) = effect else { continue }
      for case .number(let number, let value) in changes where number.isOfRequests {
        let most = world.limits[keyPath: number.path]
        let wanted = value ?? Limits()[keyPath: number.path]
        if wanted < most { continue }
        let key = "then[\(index)].limits.\(number.name)"
        throw Misuse.badMockRequest(
          "\(key): '\(number.name)' is \(wanted), and requests that exceed the cloud's \(most) are "
            + "refused before rules are evaluated; mock/limits/set changes the cloud's limits",
          key: key,
          expected: "a number below \(most), or 'expected': 'later' if the cloud's is raised later")
      }
    }
  }

  private func unknown(_ key: String, _ name: String, _ known: [String]) -> Misuse {
    Misuse.unknown(
      key, name, known: known,
      remedy: "'expected': 'later' in the rule if it is added later"
    ).inside("when")
  }

  /// Refuses effects that are valid for none of the rule's operations.
  private func checkOperations(at path: String) throws(Misuse) {
    guard let effectOperations, !(condition.operations ?? effectOperations).contains(where: isAbout)
    else { return }
    let kinds = effects.filter { $0.kind.operations != nil }.map { "'\($0.kind.rawValue)'" }
    throw Misuse.badMockRequest(
      "\(path).then: \(kinds.joined(separator: " and ")) \(kinds.count == 1 ? "has" : "have") no meaning "
        + "for the rule's operations",
      key: "\(path).then",
      expected: effectOperations.isEmpty
        ? "effects that have an operation in common" : effectOperations.joined(separator: ", "))
  }
}

/// The names of all zones, with which the rules of a request are compared.
///
/// Clients create zones, so that a rule may name one that does not exist.
private struct ZoneNames {
  /// The maximum number of zones that a rule's zone is compared with, which bounds the cost of a rule.
  private static let most = 1000

  private let names: Set<ZoneName>
  /// The same names; none if there are too many zones.
  let texts: [String]

  init(of world: borrowing World) {
    var names: Set<ZoneName> = [ZoneID.defaultZoneName]
    var areFew = world.databases.count <= Self.most
    if areFew {
      for (_, database) in world.databases {
        areFew = names.count + database.zones.count <= Self.most
        if !areFew { break }
        names.formUnion(database.zones.map(\.key))
      }
    }
    self.names = names
    texts = areFew ? names.map(\.text) : []
  }

  /// Returns whether no database has or had a zone with a name, and it is nearly the name of a zone.
  func isMisspelt(_ text: String, in world: borrowing World) -> Bool {
    let name = ZoneName(text)
    return !names.contains(name) && Spelling.isNearly(text, among: texts, endingsDiffer: true)
      && !world.databases.contains { $0.value.lost[name] != nil }
  }
}
