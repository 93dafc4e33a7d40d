// What apps log of an engine, its events and its changes.

/// Returns the text of a value: its type, and what its parts are.
private func describe(_ type: String, _ parts: KeyValuePairs<String, Any>) -> String {
  let list = parts.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
  return "<\(type): \(list)>"
}

extension CKSyncEngine: CustomStringConvertible {
  public var description: String {
    describe(
      "CKSyncEngine",
      [
        "database": database, "pendingDatabaseChanges": state.pendingDatabaseChanges.count,
        "pendingRecordZoneChanges": state.pendingRecordZoneChanges.count,
      ])
  }
}

extension CKSyncEngine.Configuration: CustomStringConvertible {
  public var description: String {
    describe(
      "Configuration",
      [
        "database": database, "automaticallySync": automaticallySync,
        "subscriptionID": subscriptionID ?? "none",
      ])
  }
}

extension CKSyncEngine.SyncReason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .scheduled: "scheduled"
    case .manual: "manual"
    }
  }
}

// MARK: Changes

extension CKSyncEngine.PendingDatabaseChange: CustomStringConvertible {
  public var description: String { "\(isSave ? "saveZone" : "deleteZone")(\(zoneID))" }
}

extension CKSyncEngine.PendingRecordZoneChange: CustomStringConvertible {
  public var description: String {
    switch self {
    case .saveRecord(let recordID): "saveRecord(\(recordID))"
    case .deleteRecord(let recordID): "deleteRecord(\(recordID))"
    }
  }
}

extension CKSyncEngine.RecordZoneChangeBatch: CustomStringConvertible {
  public var description: String {
    describe(
      "RecordZoneChangeBatch",
      [
        "recordsToSave": recordsToSave.map(\.recordID), "recordIDsToDelete": recordIDsToDelete,
        "atomicByZone": atomicByZone,
      ])
  }
}

// MARK: Options

extension CKSyncEngine.FetchChangesOptions: CustomStringConvertible {
  public var description: String {
    describe(
      "FetchChangesOptions", ["scope": scope, "prioritizedZoneIDs": prioritizedZoneIDs])
  }
}

extension CKSyncEngine.FetchChangesOptions.Scope: CustomStringConvertible {
  public var description: String {
    switch self {
    case .all: "all"
    case .allExcluding(let zoneIDs): "allExcluding(\(zoneIDs))"
    case .zoneIDs(let zoneIDs): "zoneIDs(\(zoneIDs))"
    }
  }
}

extension CKSyncEngine.SendChangesOptions: CustomStringConvertible {
  public var description: String {
    describe("SendChangesOptions", ["scope": scope])
  }
}

extension CKSyncEngine.SendChangesOptions.Scope: CustomStringConvertible {
  public var description: String {
    switch self {
    case .all: "all"
    case .allExcluding(let zoneIDs): "allExcluding(\(zoneIDs))"
    case .zoneIDs(let zoneIDs): "zoneIDs(\(zoneIDs))"
    case .recordIDs(let recordIDs): "recordIDs(\(recordIDs))"
    }
  }
}

extension CKSyncEngine.FetchChangesContext: CustomStringConvertible {
  public var description: String {
    describe("FetchChangesContext", ["reason": reason, "options": options])
  }
}

extension CKSyncEngine.SendChangesContext: CustomStringConvertible {
  public var description: String {
    describe("SendChangesContext", ["reason": reason, "options": options])
  }
}

// MARK: Events

extension CKSyncEngine.Event: CustomStringConvertible {
  public var description: String {
    switch self {
    case .stateUpdate(let event): "\(event)"
    case .accountChange(let event): "\(event)"
    case .fetchedDatabaseChanges(let event): "\(event)"
    case .fetchedRecordZoneChanges(let event): "\(event)"
    case .sentDatabaseChanges(let event): "\(event)"
    case .sentRecordZoneChanges(let event): "\(event)"
    case .willFetchChanges(let event): "\(event)"
    case .willFetchRecordZoneChanges(let event): "\(event)"
    case .didFetchRecordZoneChanges(let event): "\(event)"
    case .didFetchChanges(let event): "\(event)"
    case .willSendChanges(let event): "\(event)"
    case .didSendChanges(let event): "\(event)"
    }
  }
}

