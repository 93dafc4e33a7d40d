/// The names and zones that the rules of a stage are about, and which of them are those of a point.
///
/// They are compared when a point has others than the one before. Rules that are about the same ones
/// share a place.
struct FaultNames: Sendable {
  /// For each place, whether the point matches it.
  private(set) var matches: [Bool] = []
  private var zones = Zones()
  private var records = Texts()
  private var types = Texts()

  /// Returns the tests of a rule's condition, in the order of `FaultRule.refusal`, so that the first
  /// one that fails is the same.
  ///
  /// - Parameter refusal: The reason why the rule is not about the caller.
  mutating func tests(of rule: FaultRule, _ refusal: FaultReason?) -> [FaultTest] {
    let condition = rule.condition
    var tests: [FaultTest] = []
    if let number = condition.window?.number {
      tests.append(.number(number.least ?? .min, number.most ?? .max))
    }
    if let refusal { return tests + [.refused(refusal)] }
    if let items = condition.items { tests.append(.items(items.least ?? .min, items.most ?? .max)) }
    if let bytes = condition.bytes { tests.append(.bytes(bytes.least ?? .min, bytes.most ?? .max)) }
    if let policy = condition.savePolicy { tests.append(.savePolicy(FaultTraits.hash(policy))) }
    if let isAtomic = condition.isAtomic { tests.append(.atomic(isAtomic)) }
    if let zone = condition.zone { tests.append(.zone(zones.place(of: zone, in: &matches))) }
    if let position = condition.window?.item { tests.append(.item(position)) }
    if let actions = condition.actions { tests.append(.action(FaultTraits.bits(actions))) }
    if let name = condition.recordName {
      tests.append(.record(records.place(of: name, in: &matches)))
    }
    if let type = condition.recordType {
      tests.append(.recordType(types.place(of: type, in: &matches)))
    }
    if !condition.fields.isEmpty { tests.append(.field) }
    return tests
  }

  /// Compares the names with those of a point.
  mutating func note(_ facts: FaultFacts, _ item: FaultItem?) {
    if !zones.isEmpty { zones.note(facts, item, in: &matches) }
    guard let item else { return }
    if !records.isEmpty { records.note(item.recordName, in: &matches) }
    if !types.isEmpty { types.note(item.recordType, in: &matches) }
  }

  /// The patterns for one kind of name.
  private struct Texts: Sendable {
    /// The places by the texts of the patterns, by which those without `*` are found.
    private var known: [ExactText: Int] = [:]
    private var patterns: [(pattern: FaultPattern, place: Int)] = []
    private var heads: [FaultPattern.Head] = []
    private var last: ExactText?
    private var isNoted = false
    /// The places that match.
    private var held: [Int] = []

    var isEmpty: Bool { known.isEmpty }

    mutating func place(of pattern: FaultPattern, in matches: inout [Bool]) -> Int {
      let text = ExactText(pattern.text)
      if let place = known[text] { return place }
      let place = matches.count
      matches.append(false)
      isNoted = false
      known[text] = place
      if pattern.exact == nil {
        patterns.append((pattern, place))
        heads.append(pattern.head)
      }
      return place
    }

    mutating func note(_ name: ExactText?, in matches: inout [Bool]) {
      if isNoted, last == name { return }
      for place in held { matches[place] = false }
      held.removeAll(keepingCapacity: true)
      (last, isNoted) = (name, true)
      guard let name else { return }
      // The pattern of the same text matches, also one with `*`.
      if let place = known[name] { held.append(place) }
      let rank = name.rank
      for index in heads.indices
      where heads[index].begins(rank) && patterns[index].pattern.matches(name) {
        held.append(patterns[index].place)
      }
      for place in held { matches[place] = true }
    }
  }

  /// The zones of conditions.
  private struct Zones: Sendable {
    /// Excludes most zones without a complete comparison.
    private struct Head: Sendable {
      let name: FaultPattern.Head
      let owner: FaultPattern.Head
    }

    private var known: [ExactText: Int] = [:]
    private var zones: [(zone: FaultCondition.Zone, place: Int)] = []
    private var heads: [Head] = []
    private var hasOwners = false
    private var last: (zoneID: ZoneID?, alias: UserAlias?) = (nil, nil)
    private var isNoted = false
    /// The places that match.
    private var held: [Int] = []

    var isEmpty: Bool { zones.isEmpty }

    mutating func place(of zone: FaultCondition.Zone, in matches: inout [Bool]) -> Int {
      // No pattern is the same as one for all.
      let key = ZoneID(
        zoneName: ExactText(zone.name?.text ?? "*"), ownerName: ExactText(zone.owner?.text ?? "*")
      ).key
      if let place = known[key] { return place }
      let place = matches.count
      matches.append(false)
      isNoted = false
      known[key] = place
      zones.append((zone, place))
      let any = FaultPattern.Head(of: "", upTo: 0)
      // A name for the caller matches other names.
      let isCaller = zone.owner?.exact.map(FaultCondition.Zone.isCaller) == true
      heads.append(
        Head(name: zone.name?.head ?? any, owner: isCaller ? any : zone.owner?.head ?? any))
      if zone.owner != nil { hasOwners = true }
      return place
    }

    mutating func note(_ facts: FaultFacts, _ item: FaultItem?, in matches: inout [Bool]) {
      let zoneID = item == nil ? facts.request.zoneID : item?.zoneID
      let isOnly = item != nil || zoneID == nil || facts.request.namesOneZone
      let alias = alias(of: zoneID, facts)
      if isNoted, isOnly, last.zoneID == zoneID, last.alias == alias { return }
      for place in held { matches[place] = false }
      held.removeAll(keepingCapacity: true)
      (last, isNoted) = ((zoneID, alias), isOnly)
      if isOnly {
        if let zoneID { note(zoneID, alias, facts, in: &matches) }
      } else {
        for zoneID in facts.request.zoneIDs {
          note(zoneID, self.alias(of: zoneID, facts), facts, in: &matches)
        }
      }
    }

    /// The alias of a zone's owner, if conditions are about owners.
    private func alias(of zoneID: ZoneID?, _ facts: FaultFacts) -> UserAlias? {
      guard hasOwners, let zoneID else { return nil }
      return facts.people.user(named: zoneID.ownerName)?.alias
    }

    private mutating func note(
      _ zoneID: ZoneID, _ alias: UserAlias?, _ facts: FaultFacts, in matches: inout [Bool]
    ) {
      let (name, owner) = (zoneID.zoneName.rank, zoneID.ownerName.rank)
      let other = alias?.rank ?? owner
      for index in heads.indices {
        let head = heads[index]
        guard head.name.begins(name), head.owner.begins(owner) || head.owner.begins(other),
          !matches[zones[index].place], zones[index].zone.matches(zoneID, facts)
        else { continue }
        held.append(zones[index].place)
        matches[zones[index].place] = true
      }
    }
  }
}
