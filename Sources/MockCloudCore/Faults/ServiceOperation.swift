/// An operation of the service as faults, explorations and documents see it.
///
/// `table` is the only list of these properties: what a rule may ask for, which errors an
/// exploration tries, and what `mock/info` and the documents list follow from it.
struct ServiceOperation: Sendable {
  let name: String
  /// The kinds of items that it processes, each with the action of rules.
  let items: [Item]
  let traits: Traits
  /// The errors with which it can fail as a whole, besides `commonCodes`.
  let codes: [CKErrorCode]
  /// The key of the list that every request has; nil if `{}` is a request.
  let list: String?

  /// A kind of item of an operation, and what the operation does with it.
  struct Item: Sendable, Equatable {
    let action: FaultAction
    let kind: Kind
    /// The errors with which it can fail while others succeed, in numeric order.
    let codes: [CKErrorCode]

    /// What an item is.
    enum Kind: String, Sendable, CaseIterable {
      case record
      case zone
      case subscription
      case link
      case file
      case user
    }

    /// Whether it is a record, or a file of one.
    var isOfRecord: Bool { kind == .record || kind == .file }

    /// Whether rules know the type of its record: requests that only name a record do not have it.
    var hasType: Bool { isOfRecord && action != .fetch && action != .download }

    /// Whether it is in a zone.
    var hasZone: Bool { isOfRecord || kind == .zone }

    /// Whether it is an item of the request, rather than one that the call finds.
    var hasPosition: Bool { action != .find && action != .change }

    init(_ action: FaultAction, _ kind: Kind, _ codes: [CKErrorCode]) {
      self.action = action
      self.kind = kind
      self.codes = codes
    }
  }

  /// Properties that an operation has or not.
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt16

    /// It has a draft that replaces the world, with the phase `commit`.
    static let commits = Traits(rawValue: 1)
    /// Its answers are pages.
    static let pages = Traits(rawValue: 2)
    /// It returns changes after a token.
    static let readsChanges = Traits(rawValue: 4)
    /// Its requests name zones.
    static let namesZones = Traits(rawValue: 8)
    /// The service limits the number of its items.
    static let countsItems = Traits(rawValue: 16)
    /// It has a save policy, and may be atomic.
    static let hasPolicy = Traits(rawValue: 32)
    /// It returns the bytes of files.
    static let downloads = Traits(rawValue: 64)
    /// It works without an account.
    static let isOpen = Traits(rawValue: 128)
    /// In the public database, it works without an account.
    static let isPublicRead = Traits(rawValue: 256)
    /// Only the public database has it.
    static let isPublicOnly = Traits(rawValue: 512)
    /// It searches the indexes.
    static let queries = Traits(rawValue: 1024)

