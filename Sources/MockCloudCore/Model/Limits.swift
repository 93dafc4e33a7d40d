/// The service's limits and switches, which `mock/limits/set` changes.
public struct Limits: Sendable, Equatable {
  /// Maximum number of items in one request (LOG: 400).
  public var itemsPerRequest = 400
  /// Maximum bytes of one request's JSON without inline asset data (DOC: 2 MB).
  public var bytesPerRequest = 2 << 20
  /// Maximum bytes of one record's names and values without assets (DOC: 1 MB).
  public var bytesPerRecord = 1 << 20
  /// Maximum number of records in one answer (DOC, LIVE: 200).
  public var pageSize = 200
  /// Maximum characters of a record, zone, type or field name (DOC: 255).
  public var nameLength = 255
  /// Maximum number of `DELETE_SELF` references to one record (DOC: 750).
  public var referencesPerTarget = 750
  /// Maximum number of participants of one share besides its owner (DOC: 100).
  public var participantsPerShare = 100
  /// Maximum number of values of one `IN` filter (LOG: 250).
  public var filterValues = 250
  /// Maximum number of fields of one record type (DOC: 256).
  public var fieldsPerType = 256
  /// Maximum bytes of one asset (DOC: 50 MB on the limits page).
  public var bytesPerAsset = 50 << 20
  /// Maximum bytes of memory for the journal's calls; the oldest are dropped (DECIDED).
  public var journalBytes = 64 << 20
  /// Maximum bytes that one user may store in private databases; nil means no quota.
  public var storagePerUser: Int?
  /// Maximum bytes that a container may store in its public database; nil means no quota.
  public var storagePerContainer: Int?
  /// The age in seconds at which sync tokens expire; nil means never. Only while it is set, tokens
  /// have the time at which they were issued.
  public var syncTokenLife: Int?
  /// The age in seconds at which continuation markers of queries are refused; nil means never. Only
  /// while it is set, markers have the time at which they were issued.
  public var markerLife: Int?
  /// The seconds after which a device must sign in again; nil means never.
  public var sessionLife: Int?
  /// Whether `EQUALS` is case-sensitive; according to CloudKit's documentation it is not.
  public var caseSensitiveEquality = false
  /// Whether a user can have only one query subscription for a record type and set of triggers
  /// regardless of its predicate, as tests of the live Web Services showed.
  public var oneSubscriptionPerType = false
  /// Whether queries need indexes in development too; in production they always do.
  public var strictIndexes = false
  /// Whether subscriptions without a notification push too: Apple's web page of
  /// `notificationInfo` says so, its header does not (DISAGREE).
  public var pushesWithoutInfo = false
  /// What a reading of changes without a token returns besides existing items.
  public var firstReading = FirstReading.own

  /// The deletions before a reading without a token that it returns. A reading that begins with the
  /// newest change returns none of them.
  public enum FirstReading: String, Sendable, CaseIterable {
    /// Those of records that the calling device created (DOC).
    case own
    /// All of records, and in a database's feed those of zones (LIVE).
    case history
    /// None.
    case live
  }

  /// A limit that can be set: its name in the dialect and its property.
  public struct Number: Sendable {
    let name: StaticString
    let path: any WritableKeyPath<Limits, Int> & Sendable
    var least = 0
  }

  static let numbers: [Number] = [
    Number(name: "itemsPerRequest", path: \.itemsPerRequest),
    Number(name: "bytesPerRequest", path: \.bytesPerRequest),
    Number(name: "bytesPerRecord", path: \.bytesPerRecord),
    // Reading with empty pages would never end.
    Number(name: "pageSize", path: \.pageSize, least: 1),
    Number(name: "nameLength", path: \.nameLength),
    Number(name: "referencesPerTarget", path: \.referencesPerTarget),
    Number(name: "participantsPerShare", path: \.participantsPerShare),
    Number(name: "filterValues", path: \.filterValues),
    Number(name: "fieldsPerType", path: \.fieldsPerType),
    Number(name: "bytesPerAsset", path: \.bytesPerAsset),
    Number(name: "journalBytes", path: \.journalBytes),
  ]

  /// Limits without a default: if absent, there is no limit.
  public struct Quota: Sendable {
    let name: StaticString
    let path: any WritableKeyPath<Limits, Int?> & Sendable
    var least = 0
  }

  static let quotas: [Quota] = [
    Quota(name: "storagePerUser", path: \.storagePerUser),
    Quota(name: "storagePerContainer", path: \.storagePerContainer),
    // What expires at once could never be used.
    Quota(name: "syncTokenLife", path: \.syncTokenLife, least: 1),
    Quota(name: "markerLife", path: \.markerLife, least: 1),
    Quota(name: "sessionLife", path: \.sessionLife, least: 1),
  ]

  public struct Switch: Sendable {
    let name: StaticString
    let path: any WritableKeyPath<Limits, Bool> & Sendable
  }

  static let switches: [Switch] = [
    Switch(name: "caseSensitiveEquality", path: \.caseSensitiveEquality),
    Switch(name: "oneSubscriptionPerType", path: \.oneSubscriptionPerType),
    Switch(name: "strictIndexes", path: \.strictIndexes),
    Switch(name: "pushesWithoutInfo", path: \.pushesWithoutInfo),
  ]

  static let firstReadingName: StaticString = "firstReading"

  /// Whether there is any storage quota.
  var hasQuota: Bool { storagePerUser != nil || storagePerContainer != nil }

  static var names: [String] {
    (numbers.map(\.name) + quotas.map(\.name) + switches.map(\.name) + [firstReadingName])
      .map(\.description)
  }
}

extension Limits {
  /// A change of one limit.
  public enum Change: Sendable {
    /// Nil restores the default.
    case number(Number, Int?)
    case quota(Quota, Int?)
    case toggle(Switch, Bool?)
    case firstReading(FirstReading?)
  }

  /// Applies changes in their order.
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
      case .firstReading(let value): firstReading = value ?? standard.firstReading
      }
    }
  }

  /// Returns the change that sets the maximum number of records of a page.
  static func pageSize(_ count: Int) -> Change {
    .number(Number(name: "pageSize", path: \.pageSize, least: 1), count)
  }
}
