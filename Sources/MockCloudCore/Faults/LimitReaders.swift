// Which operations depend on which limits.

extension ServiceOperation {
  /// The operations whose calls depend on a limit, by its name: a rule that sets it for others does
  /// nothing.
  static let limitReaders: [(limit: StaticString, operations: [String])] = [
    ("itemsPerRequest", names { $0.traits.contains(.countsItems) }),
    ("bytesPerRequest", names),
    ("bytesPerRecord", [saving]),
    ("pageSize", names { $0.traits.contains(.pages) }),
    (
      "nameLength",
      [
        saving, "records/lookup", "records/changes", "changes/zone", "zones/lookup", "zones/modify",
        "subscriptions/modify", "assets/upload", "assets/download", "assets/rereference",
      ]
    ),
    ("referencesPerTarget", [saving]),
    ("participantsPerShare", [saving, "records/accept"]),
    ("filterValues", names { $0.traits.contains(.queries) } + ["subscriptions/modify"]),
    ("fieldsPerType", [saving]),
    ("bytesPerAsset", [saving, "assets/upload"]),
    ("journalBytes", []),
    ("storagePerUser", [saving]),
    ("storagePerContainer", [saving]),
    ("syncTokenLife", names { $0.hasTokens }),
    ("markerLife", names { $0.traits.contains(.queries) }),
    ("sessionLife", names { !$0.traits.contains(.isOpen) }),
    ("caseSensitiveEquality", names { $0.traits.contains(.queries) } + pushing),
    ("oneSubscriptionPerType", ["subscriptions/modify"]),
    (
      "strictIndexes",
      names { $0.traits.contains(.queries) } + ["subscriptions/modify"] + pushing
    ),
    ("pushesWithoutInfo", pushing),
    (Limits.firstReadingName, names { $0.traits.contains(.readsChanges) }),
  ]

  private static let saving = "records/modify"
  /// Those whose changes subscriptions push.
  private static let pushing = [saving, "zones/modify", "records/accept"]

  private static func names(_ isIncluded: (ServiceOperation) -> Bool) -> [String] {
    table.filter(isIncluded).map(\.name)
  }

  /// Whether it accepts or returns sync tokens.
  private var hasTokens: Bool {
    traits.contains(.readsChanges) || items.contains { $0.kind == .zone }
      || name.hasBytes(of: "zones/list")
  }

  /// Returns the operations whose calls depend on a limit.
  static func names(reading limit: StaticString) -> [String] {
    limitReaders.first { $0.limit.description.hasBytes(of: limit.description) }?.operations ?? []
  }

  func reads(_ limit: StaticString) -> Bool {
    Self.names(reading: limit).contains { $0.hasBytes(of: name) }
  }
}

extension FaultRule {
  /// Returns why limits do nothing in calls of an operation.
  func idleness(of changes: [Limits.Change], in operation: ServiceOperation) -> String {
    guard let limit = changes.first(where: { !operation.reads($0.name) })?.name else {
      return "'when' keeps to these limits"
    }
    let readers = ServiceOperation.names(reading: limit).map { "'\($0)'" }
    return readers.isEmpty
      ? "'\(limit)' is a limit of no operation"
      : "'\(limit)' is a limit of \(readers.joined(separator: ", ")) only"
  }

  /// Whether calls of an operation are the same under a limit.
  func isIdle(_ change: Limits.Change, in operation: ServiceOperation) -> Bool {
    guard operation.reads(change.name) else { return true }
    let isPublic = condition.database == .public
    switch change.name.description {
    case "itemsPerRequest":
      guard case .number(_, let most?) = change else { return false }
      return (condition.items?.most ?? .max) <= most
    case "pageSize", "firstReading", "syncTokenLife":
      return isPublic && operation.traits.contains(.readsChanges)
    case "sessionLife": return isPublic && operation.traits.contains(.isPublicRead)
    case "storagePerUser": return isPublic
    case "storagePerContainer": return condition.database.map { $0 != .public } ?? false
    default: return false
    }
  }
}