    /// The traits in `mock/info`.
    static let names: [(name: StaticString, trait: Traits)] = [
      ("commits", .commits), ("pages", .pages), ("readsChanges", .readsChanges),
      ("namesZones", .namesZones), ("countsItems", .countsItems), ("savePolicy", .hasPolicy),
      ("withoutAccount", .isOpen), ("publicWithoutAccount", .isPublicRead),
      ("publicOnly", .isPublicOnly),
    ]
  }

  private init(
    _ name: String, _ items: [Item], _ traits: Traits, _ codes: [CKErrorCode] = [],
    list: String? = nil
  ) {
    self.name = name
    self.items = items
    self.traits = traits
    self.codes = codes
    self.list = list
  }

  /// The number of bytes of the shortest request of all operations, `{}`.
  static let leastBytes = 2

  /// The number of bytes of the shortest request, such as `{"zones":[]}`.
  var leastBytes: Int { list.map { $0.utf8.count + 7 } ?? Self.leastBytes }

  /// The errors of any operation, except those of the account and the network for one that needs
  /// neither.
  ///
  /// Not included are errors of items (`partialFailure`, `serverRecordChanged`,
  /// `batchRequestFailed` and the like), `operationCancelled`, which the client itself causes,
  /// `resultsTruncated`, which CloudKit no longer returns, and `serverResponseLost`, which is a
  /// separate case of explorations.
  static let commonCodes: [CKErrorCode] = [
    .internalError, .networkUnavailable, .networkFailure, .badContainer, .serviceUnavailable,
    .requestRateLimited, .missingEntitlement, .notAuthenticated, .serverRejectedRequest,
    .incompatibleVersion, .managedAccountRestricted, .accountTemporarilyUnavailable,
  ]

  private static let records: [ServiceOperation] = [
    ServiceOperation(
      "records/modify", [Item(.save, .record, savedRecord), Item(.delete, .record, deletedRecord)],
      [.commits, .namesZones, .countsItems, .hasPolicy],
      [
        .permissionFailure, .invalidArguments, .zoneBusy, .quotaExceeded, .zoneNotFound,
        .limitExceeded, .userDeletedZone,
      ], list: "operations"),
    ServiceOperation(
      "records/lookup", [Item(.fetch, .record, namedRecord)],
      [.namesZones, .countsItems, .isPublicRead],
      [.permissionFailure, .zoneBusy, .zoneNotFound, .limitExceeded, .userDeletedZone],
      list: "records"),
    ServiceOperation(
      "records/query", [Item(.find, .record, foundRecord)],
      [.pages, .namesZones, .isPublicRead, .queries],
      [
        .permissionFailure, .unknownItem, .invalidArguments, .zoneBusy, .zoneNotFound,
        .limitExceeded, .userDeletedZone,
      ]),
  ]

  private static let changes: [ServiceOperation] = [
    ServiceOperation("changes/database", [], [.pages, .readsChanges], [.changeTokenExpired]),
    ServiceOperation(
      "changes/zone", [Item(.fetch, .zone, feedCodes), Item(.change, .record, foundRecord)],
      [.pages, .readsChanges, .namesZones, .countsItems], feedCodes, list: "zones"),
    ServiceOperation("zones/changes", [], [.pages, .readsChanges], [.changeTokenExpired]),
    ServiceOperation(
      "records/changes", [Item(.change, .record, foundRecord)],
      [.pages, .readsChanges, .namesZones], feedCodes),
  ]

  private static let feedCodes: [CKErrorCode] = [
    .changeTokenExpired, .zoneBusy, .zoneNotFound, .userDeletedZone,
  ]

  private static let zones: [ServiceOperation] = [
    ServiceOperation("zones/list", [], .isPublicRead, [.zoneBusy]),
    ServiceOperation(
      "zones/lookup", [Item(.fetch, .zone, [.zoneBusy, .zoneNotFound, .userDeletedZone])],
      [.namesZones, .countsItems, .isPublicRead],
      [.zoneBusy, .zoneNotFound, .limitExceeded, .userDeletedZone], list: "zones"),
    ServiceOperation(
      "zones/modify",
      [
        Item(
          .save, .zone,
          [.permissionFailure, .invalidArguments, .zoneBusy, .quotaExceeded, .userDeletedZone]),
        Item(
          .delete, .zone,
          [.permissionFailure, .invalidArguments, .zoneBusy, .zoneNotFound, .userDeletedZone]),
      ],
      [.commits, .namesZones, .countsItems],
      [
        .permissionFailure, .invalidArguments, .zoneBusy, .badDatabase, .quotaExceeded,
        .limitExceeded, .userDeletedZone,
      ], list: "operations"),
  ]

  private static let subscriptions: [ServiceOperation] = [
    ServiceOperation(
      "subscriptions/modify",
      [
        Item(
          .save, .subscription,
          [
            .permissionFailure, .invalidArguments, .serverRejectedRequest, .zoneBusy, .zoneNotFound,
            .userDeletedZone,
          ]),
        Item(.delete, .subscription, [.unknownItem, .zoneBusy]),
      ],
      [.commits, .countsItems],
      [
        .permissionFailure, .invalidArguments, .zoneNotFound, .limitExceeded, .userDeletedZone,
      ], list: "operations"),
    ServiceOperation(
      "subscriptions/lookup", [Item(.fetch, .subscription, [.unknownItem, .zoneBusy])],
      .countsItems,
      [.unknownItem, .limitExceeded], list: "subscriptions"),
    ServiceOperation("subscriptions/list", [], []),
    ServiceOperation("tokens/create", [], []),
    ServiceOperation("tokens/register", [], []),
  ]

  private static let account: [ServiceOperation] = [
    ServiceOperation("account/status", [], .isOpen),
    ServiceOperation("account/userRecordID", [], []),
    ServiceOperation("users/current", [], .isPublicOnly),
    ServiceOperation("users/caller", [], .isPublicOnly),
  ]

  private static let people: [ServiceOperation] = [
    ServiceOperation(
      "users/discover", [], [.countsItems, .isPublicOnly], userCodes),
    ServiceOperation(
      "users/lookup/email", [Item(.fetch, .user, namedUser)], [.countsItems, .isPublicOnly],
      userCodes,
      list: "users"),
    ServiceOperation(
      "users/lookup/id", [Item(.fetch, .user, namedUser)], [.countsItems, .isPublicOnly], userCodes,
      list: "users"),
    ServiceOperation("users/lookup/contacts", [], .isPublicOnly, userCodes),
  ]

  private static let userCodes: [CKErrorCode] = [
    .permissionFailure, .unknownItem, .limitExceeded,
  ]

  private static let sharing: [ServiceOperation] = [
    ServiceOperation(
      "records/resolve", [Item(.resolve, .link, resolvedLink)], [.countsItems, .isPublicOnly],
      [.permissionFailure, .unknownItem, .limitExceeded, .participantMayNeedVerification],
      list: "shortGUIDs"),
    ServiceOperation(
      "records/accept", [Item(.resolve, .link, resolvedLink), Item(.accept, .link, acceptedLink)],
      [.commits, .countsItems, .isPublicOnly],
      [
        .permissionFailure, .unknownItem, .zoneBusy, .limitExceeded, .tooManyParticipants,
        .participantMayNeedVerification, .participantAlreadyInvited,
      ], list: "shortGUIDs"),
    ServiceOperation(
      "shares/participants", [Item(.fetch, .user, namedUser)], [.countsItems], userCodes,
      list: "lookupInfos"),
  ]

  private static let assets: [ServiceOperation] = [
    ServiceOperation(
      "assets/upload", [Item(.upload, .file, fileCodes)],
      [.commits, .namesZones, .countsItems], uploadCodes),
    ServiceOperation(
      "assets/download", [Item(.download, .record, downloadedRecord)],
      [.namesZones, .countsItems, .downloads, .isPublicRead],
      [
        .permissionFailure, .assetFileNotFound, .zoneBusy, .zoneNotFound, .limitExceeded,
        .userDeletedZone, .assetNotAvailable,
      ], list: "assets"),
    ServiceOperation(
      "assets/rereference", [Item(.download, .record, downloadedRecord)],
      [.commits, .namesZones, .countsItems],
      uploadCodes, list: "assets"),
  ]

  private static let uploadCodes: [CKErrorCode] = [
    .permissionFailure, .invalidArguments, .assetFileNotFound, .assetFileModified, .zoneBusy,
    .quotaExceeded, .zoneNotFound, .limitExceeded, .userDeletedZone,
  ]

  static let table =
    records + zones + changes + subscriptions + account + assets + people + sharing

  static let names = table.map(\.name)

  /// Whether it needs a network: the status of an account is known without.
  var needsNetwork: Bool { !traits.contains(.isOpen) }

  /// The names of the operations that need a network.
  static let remoteNames = table.filter(\.needsNetwork).map(\.name)

  private static let byName: [String: ServiceOperation] = Dictionary(
    table.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// Returns the operation with a name; nil if there is none.
  static func named(_ name: String) -> ServiceOperation? { byName[name] }

  /// The names of the operations that have all of the given traits.
  static func names(with traits: Traits) -> [String] {
    table.filter { $0.traits.isSuperset(of: traits) }.map(\.name)
  }
}

// MARK: Errors

extension ServiceOperation {
  /// Returns the codes with which a call can fail as a whole, in numeric order.
  ///
  /// - Parameter items: The number of the call's items: a call with one item cannot be split, so
  ///   that it does not fail because of its size.
  func legalCodes(items: Int) -> [CKErrorCode] {
    (Self.commonCodes + codes).filter { code in
      switch code {
      case .notAuthenticated: !traits.contains(.isOpen)
      case .networkUnavailable, .networkFailure: needsNetwork
      case .limitExceeded: items >= 2
      default: true
      }
    }.inNumericOrder
  }

  /// All codes with which some operation can fail as a whole.
  static let allCodes: Set<CKErrorCode> = Set(commonCodes + table.flatMap(\.codes))
}

extension [CKErrorCode] {
  fileprivate var inNumericOrder: [CKErrorCode] { genericSorted { $0.rawValue < $1.rawValue } }
}

extension Set<CKErrorCode> {
  /// The names in the order of the codes, as an error lists them.
  var listed: String { Array(self).inNumericOrder.map(\.name).joined(separator: ", ") }
}
