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

    public static var itemsPerRequest: Number { Number("itemsPerRequest", \.itemsPerRequest) }
    public static var bytesPerRequest: Number { Number("bytesPerRequest", \.bytesPerRequest) }
    public static var bytesPerRecord: Number { Number("bytesPerRecord", \.bytesPerRecord) }
    /// At least 1: reading with empty pages would never end.
    public static var pageSize: Number { Number("pageSize", \.pageSize, least: 1) }
    public static var nameLength: Number { Number("nameLength", \.nameLength) }
    public static var referencesPerTarget: Number {
      Number("referencesPerTarget", \.referencesPerTarget)
    }
    public static var participantsPerShare: Number {
      Number("participantsPerShare", \.participantsPerShare)
    }
    public static var filterValues: Number { Number("filterValues", \.filterValues) }
    public static var fieldsPerType: Number { Number("fieldsPerType", \.fieldsPerType) }
    public static var bytesPerAsset: Number { Number("bytesPerAsset", \.bytesPerAsset) }
    public static var journalBytes: Number { Number("journalBytes", \.journalBytes) }

    /// Whether it limits requests as a whole.
    var isOfRequests: Bool {
      let name = name.description
      return name.hasBytes(of: "itemsPerRequest") || name.hasBytes(of: "bytesPerRequest")
    }

    @inline(never)
    private init(
      _ name: StaticString, _ path: any WritableKeyPath<Limits, Int> & Sendable, least: Int = 0
    ) {
      self.name = name
      self.path = path
      self.least = least
    }
  }

  static let numbers: [Number] = [
    .itemsPerRequest, .bytesPerRequest, .bytesPerRecord, .pageSize, .nameLength,
    .referencesPerTarget, .participantsPerShare, .filterValues, .fieldsPerType, .bytesPerAsset,
    .journalBytes,
  ]

  /// A limit without a default: if absent, there is no limit.
  public struct Quota: Sendable {
    let name: StaticString
    let path: any WritableKeyPath<Limits, Int?> & Sendable
    var least = 0

    public static var storagePerUser: Quota { Quota("storagePerUser", \.storagePerUser) }
    public static var storagePerContainer: Quota {
      Quota("storagePerContainer", \.storagePerContainer)
    }
    // What expires at once could never be used.
    public static var syncTokenLife: Quota { Quota("syncTokenLife", \.syncTokenLife, least: 1) }
    public static var markerLife: Quota { Quota("markerLife", \.markerLife, least: 1) }
    public static var sessionLife: Quota { Quota("sessionLife", \.sessionLife, least: 1) }

    @inline(never)
    private init(
      _ name: StaticString, _ path: any WritableKeyPath<Limits, Int?> & Sendable, least: Int = 0
    ) {
      self.name = name
      self.path = path
      self.least = least
    }
  }

  static let quotas: [Quota] = [
    .storagePerUser, .storagePerContainer, .syncTokenLife, .markerLife, .sessionLife,
  ]

  /// A property of the service that is on or off.
  public struct Switch: Sendable {
    let name: StaticString
    let path: any WritableKeyPath<Limits, Bool> & Sendable

    public static var caseSensitiveEquality: Switch {
      Switch("caseSensitiveEquality", \.caseSensitiveEquality)
    }
    public static var oneSubscriptionPerType: Switch {
      Switch("oneSubscriptionPerType", \.oneSubscriptionPerType)
    }
    public static var strictIndexes: Switch { Switch("strictIndexes", \.strictIndexes) }
    public static var pushesWithoutInfo: Switch {
      Switch("pushesWithoutInfo", \.pushesWithoutInfo)
    }

    private init(_ name: StaticString, _ path: any WritableKeyPath<Limits, Bool> & Sendable) {
      self.name = name
      self.path = path
    }
  }

  static let switches: [Switch] = [
    .caseSensitiveEquality, .oneSubscriptionPerType, .strictIndexes, .pushesWithoutInfo,
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
  /// A change of one limit: `.number(.pageSize, 2)`, `.quota(.storagePerUser, 1000)`. Nil restores the
  /// default.
  public enum Change: Sendable {
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
    .number(.pageSize, count)
  }
}
