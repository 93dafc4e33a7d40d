// The rules that no call can meet: each key leaves some operations, and together they leave none.

extension FaultRule {
  /// Removes the operations with which each key of the condition is incompatible. The first key
  /// that leaves none is refused, and then effects that do nothing in those that are left.
  var callContradiction: RequestError? {
    var left = subjects
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
    return idleness(in: left)
  }

  /// The operations that the rule is about, in the order of the table.
  private var subjects: [ServiceOperation] {
    // Most rules name one operation.
    if let names = condition.operations, names.count == 1,
      let operation = ServiceOperation.named(names[0]), isAbout(operation.name)
    {
      return [operation]
    }
    return ServiceOperation.table.filter { isAbout($0.name) }
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
    var needs: [Need] = []
    if phase == .commit { needs.append(Need("phase", trait: .commits, "phase 'commit'")) }
    if phase == .items {
      needs.append(
        Need(itemKey, "has no items on which rules act", "has items on which rules act") {
          !$0.items.isEmpty
        })
    }
    return needs + requestNeeds + emptyNeeds + databaseNeeds
      + (phase == .items ? itemNeeds : zoneNeeds)
  }

  /// The key because of which the rule acts on items.
  private var itemKey: String {
    if condition.phase != nil { return "phase" }
    if condition.actions != nil { return "action" }
    if condition.recordName != nil { return "recordName" }
    if condition.window?.item != nil { return "call.item" }
    return condition.recordType == nil ? "field" : "recordType"
  }

  // MARK: Calls

  private var requestNeeds: [Need] {
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
    return needs
  }

  /// What calls without items cannot have.
  private var emptyNeeds: [Need] {
    guard condition.allowsNoItems else { return [] }
    var needs: [Need] = []
    func add(_ lack: String, _ has: String, _ isMet: @escaping (ServiceOperation) -> Bool) {
      needs.append(Need("items", "\(lack) if it has no items", has, isMet))
    }
    if phase == .items {
      add("has no item to act on", "finds items") { !$0.traits.contains(.countsItems) }
    } else if !zoneKeys.isEmpty {
      add("names no zone", "names a zone besides its items") { $0.namesOneZone }
    }
    if phase == .commit {
      add("has no phase 'commit'", "has a phase 'commit' without items") {
        !$0.traits.contains(.hasPolicy)
      }
    }
    if condition.isAtomic == true { add("is not atomic", "is atomic without items") { _ in false } }
    return needs
  }

  private var databaseNeeds: [Need] {
    var needs: [Need] = []
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
    if condition.database == .public, phase != .before {
      needs.append(
        Need("db", "always fails in the public database", "works in the public database") {
          !$0.traits.contains(.readsChanges)
        })
    }
    if condition.isAboutNobody {
      let mayBePublic = condition.database.map { $0 == .public } ?? true
      needs.append(
        Need(
          condition.user?.text.isEmpty == true ? "user" : "device",
          "fails without an account before rules act", "works without an account"
        ) {
          $0.traits.contains(.isOpen) || (mayBePublic && $0.traits.contains(.isPublicRead))
        })
    }
    return needs
  }

  // MARK: Zones

  /// The keys that are about zones, with their paths.
  private var zoneKeys: [(key: String, path: String)] {
    var zoneKeys = keys.filter { $0.key == .zone }.map { (key: "per", path: $0.path) }
    if condition.zone != nil { zoneKeys.append((key: "zone", path: "when.zone")) }
    return zoneKeys
  }

  private var zoneNeeds: [Need] {
    var needs = zoneKeys.map { key, path in
      Need(key, at: path, "is not about zones", "is about zones") {
        $0.traits.contains(.namesZones)
      }
    }
    if phase == .after, condition.isAboutDefaultZone {
      needs.append(
        Need("zone", "always fails for the default zone", "works for the default zone") {
          !$0.failsForDefaultZone
        })
    }
    return needs
  }

  // MARK: Items

  /// The needs of the keys about items: there must be an item that meets all of them.
  private var itemNeeds: [Need] {
    var tests: [(ServiceOperation.Item) -> Bool] = []
    return itemTests.map { test in
      tests.append(test.isMet)
      let all = tests
      return Need(test.key, at: test.path, "has no \(test.items)", "has \(test.items)") {
        operation in
        operation.items.contains { item in all.allSatisfy { $0(item) } }
      }
    }
  }

  /// What an item must be, because of a key.
  private struct ItemTest {
    let key: String
    var path: String?
    /// The items that meet it.
    let items: String
    let isMet: (ServiceOperation.Item) -> Bool
  }

  private var itemTests: [ItemTest] {
    var tests: [ItemTest] = []
    if let wanted = condition.actions {
      let list = wanted.map { "'\($0.rawValue)'" }.joined(separator: " or ")
      tests.append(
        ItemTest(key: "action", items: "items with the action \(list)") {
          wanted.contains($0.action)
        })
    }
    let records = "records with such actions"
    if !condition.fields.isEmpty {
      tests.append(
        ItemTest(key: "field", items: records) { $0.kind == .record && $0.action == .save })
    }
    if condition.recordName != nil {
      tests.append(ItemTest(key: "recordName", items: records) { $0.isOfRecord })
    }
    if condition.recordType != nil {
      tests.append(ItemTest(key: "recordType", items: records) { $0.hasType })
    }
    if condition.window?.item != nil {
      tests.append(
        ItemTest(key: "call.item", items: "such items with a position in the request") {
          $0.hasPosition
        })
    }
    for (key, path) in zoneKeys {
      tests.append(ItemTest(key: key, path: path, items: "such items in zones") { $0.hasZone })
    }
    if condition.isAboutDefaultZone {
      tests.append(
        ItemTest(key: "zone", items: "such items in the default zone") { $0.action != .change })
    }
    return tests
  }
}

extension FaultCondition {
  /// Whether a call must have no items.
  var allowsNoItems: Bool { (items?.most ?? 1) < 1 }

  /// Whether it is about the default zone only.
  var isAboutDefaultZone: Bool {
    zone?.name?.exact?.hasBytes(of: ZoneID.defaultZoneName.text) ?? false
  }
}

extension ServiceOperation {
  /// Whether requests name a zone besides those of their items.
  fileprivate var namesOneZone: Bool {
    traits.contains(.namesZones)
      && (!traits.contains(.countsItems) || items.contains { $0.kind == .file })
  }

  /// Whether it reads the changes of one zone, which the default zone does not have.
  var failsForDefaultZone: Bool {
    traits.isSuperset(of: [.readsChanges, .namesZones]) && namesOneZone
  }
}