extension CKSyncEngine.Event.StateUpdate: CustomStringConvertible {
  public var description: String { "<StateUpdate>" }
}

extension CKSyncEngine.Event.AccountChange: CustomStringConvertible {
  public var description: String {
    describe("AccountChange", ["changeType": changeType])
  }
}

extension CKSyncEngine.Event.AccountChange.ChangeType: CustomStringConvertible {
  public var description: String {
    switch self {
    case .signIn(let currentUser): "signIn(\(currentUser))"
    case .signOut(let previousUser): "signOut(\(previousUser))"
    case .switchAccounts(let previousUser, let currentUser):
      "switchAccounts(\(previousUser), \(currentUser))"
    }
  }
}

extension CKSyncEngine.Event.FetchedDatabaseChanges: CustomStringConvertible {
  public var description: String {
    describe(
      "FetchedDatabaseChanges",
      ["modifications": modifications.map(\.zoneID), "deletions": deletions.map(\.zoneID)])
  }
}

extension CKSyncEngine.Event.FetchedRecordZoneChanges: CustomStringConvertible {
  public var description: String {
    describe(
      "FetchedRecordZoneChanges",
      [
        "modifications": modifications.map(\.record.recordID),
        "deletions": deletions.map(\.recordID),
      ])
  }
}

extension CKSyncEngine.Event.SentDatabaseChanges: CustomStringConvertible {
  public var description: String {
    describe(
      "SentDatabaseChanges",
      [
        "savedZones": savedZones.map(\.zoneID), "failedZoneSaves": failedZoneSaves,
        "deletedZoneIDs": deletedZoneIDs, "failedZoneDeletes": failedZoneDeletes.count,
      ])
  }
}

extension CKSyncEngine.Event.SentDatabaseChanges.FailedZoneSave: CustomStringConvertible {
  public var description: String {
    describe("FailedZoneSave", ["zone": zone.zoneID, "error": error])
  }
}

extension CKSyncEngine.Event.SentRecordZoneChanges: CustomStringConvertible {
  public var description: String {
    describe(
      "SentRecordZoneChanges",
      [
        "savedRecords": savedRecords.map(\.recordID), "failedRecordSaves": failedRecordSaves,
        "deletedRecordIDs": deletedRecordIDs, "failedRecordDeletes": failedRecordDeletes.count,
      ])
  }
}

extension CKSyncEngine.Event.SentRecordZoneChanges.FailedRecordSave: CustomStringConvertible {
  public var description: String {
    describe("FailedRecordSave", ["record": record.recordID, "error": error])
  }
}

extension CKSyncEngine.Event.WillFetchChanges: CustomStringConvertible {
  public var description: String { describe("WillFetchChanges", ["context": context]) }
}

extension CKSyncEngine.Event.WillFetchRecordZoneChanges: CustomStringConvertible {
  public var description: String {
    describe("WillFetchRecordZoneChanges", ["zoneID": zoneID])
  }
}

extension CKSyncEngine.Event.DidFetchRecordZoneChanges: CustomStringConvertible {
  public var description: String {
    describe(
      "DidFetchRecordZoneChanges",
      ["zoneID": zoneID, "error": error.map { "\($0)" } ?? "none"])
  }
}

extension CKSyncEngine.Event.DidFetchChanges: CustomStringConvertible {
  public var description: String { describe("DidFetchChanges", ["context": context]) }
}

extension CKSyncEngine.Event.WillSendChanges: CustomStringConvertible {
  public var description: String { describe("WillSendChanges", ["context": context]) }
}

extension CKSyncEngine.Event.DidSendChanges: CustomStringConvertible {
  public var description: String { describe("DidSendChanges", ["context": context]) }
}
