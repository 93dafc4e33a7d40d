// Which operations depend on which limits.

extension ServiceOperation {
  /// Whether its calls depend on a limit: a rule that sets another does nothing.
  func reads(_ limit: String) -> Bool {
    switch limit {
    case "itemsPerRequest": traits.contains(.countsItems)
    case "bytesPerRequest": true
    case "pageSize": traits.contains(.pages)
    case "nameLength": isOne(of: Self.naming)
    case "bytesPerRecord", "referencesPerTarget", "fieldsPerType", "storagePerUser",
      "storagePerContainer":
      isOne(of: [Self.saving])
    case "participantsPerShare": isOne(of: [Self.saving, "records/accept"])
    case "bytesPerAsset": isOne(of: [Self.saving, "assets/upload"])
    case "filterValues": traits.contains(.queries) || isOne(of: [Self.subscribing])
    case "markerLife": traits.contains(.queries)
    case "syncTokenLife":
      traits.contains(.readsChanges) || items.contains { $0.kind == .zone }
        || isOne(of: ["zones/list"])
    case "sessionLife": !traits.contains(.isOpen)
    case "caseSensitiveEquality": traits.contains(.queries) || isOne(of: Self.pushing)
    case "strictIndexes":
      traits.contains(.queries) || isOne(of: Self.pushing + [Self.subscribing])
    case "oneSubscriptionPerType": isOne(of: [Self.subscribing])
    case "pushesWithoutInfo": isOne(of: Self.pushing)
    case "firstReading": traits.contains(.readsChanges)
    // That of the journal is one of no operation.
    default: false
    }
  }

  private static let saving = "records/modify"
  private static let subscribing = "subscriptions/modify"
  /// Those whose changes subscriptions push.
  static let pushing = [saving, "zones/modify", "records/accept"]
  /// Those that check the names of records, zones or subscriptions.
  static let naming = [
    saving, "records/lookup", "records/changes", "changes/zone", "zones/lookup", "zones/modify",
    subscribing, "assets/upload", "assets/download", "assets/rereference",
  ]

  private func isOne(of names: [String]) -> Bool { names.contains { $0.hasBytes(of: name) } }
}

extension FaultRule {
  /// Returns why limits do nothing in calls of an operation.
  func idleness(of changes: [Limits.Change], in operation: ServiceOperation) -> String {
    guard let limit = changes.map(\.name.description).first(where: { !operation.reads($0) }) else {
      return "'when' keeps to these limits"
    }
    let readers = ServiceOperation.table.filter { $0.reads(limit) }.map { "'\($0.name)'" }
    return readers.isEmpty
      ? "'\(limit)' is a limit of no operation"
      : "'\(limit)' is a limit of \(readers.joined(separator: ", ")) only"
  }

  /// Whether calls of an operation are the same under a limit.
  func isIdle(_ change: Limits.Change, in operation: ServiceOperation) -> Bool {
    let name = change.name.description
    guard operation.reads(name) else { return true }
    let isPublic = condition.database == .public
    switch name {
    case "itemsPerRequest":
      guard case .number(_, let most?) = change else { return false }
      return (condition.items?.most ?? .max) <= most
    case "bytesPerRequest":
      guard case .number(_, let most?) = change else { return false }
      return (condition.bytes?.most ?? .max) <= most
    case "pageSize", "firstReading":
      return isPublic && operation.traits.contains(.readsChanges)
    // The public database has no sync tokens.
    case "syncTokenLife": return isPublic
    case "sessionLife": return isPublic && operation.traits.contains(.isPublicRead)
    // In production indexes are always strict.
    case "strictIndexes": return condition.environment == .production
    case "storagePerUser": return isPublic
    case "storagePerContainer": return condition.database.map { $0 != .public } ?? false
    default: return false
    }
  }
}
