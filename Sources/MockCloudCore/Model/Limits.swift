/// The service's limits and switches, each settable by `mock/limits/set`.
public struct Limits: Sendable, Equatable {
  /// Items in one request (LOG: 400).
  public var itemsPerRequest = 400
  /// Bytes of one request's JSON without inline asset data (DOC: 2 MB).
  public var bytesPerRequest = 2 << 20
  /// Bytes of one record's names and values without assets (DOC: 1 MB).
  public var bytesPerRecord = 1 << 20
  /// Records in one answer (DOC, LIVE: 200).
  public var pageSize = 200
  /// Characters of a record, zone, type or field name (DOC: 255).
  public var nameLength = 255
  /// `DELETE_SELF` references to one record (DOC: 750).
  public var referencesPerTarget = 750
  /// Participants of one share besides its owner (DOC: 100).
  public var participantsPerShare = 100
  /// Values of one `IN` filter (LOG: 250).
  public var filterValues = 250
  /// Fields of one record type (DOC: 256).
  public var fieldsPerType = 256
  /// Bytes of one asset (DOC: 50 MB on the limits page).
  public var bytesPerAsset = 50 << 20
  /// Bytes of memory that the journal's calls may keep; the oldest are dropped (DECIDED).
  public var journalBytes = 64 << 20
  /// Bytes that one user may store in private databases; nil: no quota.
  public var storagePerUser: Int?
  /// Bytes that a container may store in its public database; nil: no quota.
  public var storagePerContainer: Int?
  /// Whether `EQUALS` distinguishes upper from lower case; CloudKit's documentation says that it does not.
  public var caseSensitiveEquality = false
  /// Whether a user can have only one query subscription for a record type and set of triggers, as
  /// was probed on the live Web Services, regardless of its predicate.
  public var oneSubscriptionPerType = false
  /// Whether development too asks for the indexes that a query needs; production always does.
  public var strictIndexes = false

  /// One settable number: its name in the dialect and where it lives.
  public struct Number: Sendable {
    let name: StaticString
    let path: any WritableKeyPath<Limits, Int> & Sendable
    var least = 0
  }

  static let numbers: [Number] = [
    Number(name: "itemsPerRequest", path: \.itemsPerRequest),
    Number(name: "bytesPerRequest", path: \.bytesPerRequest),
    Number(name: "bytesPerRecord", path: \.bytesPerRecord),
    // Pages of nothing would never end.
    Number(name: "pageSize", path: \.pageSize, least: 1),
    Number(name: "nameLength", path: \.nameLength),
    Number(name: "referencesPerTarget", path: \.referencesPerTarget),
    Number(name: "participantsPerShare", path: \.participantsPerShare),
    Number(name: "filterValues", path: \.filterValues),
    Number(name: "fieldsPerType", path: \.fieldsPerType),
    Number(name: "bytesPerAsset", path: \.bytesPerAsset),
    Number(name: "journalBytes", path: \.journalBytes),
  ]

  /// Numbers without a default: absent means that nothing is limited.
  public struct Quota: Sendable {
    let name: StaticString
    let path: any WritableKeyPath<Limits, Int?> & Sendable
  }

  static let quotas: [Quota] = [
    Quota(name: "storagePerUser", path: \.storagePerUser),
    Quota(name: "storagePerContainer", path: \.storagePerContainer),
  ]

  public struct Switch: Sendable {
    let name: StaticString
    let path: any WritableKeyPath<Limits, Bool> & Sendable
  }

  static let switches: [Switch] = [
    Switch(name: "caseSensitiveEquality", path: \.caseSensitiveEquality),
    Switch(name: "oneSubscriptionPerType", path: \.oneSubscriptionPerType),
    Switch(name: "strictIndexes", path: \.strictIndexes),
  ]

  /// Whether storage is limited at all.
  var hasQuota: Bool { storagePerUser != nil || storagePerContainer != nil }

  static var names: [String] {
    (numbers.map(\.name) + quotas.map(\.name) + switches.map(\.name)).map(\.description)
  }
}

extension Limits {
  /// One change.
  public enum Change: Sendable {
    /// Nil brings the default back.
    case number(Number, Int?)
    case quota(Quota, Int?)
    case toggle(Switch, Bool?)
  }

  mutating func apply(_ changes: [Change]) {
    let standard = Limits()
    for change in changes {
      switch change {
      case .number(let number, let value):
        self[keyPath: number.path] = value ?? standard[keyPath: number.path]
      case .quota(let quota, let value):
        self[keyPath: quota.path] = value ?? standard[keyPath: quota.path]
      case .toggle(let toggle, let value):
        self[keyPath: toggle.path] = value ?? standard[keyPath: toggle.path]
      }
    }
  }

  /// The change after which pages hold so many records.
  static func pageSize(_ count: Int) -> Change {
    .number(Number(name: "pageSize", path: \.pageSize, least: 1), count)
  }
}
