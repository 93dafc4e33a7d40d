/// The names of an operation's blocks: those of CloudKit's operation if it has such blocks.
enum BlockNames: Sendable, CaseIterable {
  case modification
  case lookup
  case query
  case zoneChanges
  case recordChanges
  case databaseChanges
  case discovery

  static let zone = "zoneFetchResult"
  static let zoneToken = "recordZoneChangeTokensUpdated"
  static let token = "changeTokenUpdated"
  static let progress = "perRecordProgress"
  static let persisted = "longLivedOperationWasPersisted"

  /// The names of the blocks of all operations before the result, sorted.
  static let all: [String] = allCases.reduce(
    into: Set([zone, zoneToken, token, progress, persisted])
  ) { all, names in
    for kind in ItemKind.all {
      all.insert(names.name(of: kind))
      for isDeletion in [false, true] {
        all.insert(names.name(ofFailed: kind, isDeletion: isDeletion))
      }
    }
  }.sorted()

  /// Whether the operation reports the progress of each record (DOC CKModifyRecordsOperation,
  /// CKFetchRecordsOperation).
  var reportsProgress: Bool { self == .modification || self == .lookup }

  func name(of item: AnswerItem) -> String { name(of: item.kind) }

  func name(of item: ItemKind) -> String {
    switch item {
    case .record: recordName
    case .deletedRecord: self == .modification ? "perRecordDelete" : "recordWithIDWasDeleted"
    case .zone: self == .modification ? "perRecordZoneSave" : "perRecordZoneResult"
    case .deletedZone: "perRecordZoneDelete"
    case .changedZone: "recordZoneWithIDChanged"
    case .lostZone(let reason): Self.name(of: reason)
    case .subscription:
      self == .modification ? "perSubscriptionSave" : "perSubscriptionResult"
    case .deletedSubscription: "perSubscriptionDelete"
    case .share: "perShareMetadataResult"
    case .participant: "perShareParticipantResult"
    case .asset: "perAssetResult"
    case .user: "userIdentityDiscovered"
    case .other: "perItemResult"
    }
  }

  private var recordName: String {
    switch self {
    case .modification: "perRecordSave"
    case .lookup, .databaseChanges, .discovery: "perRecordResult"
    case .query: "recordMatched"
    case .zoneChanges, .recordChanges: "recordWasChanged"
    }
  }

  private static func name(of reason: ZoneDeletionReason) -> String {
    switch reason {
    case .deleted: "recordZoneWithIDWasDeleted"
    case .purged: "recordZoneWithIDWasPurged"
    case .encryptedDataReset: "recordZoneWithIDWasDeletedDueToUserEncryptedDataReset"
    }
  }

  /// Returns the block for a failed item, the same as for its success.
  func name(of failure: ItemError, isDeletion: Bool) -> String {
    name(ofFailed: failure.item.kind, isDeletion: isDeletion)
  }

  func name(ofFailed item: ItemKind, isDeletion: Bool) -> String {
    let kind = self == .modification ? isDeletion ? "Delete" : "Save" : "Result"
    return switch item {
    case .record, .deletedRecord: isDeletion ? "perRecordDelete" : recordName
    case .zone, .deletedZone, .changedZone, .lostZone: "perRecordZone" + kind
    case .subscription, .deletedSubscription: "perSubscription" + kind
    case .share, .participant, .asset, .user, .other: name(of: item)
    }
  }
}

/// The kind of an item of an answer.
enum ItemKind: Sendable {
  case record
  case deletedRecord
  case zone
  case deletedZone
  /// A zone that a feed lists.
  case changedZone
  case lostZone(ZoneDeletionReason)
  case subscription
  case deletedSubscription
  case share
  case participant
  case asset
  case user
  case other

  fileprivate static let all: [ItemKind] =
    [
      .record, .deletedRecord, .zone, .deletedZone, .changedZone, .subscription,
      .deletedSubscription, .share, .participant, .asset, .user, .other,
    ] + ZoneDeletionReason.allCases.map { .lostZone($0) }
}

extension AnswerItem {
  var kind: ItemKind {
    switch self {
    case .record: .record
    case .deletedRecord: .deletedRecord
    case .zone: .zone
    case .deletedZone: .deletedZone
    case .zoneChange(.saved): .changedZone
    case .zoneChange(.deleted(_, let reason)): .lostZone(reason)
    case .subscription: .subscription
    case .deletedSubscription: .deletedSubscription
    case .shareMetadata: .share
    case .participant: .participant
    case .upload, .uploadAddress, .file: .asset
    case .user, .discoveredUser, .caller, .currentUser: .user
    case .userRecordName, .accountStatus, .pushToken, .nothing: .other
    }
  }
}

extension ItemID {
  var kind: ItemKind {
    switch self {
    case .record: .record
    case .zone: .zone
    case .subscription: .subscription
    case .link: .share
    case .lookupInfo: .participant
    case .asset: .asset
    case .user: .user
    }
  }
}
