// Written by scripts/swift-surface. Do not edit.
// swift-format-ignore-file

import CloudKit

/// Refers to every signature of CloudKit that the module has. The test is that it
/// compiles; nothing of it runs.
enum Surface {
  static func referCKAcceptSharesOperation() {
    let _ = CKAcceptSharesOperation.self
    let _: () -> CKAcceptSharesOperation = CKAcceptSharesOperation.init
    let _: ([CKShare.Metadata]) -> CKAcceptSharesOperation = CKAcceptSharesOperation.init(shareMetadatas:)
    let _: ReferenceWritableKeyPath<CKAcceptSharesOperation, (((any Error)?) -> Void)?> = \CKAcceptSharesOperation.acceptSharesCompletionBlock
    let _: ReferenceWritableKeyPath<CKAcceptSharesOperation, ((Result<Void, any Error>) -> Void)?> = \CKAcceptSharesOperation.acceptSharesResultBlock
    let _: ReferenceWritableKeyPath<CKAcceptSharesOperation, ((CKShare.Metadata, CKShare?, (any Error)?) -> Void)?> = \CKAcceptSharesOperation.perShareCompletionBlock
    let _: ReferenceWritableKeyPath<CKAcceptSharesOperation, ((CKShare.Metadata, Result<CKShare, any Error>) -> Void)?> = \CKAcceptSharesOperation.perShareResultBlock
    let _: ReferenceWritableKeyPath<CKAcceptSharesOperation, [CKShare.Metadata]?> = \CKAcceptSharesOperation.shareMetadatas
  }

  static func referCKAccountStatus() {
    let _ = CKAccountStatus.self
    let _: [CKAccountStatus] = [.couldNotDetermine, .available, .restricted, .noAccount, .temporarilyUnavailable]
    let _: (Int) -> CKAccountStatus? = CKAccountStatus.init(rawValue:)
  }

  static func referCKAllowedSharingOptions() {
    let _ = CKAllowedSharingOptions.self
    let _: CKAllowedSharingOptions = CKAllowedSharingOptions.standard
  }

  static func referCKAsset() {
    let _ = CKAsset.self
    let _: (URL) -> CKAsset = CKAsset.init(fileURL:)
    let _: KeyPath<CKAsset, URL?> = \CKAsset.fileURL
  }

  static func referCKContainer() {
    let _ = CKContainer.self
    let _: (String) -> CKContainer = CKContainer.init(identifier:)
    let _: () -> CKContainer = CKContainer.`default`
    let _: KeyPath<CKContainer, String?> = \CKContainer.containerIdentifier
    let _: KeyPath<CKContainer, CKDatabase> = \CKContainer.privateCloudDatabase
    let _: KeyPath<CKContainer, CKDatabase> = \CKContainer.publicCloudDatabase
    let _: KeyPath<CKContainer, CKDatabase> = \CKContainer.sharedCloudDatabase
    let _: (CKContainer) -> (CKShare.Metadata) async throws -> CKShare = CKContainer.accept(_:)
    let _: (CKContainer) -> (CKShare.Metadata, @escaping @Sendable (CKShare?, (any Error)?) -> Void) -> Void = CKContainer.accept(_:completionHandler:)
    let _: (CKContainer) -> ([CKShare.Metadata]) async throws -> [CKShare.Metadata : Result<CKShare, any Error>] = CKContainer.accept(_:)
    let _: (CKContainer) -> ([CKShare.Metadata], @escaping @Sendable (Result<[CKShare.Metadata : Result<CKShare, any Error>], any Error>) -> Void) -> Void = CKContainer.accept(_:completionHandler:)
    let _: (CKContainer) -> () async throws -> CKAccountStatus = CKContainer.accountStatus
    let _: (CKContainer) -> (@escaping @Sendable (CKAccountStatus, (any Error)?) -> Void) -> Void = CKContainer.accountStatus(completionHandler:)
    let _: (CKContainer) -> (CKOperation) -> Void = CKContainer.add(_:)
    let _: (CKContainer) -> () async throws -> [CKOperation.ID] = CKContainer.allLongLivedOperationIDs
    let _: (CKContainer) -> () async throws -> [CKUserIdentity] = CKContainer.allUserIdentitiesFromContacts
    let _: (CKContainer) -> (CKContainer.ApplicationPermissions) async throws -> CKContainer.ApplicationPermissionStatus = CKContainer.applicationPermissionStatus(for:)
    let _: (CKContainer) -> (CKDatabase.Scope) -> CKDatabase = CKContainer.database(with:)
    let _: (CKContainer) -> (@escaping @Sendable ([CKUserIdentity]?, (any Error)?) -> Void) -> Void = CKContainer.discoverAllIdentities(completionHandler:)
    let _: (CKContainer) -> ([String], @escaping @Sendable (Result<[String : CKUserIdentity], any Error>) -> Void) -> Void = CKContainer.discoverUserIdentities(forEmailAddresses:completionHandler:)
    let _: (CKContainer) -> ([String], @escaping @Sendable (Result<[String : CKUserIdentity], any Error>) -> Void) -> Void = CKContainer.discoverUserIdentities(forPhoneNumbers:completionHandler:)
    let _: (CKContainer) -> ([CKRecord.ID], @escaping @Sendable (Result<[CKRecord.ID : CKUserIdentity], any Error>) -> Void) -> Void = CKContainer.discoverUserIdentities(forUserRecordIDs:completionHandler:)
    let _: (CKContainer) -> (String, @escaping @Sendable (CKUserIdentity?, (any Error)?) -> Void) -> Void = CKContainer.discoverUserIdentity(withEmailAddress:completionHandler:)
    let _: (CKContainer) -> (String, @escaping @Sendable (CKUserIdentity?, (any Error)?) -> Void) -> Void = CKContainer.discoverUserIdentity(withPhoneNumber:completionHandler:)
    let _: (CKContainer) -> (CKRecord.ID, @escaping @Sendable (CKUserIdentity?, (any Error)?) -> Void) -> Void = CKContainer.discoverUserIdentity(withUserRecordID:completionHandler:)
    let _: (CKContainer) -> (@escaping @Sendable ([CKOperation.ID]?, (any Error)?) -> Void) -> Void = CKContainer.fetchAllLongLivedOperationIDs(completionHandler:)
    let _: (CKContainer) -> (CKOperation.ID, @escaping @Sendable (CKOperation?, (any Error)?) -> Void) -> Void = CKContainer.fetchLongLivedOperation(withID:completionHandler:)
    let _: (CKContainer) -> (URL, @escaping @Sendable (CKShare.Metadata?, (any Error)?) -> Void) -> Void = CKContainer.fetchShareMetadata(with:completionHandler:)
    let _: (CKContainer) -> ([URL], @escaping @Sendable (Result<[URL : Result<CKShare.Metadata, any Error>], any Error>) -> Void) -> Void = CKContainer.fetchShareMetadatas(for:completionHandler:)
    let _: (CKContainer) -> (String, @escaping @Sendable (CKShare.Participant?, (any Error)?) -> Void) -> Void = CKContainer.fetchShareParticipant(withEmailAddress:completionHandler:)
    let _: (CKContainer) -> (String, @escaping @Sendable (CKShare.Participant?, (any Error)?) -> Void) -> Void = CKContainer.fetchShareParticipant(withPhoneNumber:completionHandler:)
    let _: (CKContainer) -> (CKRecord.ID, @escaping @Sendable (CKShare.Participant?, (any Error)?) -> Void) -> Void = CKContainer.fetchShareParticipant(withUserRecordID:completionHandler:)
    let _: (CKContainer) -> ([String], @escaping @Sendable (Result<[String : Result<CKShare.Participant, any Error>], any Error>) -> Void) -> Void = CKContainer.fetchShareParticipants(forEmailAddresses:completionHandler:)
    let _: (CKContainer) -> ([String], @escaping @Sendable (Result<[String : Result<CKShare.Participant, any Error>], any Error>) -> Void) -> Void = CKContainer.fetchShareParticipants(forPhoneNumbers:completionHandler:)
    let _: (CKContainer) -> ([CKRecord.ID], @escaping @Sendable (Result<[CKRecord.ID : Result<CKShare.Participant, any Error>], any Error>) -> Void) -> Void = CKContainer.fetchShareParticipants(forUserRecordIDs:completionHandler:)
    let _: (CKContainer) -> (@escaping @Sendable (CKRecord.ID?, (any Error)?) -> Void) -> Void = CKContainer.fetchUserRecordID(completionHandler:)
    let _: (CKContainer) -> (CKOperation.ID) async throws -> CKOperation? = CKContainer.longLivedOperation(for:)
    let _: (CKContainer) -> (CKContainer.ApplicationPermissions) async throws -> CKContainer.ApplicationPermissionStatus = CKContainer.requestApplicationPermission(_:)
    let _: (CKContainer) -> (CKContainer.ApplicationPermissions, @escaping @Sendable (CKContainer.ApplicationPermissionStatus, (any Error)?) -> Void) -> Void = CKContainer.requestApplicationPermission(_:completionHandler:)
    let _: (CKContainer) -> (URL) async throws -> CKShare.Metadata = CKContainer.shareMetadata(for:)
    let _: (CKContainer) -> ([URL]) async throws -> [URL : Result<CKShare.Metadata, any Error>] = CKContainer.shareMetadatas(for:)
    let _: (CKContainer) -> (String) async throws -> CKShare.Participant = CKContainer.shareParticipant(forEmailAddress:)
    let _: (CKContainer) -> (String) async throws -> CKShare.Participant = CKContainer.shareParticipant(forPhoneNumber:)
    let _: (CKContainer) -> (CKRecord.ID) async throws -> CKShare.Participant = CKContainer.shareParticipant(forUserRecordID:)
    let _: (CKContainer) -> ([String]) async throws -> [String : Result<CKShare.Participant, any Error>] = CKContainer.shareParticipants(forEmailAddresses:)
    let _: (CKContainer) -> ([String]) async throws -> [String : Result<CKShare.Participant, any Error>] = CKContainer.shareParticipants(forPhoneNumbers:)
    let _: (CKContainer) -> ([CKRecord.ID]) async throws -> [CKRecord.ID : Result<CKShare.Participant, any Error>] = CKContainer.shareParticipants(forUserRecordIDs:)
    let _: (CKContainer) -> (CKContainer.ApplicationPermissions, @escaping @Sendable (CKContainer.ApplicationPermissionStatus, (any Error)?) -> Void) -> Void = CKContainer.status(forApplicationPermission:completionHandler:)
    let _: (CKContainer) -> ([String]) async throws -> [String : CKUserIdentity] = CKContainer.userIdentities(forEmailAddresses:)
    let _: (CKContainer) -> ([String]) async throws -> [String : CKUserIdentity] = CKContainer.userIdentities(forPhoneNumbers:)
    let _: (CKContainer) -> ([CKRecord.ID]) async throws -> [CKRecord.ID : CKUserIdentity] = CKContainer.userIdentities(forUserRecordIDs:)
    let _: (CKContainer) -> (String) async throws -> CKUserIdentity? = CKContainer.userIdentity(forEmailAddress:)
    let _: (CKContainer) -> (String) async throws -> CKUserIdentity? = CKContainer.userIdentity(forPhoneNumber:)
    let _: (CKContainer) -> (CKRecord.ID) async throws -> CKUserIdentity? = CKContainer.userIdentity(forUserRecordID:)
    let _: (CKContainer) -> () async throws -> CKRecord.ID = CKContainer.userRecordID
    let _: ((CKContainer.ApplicationPermissionStatus, (any Error)?) -> Void).Type = CKContainer.ApplicationPermissionBlock.self
  }

  static func referCKContainerApplication() {
    let _ = CKContainer.Application.self
    let _: CKContainer.ApplicationPermissionBlock.Type = CKContainer.Application.PermissionBlock.self
    let _: CKContainer.ApplicationPermissionStatus.Type = CKContainer.Application.PermissionStatus.self
    let _: CKContainer.ApplicationPermissions.Type = CKContainer.Application.Permissions.self
  }

  static func referCKContainerApplicationPermissionStatus() {
    let _ = CKContainer.ApplicationPermissionStatus.self
    let _: [CKContainer.ApplicationPermissionStatus] = [.initialState, .couldNotComplete, .denied, .granted]
    let _: (Int) -> CKContainer.ApplicationPermissionStatus? = CKContainer.ApplicationPermissionStatus.init(rawValue:)
  }

  static func referCKContainerApplicationPermissions() {
    let _ = CKContainer.ApplicationPermissions.self
    let _: (UInt) -> CKContainer.ApplicationPermissions = CKContainer.ApplicationPermissions.init(rawValue:)
    let _: CKContainer.ApplicationPermissions = CKContainer.ApplicationPermissions.userDiscoverability
    let _: KeyPath<CKContainer.ApplicationPermissions, UInt> = \CKContainer.ApplicationPermissions.rawValue
  }

  static func referCKDatabase() {
    let _ = CKDatabase.self
    let _: KeyPath<CKDatabase, CKDatabase.Scope> = \CKDatabase.databaseScope
    let _: (CKDatabase) -> (CKDatabaseOperation) -> Void = CKDatabase.add(_:)
    let _: (CKDatabase) -> () async throws -> [CKRecordZone] = CKDatabase.allRecordZones
    let _: (CKDatabase) -> () async throws -> [CKSubscription] = CKDatabase.allSubscriptions
    let _: (CKDatabase) -> (CKServerChangeToken?, Int?) async throws -> (modifications: [CKDatabase.DatabaseChange.Modification], deletions: [CKDatabase.DatabaseChange.Deletion], changeToken: CKServerChangeToken, moreComing: Bool) = CKDatabase.databaseChanges(since:resultsLimit:)
    let _: (CKDatabase) -> (CKRecord.ID, @escaping @Sendable (CKRecord.ID?, (any Error)?) -> Void) -> Void = CKDatabase.delete(withRecordID:completionHandler:)
    let _: (CKDatabase) -> (CKRecordZone.ID, @escaping @Sendable (CKRecordZone.ID?, (any Error)?) -> Void) -> Void = CKDatabase.delete(withRecordZoneID:completionHandler:)
    let _: (CKDatabase) -> (CKRecord.ID) async throws -> CKRecord.ID = CKDatabase.deleteRecord(withID:)
    let _: (CKDatabase) -> (CKRecordZone.ID) async throws -> CKRecordZone.ID = CKDatabase.deleteRecordZone(withID:)
    let _: (CKDatabase) -> (CKQueryOperation.Cursor, [CKRecord.FieldKey]?, Int, @escaping @Sendable (Result<(matchResults: [(CKRecord.ID, Result<CKRecord, any Error>)], queryCursor: CKQueryOperation.Cursor?), any Error>) -> Void) -> Void = CKDatabase.fetch(withCursor:desiredKeys:resultsLimit:completionHandler:)
    let _: (CKDatabase) -> (CKQuery, CKRecordZone.ID?, [CKRecord.FieldKey]?, Int, @escaping @Sendable (Result<(matchResults: [(CKRecord.ID, Result<CKRecord, any Error>)], queryCursor: CKQueryOperation.Cursor?), any Error>) -> Void) -> Void = CKDatabase.fetch(withQuery:inZoneWith:desiredKeys:resultsLimit:completionHandler:)
    let _: (CKDatabase) -> (CKRecord.ID, @escaping @Sendable (CKRecord?, (any Error)?) -> Void) -> Void = CKDatabase.fetch(withRecordID:completionHandler:)
    let _: (CKDatabase) -> ([CKRecord.ID], [CKRecord.FieldKey]?, @escaping @Sendable (Result<[CKRecord.ID : Result<CKRecord, any Error>], any Error>) -> Void) -> Void = CKDatabase.fetch(withRecordIDs:desiredKeys:completionHandler:)
    let _: (CKDatabase) -> (CKRecordZone.ID, @escaping @Sendable (CKRecordZone?, (any Error)?) -> Void) -> Void = CKDatabase.fetch(withRecordZoneID:completionHandler:)
    let _: (CKDatabase) -> ([CKRecordZone.ID], @escaping @Sendable (Result<[CKRecordZone.ID : Result<CKRecordZone, any Error>], any Error>) -> Void) -> Void = CKDatabase.fetch(withRecordZoneIDs:completionHandler:)
    let _: (CKDatabase) -> (@escaping @Sendable ([CKRecordZone]?, (any Error)?) -> Void) -> Void = CKDatabase.fetchAllRecordZones(completionHandler:)
    let _: (CKDatabase) -> (@escaping @Sendable ([CKSubscription]?, (any Error)?) -> Void) -> Void = CKDatabase.fetchAllSubscriptions(completionHandler:)
    let _: (CKDatabase) -> (CKServerChangeToken?, Int?, @escaping @Sendable (Result<(modifications: [CKDatabase.DatabaseChange.Modification], deletions: [CKDatabase.DatabaseChange.Deletion], changeToken: CKServerChangeToken, moreComing: Bool), any Error>) -> Void) -> Void = CKDatabase.fetchDatabaseChanges(since:resultsLimit:completionHandler:)
    let _: (CKDatabase) -> (CKRecordZone.ID, CKServerChangeToken?, [CKRecord.FieldKey]?, Int?, @escaping @Sendable (Result<(modificationResultsByID: [CKRecord.ID : Result<CKDatabase.RecordZoneChange.Modification, any Error>], deletions: [CKDatabase.RecordZoneChange.Deletion], changeToken: CKServerChangeToken, moreComing: Bool), any Error>) -> Void) -> Void = CKDatabase.fetchRecordZoneChanges(inZoneWith:since:desiredKeys:resultsLimit:completionHandler:)
    let _: (CKDatabase) -> ([CKRecordZone], [CKRecordZone.ID]) async throws -> (saveResults: [CKRecordZone.ID : Result<CKRecordZone, any Error>], deleteResults: [CKRecordZone.ID : Result<Void, any Error>]) = CKDatabase.modifyRecordZones(saving:deleting:)
    let _: (CKDatabase) -> ([CKRecordZone], [CKRecordZone.ID], @escaping @Sendable (Result<(saveResults: [CKRecordZone.ID : Result<CKRecordZone, any Error>], deleteResults: [CKRecordZone.ID : Result<Void, any Error>]), any Error>) -> Void) -> Void = CKDatabase.modifyRecordZones(saving:deleting:completionHandler:)
    let _: (CKDatabase) -> ([CKRecord], [CKRecord.ID], CKModifyRecordsOperation.RecordSavePolicy, Bool) async throws -> (saveResults: [CKRecord.ID : Result<CKRecord, any Error>], deleteResults: [CKRecord.ID : Result<Void, any Error>]) = CKDatabase.modifyRecords(saving:deleting:savePolicy:atomically:)
    let _: (CKDatabase) -> ([CKRecord], [CKRecord.ID], CKModifyRecordsOperation.RecordSavePolicy, Bool, @escaping @Sendable (Result<(saveResults: [CKRecord.ID : Result<CKRecord, any Error>], deleteResults: [CKRecord.ID : Result<Void, any Error>]), any Error>) -> Void) -> Void = CKDatabase.modifyRecords(saving:deleting:savePolicy:atomically:completionHandler:)
    let _: (CKDatabase) -> (CKQuery, CKRecordZone.ID?, @escaping @Sendable ([CKRecord]?, (any Error)?) -> Void) -> Void = CKDatabase.perform(_:inZoneWith:completionHandler:)
    let _: (CKDatabase) -> (CKRecord.ID) async throws -> CKRecord = CKDatabase.record(for:)
    let _: (CKDatabase) -> (CKRecordZone.ID) async throws -> CKRecordZone = CKDatabase.recordZone(for:)
    let _: (CKDatabase) -> (CKRecordZone.ID, CKServerChangeToken?, [CKRecord.FieldKey]?, Int?) async throws -> (modificationResultsByID: [CKRecord.ID : Result<CKDatabase.RecordZoneChange.Modification, any Error>], deletions: [CKDatabase.RecordZoneChange.Deletion], changeToken: CKServerChangeToken, moreComing: Bool) = CKDatabase.recordZoneChanges(inZoneWith:since:desiredKeys:resultsLimit:)
    let _: (CKDatabase) -> ([CKRecordZone.ID]) async throws -> [CKRecordZone.ID : Result<CKRecordZone, any Error>] = CKDatabase.recordZones(for:)
    let _: (CKDatabase) -> (CKQueryOperation.Cursor, [CKRecord.FieldKey]?, Int) async throws -> (matchResults: [(CKRecord.ID, Result<CKRecord, any Error>)], queryCursor: CKQueryOperation.Cursor?) = CKDatabase.records(continuingMatchFrom:desiredKeys:resultsLimit:)
    let _: (CKDatabase) -> ([CKRecord.ID], [CKRecord.FieldKey]?) async throws -> [CKRecord.ID : Result<CKRecord, any Error>] = CKDatabase.records(for:desiredKeys:)
    let _: (CKDatabase) -> (CKQuery, CKRecordZone.ID?, [CKRecord.FieldKey]?, Int) async throws -> (matchResults: [(CKRecord.ID, Result<CKRecord, any Error>)], queryCursor: CKQueryOperation.Cursor?) = CKDatabase.records(matching:inZoneWith:desiredKeys:resultsLimit:)
    let _: (CKDatabase) -> (CKQuery, CKRecordZone.ID?) async throws -> [CKRecord] = CKDatabase.records(matching:inZoneWith:)
    let _: (CKDatabase) -> (CKRecord) async throws -> CKRecord = CKDatabase.save(_:)
    let _: (CKDatabase) -> (CKRecord, @escaping @Sendable (CKRecord?, (any Error)?) -> Void) -> Void = CKDatabase.save(_:completionHandler:)
    let _: (CKDatabase) -> (CKRecordZone) async throws -> CKRecordZone = CKDatabase.save(_:)
    let _: (CKDatabase) -> (CKRecordZone, @escaping @Sendable (CKRecordZone?, (any Error)?) -> Void) -> Void = CKDatabase.save(_:completionHandler:)
  }

  static func referCKDatabaseDatabaseChange() {
    let _ = CKDatabase.DatabaseChange.self
  }

  static func referCKDatabaseDatabaseChangeDeletion() {
    let _ = CKDatabase.DatabaseChange.Deletion.self
    let _: KeyPath<CKDatabase.DatabaseChange.Deletion, Bool> = \CKDatabase.DatabaseChange.Deletion.purged
    let _: KeyPath<CKDatabase.DatabaseChange.Deletion, CKDatabase.DatabaseChange.Deletion.Reason> = \CKDatabase.DatabaseChange.Deletion.reason
    let _: KeyPath<CKDatabase.DatabaseChange.Deletion, CKRecordZone.ID> = \CKDatabase.DatabaseChange.Deletion.zoneID
  }

  static func referCKDatabaseDatabaseChangeDeletionReason() {
    let _ = CKDatabase.DatabaseChange.Deletion.Reason.self
    let _: [CKDatabase.DatabaseChange.Deletion.Reason] = [.deleted, .purged, .encryptedDataReset]
  }

  static func referCKDatabaseDatabaseChangeModification() {
    let _ = CKDatabase.DatabaseChange.Modification.self
    let _: KeyPath<CKDatabase.DatabaseChange.Modification, CKRecordZone.ID> = \CKDatabase.DatabaseChange.Modification.zoneID
  }

  static func referCKDatabaseRecordZoneChange() {
    let _ = CKDatabase.RecordZoneChange.self
  }

  static func referCKDatabaseRecordZoneChangeDeletion() {
    let _ = CKDatabase.RecordZoneChange.Deletion.self
    let _: KeyPath<CKDatabase.RecordZoneChange.Deletion, CKRecord.ID> = \CKDatabase.RecordZoneChange.Deletion.recordID
    let _: KeyPath<CKDatabase.RecordZoneChange.Deletion, CKRecord.RecordType> = \CKDatabase.RecordZoneChange.Deletion.recordType
  }

  static func referCKDatabaseRecordZoneChangeModification() {
    let _ = CKDatabase.RecordZoneChange.Modification.self
    let _: KeyPath<CKDatabase.RecordZoneChange.Modification, CKRecord> = \CKDatabase.RecordZoneChange.Modification.record
  }

  static func referCKDatabaseScope() {
    let _ = CKDatabase.Scope.self
    let _: [CKDatabase.Scope] = [.`public`, .`private`, .shared]
    let _: (Int) -> CKDatabase.Scope? = CKDatabase.Scope.init(rawValue:)
  }

  static func referCKDatabaseNotification() {
    let _ = CKDatabaseNotification.self
    let _: KeyPath<CKDatabaseNotification, CKDatabase.Scope> = \CKDatabaseNotification.databaseScope
  }

  static func referCKDatabaseOperation() {
    let _ = CKDatabaseOperation.self
    let _: ReferenceWritableKeyPath<CKDatabaseOperation, CKDatabase?> = \CKDatabaseOperation.database
  }

  static func referCKDatabaseSubscription() {
    let _ = CKDatabaseSubscription.self
    let _: () -> CKDatabaseSubscription = CKDatabaseSubscription.init
    let _: ReferenceWritableKeyPath<CKDatabaseSubscription, CKRecord.RecordType?> = \CKDatabaseSubscription.recordType
  }

  static func referCKDiscoverAllUserIdentitiesOperation() {
    let _ = CKDiscoverAllUserIdentitiesOperation.self
    let _: () -> CKDiscoverAllUserIdentitiesOperation = CKDiscoverAllUserIdentitiesOperation.init
    let _: ReferenceWritableKeyPath<CKDiscoverAllUserIdentitiesOperation, (((any Error)?) -> Void)?> = \CKDiscoverAllUserIdentitiesOperation.discoverAllUserIdentitiesCompletionBlock
    let _: ReferenceWritableKeyPath<CKDiscoverAllUserIdentitiesOperation, ((Result<Void, any Error>) -> Void)?> = \CKDiscoverAllUserIdentitiesOperation.discoverAllUserIdentitiesResultBlock
    let _: ReferenceWritableKeyPath<CKDiscoverAllUserIdentitiesOperation, ((CKUserIdentity) -> Void)?> = \CKDiscoverAllUserIdentitiesOperation.userIdentityDiscoveredBlock
  }

  static func referCKDiscoverUserIdentitiesOperation() {
    let _ = CKDiscoverUserIdentitiesOperation.self
    let _: () -> CKDiscoverUserIdentitiesOperation = CKDiscoverUserIdentitiesOperation.init
    let _: ([CKUserIdentity.LookupInfo]) -> CKDiscoverUserIdentitiesOperation = CKDiscoverUserIdentitiesOperation.init(userIdentityLookupInfos:)
    let _: ReferenceWritableKeyPath<CKDiscoverUserIdentitiesOperation, (((any Error)?) -> Void)?> = \CKDiscoverUserIdentitiesOperation.discoverUserIdentitiesCompletionBlock
    let _: ReferenceWritableKeyPath<CKDiscoverUserIdentitiesOperation, ((Result<Void, any Error>) -> Void)?> = \CKDiscoverUserIdentitiesOperation.discoverUserIdentitiesResultBlock
    let _: ReferenceWritableKeyPath<CKDiscoverUserIdentitiesOperation, ((CKUserIdentity, CKUserIdentity.LookupInfo) -> Void)?> = \CKDiscoverUserIdentitiesOperation.userIdentityDiscoveredBlock
    let _: ReferenceWritableKeyPath<CKDiscoverUserIdentitiesOperation, [CKUserIdentity.LookupInfo]> = \CKDiscoverUserIdentitiesOperation.userIdentityLookupInfos
  }

  static func referCKError() {
    let _ = CKError.self
    let _: (CKError.Code, [String : Any]) -> CKError = CKError.init(_:userInfo:)
    let _: String = CKError.errorDomain
    let _: KeyPath<CKError, CKRecord?> = \CKError.ancestorRecord
    let _: KeyPath<CKError, CKRecord?> = \CKError.clientRecord
    let _: KeyPath<CKError, CKError.Code> = \CKError.code
    let _: KeyPath<CKError, Int> = \CKError.errorCode
    let _: KeyPath<CKError, String> = \CKError.localizedDescription
    let _: KeyPath<CKError, [AnyHashable : any Error]?> = \CKError.partialErrorsByItemID
    let _: KeyPath<CKError, Double?> = \CKError.retryAfterSeconds
    let _: KeyPath<CKError, CKRecord?> = \CKError.serverRecord
    let _: KeyPath<CKError, [String : Any]> = \CKError.userInfo
  }

  static func referCKErrorCode() {
    let _ = CKError.Code.self
    let _: [CKError.Code] = [.internalError, .partialFailure, .networkUnavailable, .networkFailure, .badContainer, .serviceUnavailable, .requestRateLimited, .missingEntitlement, .notAuthenticated, .permissionFailure, .unknownItem, .invalidArguments, .resultsTruncated, .serverRecordChanged, .serverRejectedRequest, .assetFileNotFound, .assetFileModified, .incompatibleVersion, .constraintViolation, .operationCancelled, .changeTokenExpired, .batchRequestFailed, .zoneBusy, .badDatabase, .quotaExceeded, .zoneNotFound, .limitExceeded, .userDeletedZone, .tooManyParticipants, .alreadyShared, .referenceViolation, .managedAccountRestricted, .participantMayNeedVerification, .serverResponseLost, .assetNotAvailable, .accountTemporarilyUnavailable, .participantAlreadyInvited]
    let _: (Int) -> CKError.Code? = CKError.Code.init(rawValue:)
    let _: KeyPath<CKError.Code, Int> = \CKError.Code.rawValue
  }

  static func referCKFetchDatabaseChangesOperation() {
    let _ = CKFetchDatabaseChangesOperation.self
    let _: () -> CKFetchDatabaseChangesOperation = CKFetchDatabaseChangesOperation.init
    let _: (CKServerChangeToken?) -> CKFetchDatabaseChangesOperation = CKFetchDatabaseChangesOperation.init(previousServerChangeToken:)
    let _: ReferenceWritableKeyPath<CKFetchDatabaseChangesOperation, ((CKServerChangeToken) -> Void)?> = \CKFetchDatabaseChangesOperation.changeTokenUpdatedBlock
    let _: ReferenceWritableKeyPath<CKFetchDatabaseChangesOperation, Bool> = \CKFetchDatabaseChangesOperation.fetchAllChanges
    let _: ReferenceWritableKeyPath<CKFetchDatabaseChangesOperation, ((CKServerChangeToken?, Bool, (any Error)?) -> Void)?> = \CKFetchDatabaseChangesOperation.fetchDatabaseChangesCompletionBlock
    let _: ReferenceWritableKeyPath<CKFetchDatabaseChangesOperation, ((Result<(serverChangeToken: CKServerChangeToken, moreComing: Bool), any Error>) -> Void)?> = \CKFetchDatabaseChangesOperation.fetchDatabaseChangesResultBlock
    let _: ReferenceWritableKeyPath<CKFetchDatabaseChangesOperation, CKServerChangeToken?> = \CKFetchDatabaseChangesOperation.previousServerChangeToken
    let _: ReferenceWritableKeyPath<CKFetchDatabaseChangesOperation, ((CKRecordZone.ID) -> Void)?> = \CKFetchDatabaseChangesOperation.recordZoneWithIDChangedBlock
    let _: ReferenceWritableKeyPath<CKFetchDatabaseChangesOperation, ((CKRecordZone.ID) -> Void)?> = \CKFetchDatabaseChangesOperation.recordZoneWithIDWasDeletedBlock
    let _: ReferenceWritableKeyPath<CKFetchDatabaseChangesOperation, ((CKRecordZone.ID) -> Void)?> = \CKFetchDatabaseChangesOperation.recordZoneWithIDWasDeletedDueToUserEncryptedDataResetBlock
    let _: ReferenceWritableKeyPath<CKFetchDatabaseChangesOperation, ((CKRecordZone.ID) -> Void)?> = \CKFetchDatabaseChangesOperation.recordZoneWithIDWasPurgedBlock
    let _: ReferenceWritableKeyPath<CKFetchDatabaseChangesOperation, Int> = \CKFetchDatabaseChangesOperation.resultsLimit
  }

  static func referCKFetchRecordChangesOperation() {
    let _ = CKFetchRecordChangesOperation.self
    let _: () -> CKFetchRecordChangesOperation = CKFetchRecordChangesOperation.init
    let _: (CKRecordZone.ID, CKServerChangeToken?) -> CKFetchRecordChangesOperation = CKFetchRecordChangesOperation.init(recordZoneID:previousServerChangeToken:)
    let _: ReferenceWritableKeyPath<CKFetchRecordChangesOperation, [CKRecord.FieldKey]?> = \CKFetchRecordChangesOperation.desiredKeys
    let _: ReferenceWritableKeyPath<CKFetchRecordChangesOperation, ((CKServerChangeToken?, Data?, (any Error)?) -> Void)?> = \CKFetchRecordChangesOperation.fetchRecordChangesCompletionBlock
    let _: ReferenceWritableKeyPath<CKFetchRecordChangesOperation, Bool> = \CKFetchRecordChangesOperation.moreComing
    let _: ReferenceWritableKeyPath<CKFetchRecordChangesOperation, CKServerChangeToken?> = \CKFetchRecordChangesOperation.previousServerChangeToken
    let _: ReferenceWritableKeyPath<CKFetchRecordChangesOperation, ((CKRecord) -> Void)?> = \CKFetchRecordChangesOperation.recordChangedBlock
    let _: ReferenceWritableKeyPath<CKFetchRecordChangesOperation, ((CKRecord.ID) -> Void)?> = \CKFetchRecordChangesOperation.recordWithIDWasDeletedBlock
    let _: ReferenceWritableKeyPath<CKFetchRecordChangesOperation, CKRecordZone.ID?> = \CKFetchRecordChangesOperation.recordZoneID
    let _: ReferenceWritableKeyPath<CKFetchRecordChangesOperation, Int> = \CKFetchRecordChangesOperation.resultsLimit
  }

  static func referCKFetchRecordZoneChangesOperation() {
    let _ = CKFetchRecordZoneChangesOperation.self
    let _: () -> CKFetchRecordZoneChangesOperation = CKFetchRecordZoneChangesOperation.init
    let _: ([CKRecordZone.ID], [CKRecordZone.ID : CKFetchRecordZoneChangesOperation.ZoneOptions]?) -> CKFetchRecordZoneChangesOperation = CKFetchRecordZoneChangesOperation.init(recordZoneIDs:optionsByRecordZoneID:)
    let _: ([CKRecordZone.ID]?, [CKRecordZone.ID : CKFetchRecordZoneChangesOperation.ZoneConfiguration]?) -> CKFetchRecordZoneChangesOperation = CKFetchRecordZoneChangesOperation.init(recordZoneIDs:configurationsByRecordZoneID:)
    let _: ReferenceWritableKeyPath<CKFetchRecordZoneChangesOperation, [CKRecordZone.ID : CKFetchRecordZoneChangesOperation.ZoneConfiguration]?> = \CKFetchRecordZoneChangesOperation.configurationsByRecordZoneID
    let _: ReferenceWritableKeyPath<CKFetchRecordZoneChangesOperation, Bool> = \CKFetchRecordZoneChangesOperation.fetchAllChanges
    let _: ReferenceWritableKeyPath<CKFetchRecordZoneChangesOperation, (((any Error)?) -> Void)?> = \CKFetchRecordZoneChangesOperation.fetchRecordZoneChangesCompletionBlock
    let _: ReferenceWritableKeyPath<CKFetchRecordZoneChangesOperation, ((Result<Void, any Error>) -> Void)?> = \CKFetchRecordZoneChangesOperation.fetchRecordZoneChangesResultBlock
    let _: ReferenceWritableKeyPath<CKFetchRecordZoneChangesOperation, [CKRecordZone.ID : CKFetchRecordZoneChangesOperation.ZoneOptions]?> = \CKFetchRecordZoneChangesOperation.optionsByRecordZoneID
    let _: ReferenceWritableKeyPath<CKFetchRecordZoneChangesOperation, ((CKRecord) -> Void)?> = \CKFetchRecordZoneChangesOperation.recordChangedBlock
    let _: ReferenceWritableKeyPath<CKFetchRecordZoneChangesOperation, ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?> = \CKFetchRecordZoneChangesOperation.recordWasChangedBlock
    let _: ReferenceWritableKeyPath<CKFetchRecordZoneChangesOperation, ((CKRecord.ID, CKRecord.RecordType) -> Void)?> = \CKFetchRecordZoneChangesOperation.recordWithIDWasDeletedBlock
    let _: ReferenceWritableKeyPath<CKFetchRecordZoneChangesOperation, ((CKRecordZone.ID, CKServerChangeToken?, Data?) -> Void)?> = \CKFetchRecordZoneChangesOperation.recordZoneChangeTokensUpdatedBlock
    let _: ReferenceWritableKeyPath<CKFetchRecordZoneChangesOperation, ((CKRecordZone.ID, CKServerChangeToken?, Data?, Bool, (any Error)?) -> Void)?> = \CKFetchRecordZoneChangesOperation.recordZoneFetchCompletionBlock
    let _: ReferenceWritableKeyPath<CKFetchRecordZoneChangesOperation, ((CKRecordZone.ID, Result<(serverChangeToken: CKServerChangeToken, clientChangeTokenData: Data?, moreComing: Bool), any Error>) -> Void)?> = \CKFetchRecordZoneChangesOperation.recordZoneFetchResultBlock
    let _: ReferenceWritableKeyPath<CKFetchRecordZoneChangesOperation, [CKRecordZone.ID]?> = \CKFetchRecordZoneChangesOperation.recordZoneIDs
  }

  static func referCKFetchRecordZoneChangesOperationZoneConfiguration() {
    let _ = CKFetchRecordZoneChangesOperation.ZoneConfiguration.self
    let _: () -> CKFetchRecordZoneChangesOperation.ZoneConfiguration = CKFetchRecordZoneChangesOperation.ZoneConfiguration.init
    let _: (CKServerChangeToken?, Int?, [CKRecord.FieldKey]?) -> CKFetchRecordZoneChangesOperation.ZoneConfiguration = CKFetchRecordZoneChangesOperation.ZoneConfiguration.init(previousServerChangeToken:resultsLimit:desiredKeys:)
    let _: ReferenceWritableKeyPath<CKFetchRecordZoneChangesOperation.ZoneConfiguration, [CKRecord.FieldKey]?> = \CKFetchRecordZoneChangesOperation.ZoneConfiguration.desiredKeys
    let _: ReferenceWritableKeyPath<CKFetchRecordZoneChangesOperation.ZoneConfiguration, CKServerChangeToken?> = \CKFetchRecordZoneChangesOperation.ZoneConfiguration.previousServerChangeToken
    let _: ReferenceWritableKeyPath<CKFetchRecordZoneChangesOperation.ZoneConfiguration, Int> = \CKFetchRecordZoneChangesOperation.ZoneConfiguration.resultsLimit
  }

  static func referCKFetchRecordZoneChangesOperationZoneOptions() {
    let _ = CKFetchRecordZoneChangesOperation.ZoneOptions.self
    let _: () -> CKFetchRecordZoneChangesOperation.ZoneOptions = CKFetchRecordZoneChangesOperation.ZoneOptions.init
    let _: ReferenceWritableKeyPath<CKFetchRecordZoneChangesOperation.ZoneOptions, [CKRecord.FieldKey]?> = \CKFetchRecordZoneChangesOperation.ZoneOptions.desiredKeys
    let _: ReferenceWritableKeyPath<CKFetchRecordZoneChangesOperation.ZoneOptions, CKServerChangeToken?> = \CKFetchRecordZoneChangesOperation.ZoneOptions.previousServerChangeToken
    let _: ReferenceWritableKeyPath<CKFetchRecordZoneChangesOperation.ZoneOptions, Int> = \CKFetchRecordZoneChangesOperation.ZoneOptions.resultsLimit
  }

  static func referCKFetchRecordZonesOperation() {
    let _ = CKFetchRecordZonesOperation.self
    let _: () -> CKFetchRecordZonesOperation = CKFetchRecordZonesOperation.init
    let _: ([CKRecordZone.ID]) -> CKFetchRecordZonesOperation = CKFetchRecordZonesOperation.init(recordZoneIDs:)
    let _: () -> CKFetchRecordZonesOperation = CKFetchRecordZonesOperation.fetchAllRecordZonesOperation
    let _: ReferenceWritableKeyPath<CKFetchRecordZonesOperation, (([CKRecordZone.ID : CKRecordZone]?, (any Error)?) -> Void)?> = \CKFetchRecordZonesOperation.fetchRecordZonesCompletionBlock
    let _: ReferenceWritableKeyPath<CKFetchRecordZonesOperation, ((Result<Void, any Error>) -> Void)?> = \CKFetchRecordZonesOperation.fetchRecordZonesResultBlock
    let _: ReferenceWritableKeyPath<CKFetchRecordZonesOperation, ((CKRecordZone.ID, Result<CKRecordZone, any Error>) -> Void)?> = \CKFetchRecordZonesOperation.perRecordZoneResultBlock
    let _: ReferenceWritableKeyPath<CKFetchRecordZonesOperation, [CKRecordZone.ID]?> = \CKFetchRecordZonesOperation.recordZoneIDs
  }

  static func referCKFetchRecordsOperation() {
    let _ = CKFetchRecordsOperation.self
    let _: () -> CKFetchRecordsOperation = CKFetchRecordsOperation.init
    let _: ([CKRecord.ID]) -> CKFetchRecordsOperation = CKFetchRecordsOperation.init(recordIDs:)
    let _: () -> CKFetchRecordsOperation = CKFetchRecordsOperation.fetchCurrentUserRecordOperation
    let _: ReferenceWritableKeyPath<CKFetchRecordsOperation, [CKRecord.FieldKey]?> = \CKFetchRecordsOperation.desiredKeys
    let _: ReferenceWritableKeyPath<CKFetchRecordsOperation, (([CKRecord.ID : CKRecord]?, (any Error)?) -> Void)?> = \CKFetchRecordsOperation.fetchRecordsCompletionBlock
    let _: ReferenceWritableKeyPath<CKFetchRecordsOperation, ((Result<Void, any Error>) -> Void)?> = \CKFetchRecordsOperation.fetchRecordsResultBlock
    let _: ReferenceWritableKeyPath<CKFetchRecordsOperation, ((CKRecord?, CKRecord.ID?, (any Error)?) -> Void)?> = \CKFetchRecordsOperation.perRecordCompletionBlock
    let _: ReferenceWritableKeyPath<CKFetchRecordsOperation, ((CKRecord.ID, Double) -> Void)?> = \CKFetchRecordsOperation.perRecordProgressBlock
    let _: ReferenceWritableKeyPath<CKFetchRecordsOperation, ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?> = \CKFetchRecordsOperation.perRecordResultBlock
    let _: ReferenceWritableKeyPath<CKFetchRecordsOperation, [CKRecord.ID]?> = \CKFetchRecordsOperation.recordIDs
  }

  static func referCKFetchShareMetadataOperation() {
    let _ = CKFetchShareMetadataOperation.self
    let _: () -> CKFetchShareMetadataOperation = CKFetchShareMetadataOperation.init
    let _: ([URL]) -> CKFetchShareMetadataOperation = CKFetchShareMetadataOperation.init(shareURLs:)
    let _: ReferenceWritableKeyPath<CKFetchShareMetadataOperation, (((any Error)?) -> Void)?> = \CKFetchShareMetadataOperation.fetchShareMetadataCompletionBlock
    let _: ReferenceWritableKeyPath<CKFetchShareMetadataOperation, ((Result<Void, any Error>) -> Void)?> = \CKFetchShareMetadataOperation.fetchShareMetadataResultBlock
    let _: ReferenceWritableKeyPath<CKFetchShareMetadataOperation, ((URL, CKShare.Metadata?, (any Error)?) -> Void)?> = \CKFetchShareMetadataOperation.perShareMetadataBlock
    let _: ReferenceWritableKeyPath<CKFetchShareMetadataOperation, ((URL, Result<CKShare.Metadata, any Error>) -> Void)?> = \CKFetchShareMetadataOperation.perShareMetadataResultBlock
    let _: ReferenceWritableKeyPath<CKFetchShareMetadataOperation, [CKRecord.FieldKey]?> = \CKFetchShareMetadataOperation.rootRecordDesiredKeys
    let _: ReferenceWritableKeyPath<CKFetchShareMetadataOperation, [URL]?> = \CKFetchShareMetadataOperation.shareURLs
    let _: ReferenceWritableKeyPath<CKFetchShareMetadataOperation, Bool> = \CKFetchShareMetadataOperation.shouldFetchRootRecord
  }

  static func referCKFetchShareParticipantsOperation() {
    let _ = CKFetchShareParticipantsOperation.self
    let _: () -> CKFetchShareParticipantsOperation = CKFetchShareParticipantsOperation.init
    let _: ([CKUserIdentity.LookupInfo]) -> CKFetchShareParticipantsOperation = CKFetchShareParticipantsOperation.init(userIdentityLookupInfos:)
    let _: ReferenceWritableKeyPath<CKFetchShareParticipantsOperation, (((any Error)?) -> Void)?> = \CKFetchShareParticipantsOperation.fetchShareParticipantsCompletionBlock
    let _: ReferenceWritableKeyPath<CKFetchShareParticipantsOperation, ((Result<Void, any Error>) -> Void)?> = \CKFetchShareParticipantsOperation.fetchShareParticipantsResultBlock
    let _: ReferenceWritableKeyPath<CKFetchShareParticipantsOperation, ((CKUserIdentity.LookupInfo, Result<CKShare.Participant, any Error>) -> Void)?> = \CKFetchShareParticipantsOperation.perShareParticipantResultBlock
    let _: ReferenceWritableKeyPath<CKFetchShareParticipantsOperation, ((CKShare.Participant) -> Void)?> = \CKFetchShareParticipantsOperation.shareParticipantFetchedBlock
    let _: ReferenceWritableKeyPath<CKFetchShareParticipantsOperation, [CKUserIdentity.LookupInfo]?> = \CKFetchShareParticipantsOperation.userIdentityLookupInfos
  }

  static func referCKFetchSubscriptionsOperation() {
    let _ = CKFetchSubscriptionsOperation.self
    let _: () -> CKFetchSubscriptionsOperation = CKFetchSubscriptionsOperation.init
    let _: () -> CKFetchSubscriptionsOperation = CKFetchSubscriptionsOperation.fetchAllSubscriptionsOperation
    let _: ReferenceWritableKeyPath<CKFetchSubscriptionsOperation, (([CKSubscription.ID : CKSubscription]?, (any Error)?) -> Void)?> = \CKFetchSubscriptionsOperation.fetchSubscriptionCompletionBlock
    let _: ReferenceWritableKeyPath<CKFetchSubscriptionsOperation, ((Result<Void, any Error>) -> Void)?> = \CKFetchSubscriptionsOperation.fetchSubscriptionsResultBlock
    let _: ReferenceWritableKeyPath<CKFetchSubscriptionsOperation, ((CKSubscription.ID, Result<CKSubscription, any Error>) -> Void)?> = \CKFetchSubscriptionsOperation.perSubscriptionResultBlock
  }

  static func referCKLocationSortDescriptor() {
    let _ = CKLocationSortDescriptor.self
    let _: (String, CLLocation) -> CKLocationSortDescriptor = CKLocationSortDescriptor.init(key:relativeLocation:)
    let _: KeyPath<CKLocationSortDescriptor, CLLocation> = \CKLocationSortDescriptor.relativeLocation
  }

  static func referCKModifyBadgeOperation() {
    let _ = CKModifyBadgeOperation.self
    let _: () -> CKModifyBadgeOperation = CKModifyBadgeOperation.init
    let _: (Int) -> CKModifyBadgeOperation = CKModifyBadgeOperation.init(badgeValue:)
    let _: ReferenceWritableKeyPath<CKModifyBadgeOperation, Int> = \CKModifyBadgeOperation.badgeValue
    let _: ReferenceWritableKeyPath<CKModifyBadgeOperation, (((any Error)?) -> Void)?> = \CKModifyBadgeOperation.modifyBadgeCompletionBlock
  }

  static func referCKModifyRecordZonesOperation() {
    let _ = CKModifyRecordZonesOperation.self
    let _: () -> CKModifyRecordZonesOperation = CKModifyRecordZonesOperation.init
    let _: ([CKRecordZone]?, [CKRecordZone.ID]?) -> CKModifyRecordZonesOperation = CKModifyRecordZonesOperation.init(recordZonesToSave:recordZoneIDsToDelete:)
    let _: ReferenceWritableKeyPath<CKModifyRecordZonesOperation, (([CKRecordZone]?, [CKRecordZone.ID]?, (any Error)?) -> Void)?> = \CKModifyRecordZonesOperation.modifyRecordZonesCompletionBlock
    let _: ReferenceWritableKeyPath<CKModifyRecordZonesOperation, ((Result<Void, any Error>) -> Void)?> = \CKModifyRecordZonesOperation.modifyRecordZonesResultBlock
    let _: ReferenceWritableKeyPath<CKModifyRecordZonesOperation, ((CKRecordZone.ID, Result<Void, any Error>) -> Void)?> = \CKModifyRecordZonesOperation.perRecordZoneDeleteBlock
    let _: ReferenceWritableKeyPath<CKModifyRecordZonesOperation, ((CKRecordZone.ID, Result<CKRecordZone, any Error>) -> Void)?> = \CKModifyRecordZonesOperation.perRecordZoneSaveBlock
    let _: ReferenceWritableKeyPath<CKModifyRecordZonesOperation, [CKRecordZone.ID]?> = \CKModifyRecordZonesOperation.recordZoneIDsToDelete
    let _: ReferenceWritableKeyPath<CKModifyRecordZonesOperation, [CKRecordZone]?> = \CKModifyRecordZonesOperation.recordZonesToSave
  }

  static func referCKModifyRecordsOperation() {
    let _ = CKModifyRecordsOperation.self
    let _: () -> CKModifyRecordsOperation = CKModifyRecordsOperation.init
    let _: ([CKRecord]?, [CKRecord.ID]?) -> CKModifyRecordsOperation = CKModifyRecordsOperation.init(recordsToSave:recordIDsToDelete:)
    let _: ReferenceWritableKeyPath<CKModifyRecordsOperation, Data?> = \CKModifyRecordsOperation.clientChangeTokenData
    let _: ReferenceWritableKeyPath<CKModifyRecordsOperation, Bool> = \CKModifyRecordsOperation.isAtomic
    let _: ReferenceWritableKeyPath<CKModifyRecordsOperation, (([CKRecord]?, [CKRecord.ID]?, (any Error)?) -> Void)?> = \CKModifyRecordsOperation.modifyRecordsCompletionBlock
    let _: ReferenceWritableKeyPath<CKModifyRecordsOperation, ((Result<Void, any Error>) -> Void)?> = \CKModifyRecordsOperation.modifyRecordsResultBlock
    let _: ReferenceWritableKeyPath<CKModifyRecordsOperation, ((CKRecord, (any Error)?) -> Void)?> = \CKModifyRecordsOperation.perRecordCompletionBlock
    let _: ReferenceWritableKeyPath<CKModifyRecordsOperation, ((CKRecord.ID, Result<Void, any Error>) -> Void)?> = \CKModifyRecordsOperation.perRecordDeleteBlock
    let _: ReferenceWritableKeyPath<CKModifyRecordsOperation, ((CKRecord, Double) -> Void)?> = \CKModifyRecordsOperation.perRecordProgressBlock
    let _: ReferenceWritableKeyPath<CKModifyRecordsOperation, ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?> = \CKModifyRecordsOperation.perRecordSaveBlock
    let _: ReferenceWritableKeyPath<CKModifyRecordsOperation, [CKRecord.ID]?> = \CKModifyRecordsOperation.recordIDsToDelete
    let _: ReferenceWritableKeyPath<CKModifyRecordsOperation, [CKRecord]?> = \CKModifyRecordsOperation.recordsToSave
    let _: ReferenceWritableKeyPath<CKModifyRecordsOperation, CKModifyRecordsOperation.RecordSavePolicy> = \CKModifyRecordsOperation.savePolicy
  }

  static func referCKModifyRecordsOperationRecordSavePolicy() {
    let _ = CKModifyRecordsOperation.RecordSavePolicy.self
    let _: [CKModifyRecordsOperation.RecordSavePolicy] = [.ifServerRecordUnchanged, .changedKeys, .allKeys]
    let _: (Int) -> CKModifyRecordsOperation.RecordSavePolicy? = CKModifyRecordsOperation.RecordSavePolicy.init(rawValue:)
  }

  static func referCKModifySubscriptionsOperation() {
    let _ = CKModifySubscriptionsOperation.self
    let _: () -> CKModifySubscriptionsOperation = CKModifySubscriptionsOperation.init
    let _: ReferenceWritableKeyPath<CKModifySubscriptionsOperation, (([CKSubscription]?, [CKSubscription.ID]?, (any Error)?) -> Void)?> = \CKModifySubscriptionsOperation.modifySubscriptionsCompletionBlock
    let _: ReferenceWritableKeyPath<CKModifySubscriptionsOperation, ((Result<Void, any Error>) -> Void)?> = \CKModifySubscriptionsOperation.modifySubscriptionsResultBlock
    let _: ReferenceWritableKeyPath<CKModifySubscriptionsOperation, ((CKSubscription.ID, Result<Void, any Error>) -> Void)?> = \CKModifySubscriptionsOperation.perSubscriptionDeleteBlock
    let _: ReferenceWritableKeyPath<CKModifySubscriptionsOperation, ((CKSubscription.ID, Result<CKSubscription, any Error>) -> Void)?> = \CKModifySubscriptionsOperation.perSubscriptionSaveBlock
  }

  static func referCKNotification() {
    let _ = CKNotification.self
    let _: ([AnyHashable : Any]) -> CKNotification? = CKNotification.init(fromRemoteNotificationDictionary:)
    let _: KeyPath<CKNotification, String?> = \CKNotification.alertBody
    let _: KeyPath<CKNotification, String?> = \CKNotification.category
    let _: KeyPath<CKNotification, String?> = \CKNotification.containerIdentifier
    let _: KeyPath<CKNotification, Bool> = \CKNotification.isPruned
    let _: KeyPath<CKNotification, CKNotification.ID?> = \CKNotification.notificationID
    let _: KeyPath<CKNotification, CKNotification.NotificationType> = \CKNotification.notificationType
  }

  static func referCKNotificationID() {
    let _ = CKNotification.ID.self
  }

  static func referCKNotificationNotificationType() {
    let _ = CKNotification.NotificationType.self
    let _: [CKNotification.NotificationType] = [.query, .recordZone, .readNotification, .database]
    let _: (Int) -> CKNotification.NotificationType? = CKNotification.NotificationType.init(rawValue:)
  }

  static func referCKOperation() {
    let _ = CKOperation.self
    let _: () -> CKOperation = CKOperation.init
    let _: KeyPath<CKOperation, CKOperation.ID> = \CKOperation.operationID
    let _: ReferenceWritableKeyPath<CKOperation, Bool> = \CKOperation.allowsCellularAccess
    let _: ReferenceWritableKeyPath<CKOperation, CKOperation.Configuration?> = \CKOperation.configuration
    let _: ReferenceWritableKeyPath<CKOperation, CKContainer?> = \CKOperation.container
    let _: ReferenceWritableKeyPath<CKOperation, CKOperationGroup?> = \CKOperation.group
    let _: ReferenceWritableKeyPath<CKOperation, Bool> = \CKOperation.isLongLived
    let _: ReferenceWritableKeyPath<CKOperation, (() -> Void)?> = \CKOperation.longLivedOperationWasPersistedBlock
    let _: ReferenceWritableKeyPath<CKOperation, TimeInterval> = \CKOperation.timeoutIntervalForRequest
    let _: ReferenceWritableKeyPath<CKOperation, TimeInterval> = \CKOperation.timeoutIntervalForResource
    let _: String.Type = CKOperation.ID.self
  }

  static func referCKOperationConfiguration() {
    let _ = CKOperation.Configuration.self
    let _: () -> CKOperation.Configuration = CKOperation.Configuration.init
    let _: ReferenceWritableKeyPath<CKOperation.Configuration, Bool> = \CKOperation.Configuration.allowsCellularAccess
    let _: ReferenceWritableKeyPath<CKOperation.Configuration, CKContainer?> = \CKOperation.Configuration.container
    let _: ReferenceWritableKeyPath<CKOperation.Configuration, Bool> = \CKOperation.Configuration.isLongLived
    let _: ReferenceWritableKeyPath<CKOperation.Configuration, QualityOfService> = \CKOperation.Configuration.qualityOfService
    let _: ReferenceWritableKeyPath<CKOperation.Configuration, TimeInterval> = \CKOperation.Configuration.timeoutIntervalForRequest
    let _: ReferenceWritableKeyPath<CKOperation.Configuration, TimeInterval> = \CKOperation.Configuration.timeoutIntervalForResource
  }

  static func referCKOperationGroup() {
    let _ = CKOperationGroup.self
    let _: () -> CKOperationGroup = CKOperationGroup.init
    let _: KeyPath<CKOperationGroup, String> = \CKOperationGroup.operationGroupID
    let _: ReferenceWritableKeyPath<CKOperationGroup, CKOperation.Configuration?> = \CKOperationGroup.defaultConfiguration
    let _: ReferenceWritableKeyPath<CKOperationGroup, CKOperationGroup.TransferSize> = \CKOperationGroup.expectedReceiveSize
    let _: ReferenceWritableKeyPath<CKOperationGroup, CKOperationGroup.TransferSize> = \CKOperationGroup.expectedSendSize
    let _: ReferenceWritableKeyPath<CKOperationGroup, String?> = \CKOperationGroup.name
    let _: ReferenceWritableKeyPath<CKOperationGroup, Int> = \CKOperationGroup.quantity
  }

  static func referCKOperationGroupTransferSize() {
    let _ = CKOperationGroup.TransferSize.self
    let _: [CKOperationGroup.TransferSize] = [.unknown, .kilobytes, .megabytes, .tensOfMegabytes, .hundredsOfMegabytes, .gigabytes, .tensOfGigabytes, .hundredsOfGigabytes]
    let _: (Int) -> CKOperationGroup.TransferSize? = CKOperationGroup.TransferSize.init(rawValue:)
  }

  static func referCKQuery() {
    let _ = CKQuery.self
    let _: (CKRecord.RecordType, NSPredicate) -> CKQuery = CKQuery.init(recordType:predicate:)
    let _: KeyPath<CKQuery, NSPredicate> = \CKQuery.predicate
    let _: KeyPath<CKQuery, String> = \CKQuery.recordType
    let _: ReferenceWritableKeyPath<CKQuery, [NSSortDescriptor]?> = \CKQuery.sortDescriptors
  }

  static func referCKQueryNotification() {
    let _ = CKQueryNotification.self
    let _: KeyPath<CKQueryNotification, CKDatabase.Scope> = \CKQueryNotification.databaseScope
    let _: KeyPath<CKQueryNotification, CKQueryNotification.Reason> = \CKQueryNotification.queryNotificationReason
    let _: KeyPath<CKQueryNotification, [String : Any]?> = \CKQueryNotification.recordFields
    let _: KeyPath<CKQueryNotification, CKRecord.ID?> = \CKQueryNotification.recordID
  }

  static func referCKQueryNotificationReason() {
    let _ = CKQueryNotification.Reason.self
    let _: [CKQueryNotification.Reason] = [.recordCreated, .recordUpdated, .recordDeleted]
    let _: (Int) -> CKQueryNotification.Reason? = CKQueryNotification.Reason.init(rawValue:)
  }

  static func referCKQueryOperation() {
    let _ = CKQueryOperation.self
    let _: () -> CKQueryOperation = CKQueryOperation.init
    let _: (CKQueryOperation.Cursor) -> CKQueryOperation = CKQueryOperation.init(cursor:)
    let _: (CKQuery) -> CKQueryOperation = CKQueryOperation.init(query:)
    let _: Int = CKQueryOperation.maximumResults
    let _: ReferenceWritableKeyPath<CKQueryOperation, CKQueryOperation.Cursor?> = \CKQueryOperation.cursor
    let _: ReferenceWritableKeyPath<CKQueryOperation, [CKRecord.FieldKey]?> = \CKQueryOperation.desiredKeys
    let _: ReferenceWritableKeyPath<CKQueryOperation, CKQuery?> = \CKQueryOperation.query
    let _: ReferenceWritableKeyPath<CKQueryOperation, ((CKQueryOperation.Cursor?, (any Error)?) -> Void)?> = \CKQueryOperation.queryCompletionBlock
    let _: ReferenceWritableKeyPath<CKQueryOperation, ((Result<CKQueryOperation.Cursor?, any Error>) -> Void)?> = \CKQueryOperation.queryResultBlock
    let _: ReferenceWritableKeyPath<CKQueryOperation, ((CKRecord) -> Void)?> = \CKQueryOperation.recordFetchedBlock
    let _: ReferenceWritableKeyPath<CKQueryOperation, ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?> = \CKQueryOperation.recordMatchedBlock
    let _: ReferenceWritableKeyPath<CKQueryOperation, Int> = \CKQueryOperation.resultsLimit
    let _: ReferenceWritableKeyPath<CKQueryOperation, CKRecordZone.ID?> = \CKQueryOperation.zoneID
    let _: CKQueryOperation.Cursor.Type = CKQueryOperation.Cursor.self
  }

  static func referCKQueryOperationCursor() {
    let _ = CKQueryOperation.Cursor.self
    let _: KeyPath<CKQueryOperation.Cursor, Data> = \CKQueryOperation.Cursor.data
  }

  static func referCKQuerySubscription() {
    let _ = CKQuerySubscription.self
    let _: (CKRecord.RecordType, NSPredicate, CKQuerySubscription.Options) -> CKQuerySubscription = CKQuerySubscription.init(recordType:predicate:options:)
    let _: KeyPath<CKQuerySubscription, NSPredicate> = \CKQuerySubscription.predicate
    let _: KeyPath<CKQuerySubscription, CKQuerySubscription.Options> = \CKQuerySubscription.querySubscriptionOptions
    let _: KeyPath<CKQuerySubscription, CKRecord.RecordType?> = \CKQuerySubscription.recordType
    let _: ReferenceWritableKeyPath<CKQuerySubscription, CKRecordZone.ID?> = \CKQuerySubscription.zoneID
  }

  static func referCKQuerySubscriptionOptions() {
    let _ = CKQuerySubscription.Options.self
    let _: (UInt) -> CKQuerySubscription.Options = CKQuerySubscription.Options.init(rawValue:)
    let _: CKQuerySubscription.Options = CKQuerySubscription.Options.firesOnRecordCreation
    let _: CKQuerySubscription.Options = CKQuerySubscription.Options.firesOnRecordDeletion
    let _: CKQuerySubscription.Options = CKQuerySubscription.Options.firesOnRecordUpdate
    let _: CKQuerySubscription.Options = CKQuerySubscription.Options.firesOnce
    let _: KeyPath<CKQuerySubscription.Options, UInt> = \CKQuerySubscription.Options.rawValue
  }

  static func referCKRecord() {
    let _ = CKRecord.self
    let _: (CKRecord.RecordType, CKRecord.ID) -> CKRecord = CKRecord.init(recordType:recordID:)
    let _: (CKRecord.RecordType, CKRecordZone.ID) -> CKRecord = CKRecord.init(recordType:zoneID:)
    let _: KeyPath<CKRecord, CKRecord.ID> = \CKRecord.recordID
    let _: KeyPath<CKRecord, String> = \CKRecord.recordType
    let _: KeyPath<CKRecord, Date?> = \CKRecord.creationDate
    let _: KeyPath<CKRecord, CKRecord.ID?> = \CKRecord.creatorUserRecordID
    let _: KeyPath<CKRecord, any CKRecordKeyValueSetting & Sendable> = \CKRecord.encryptedValues
    let _: KeyPath<CKRecord, CKRecord.ID?> = \CKRecord.lastModifiedUserRecordID
    let _: KeyPath<CKRecord, Date?> = \CKRecord.modificationDate
    let _: ReferenceWritableKeyPath<CKRecord, CKRecord.Reference?> = \CKRecord.parent
    let _: KeyPath<CKRecord, String?> = \CKRecord.recordChangeTag
    let _: KeyPath<CKRecord, CKRecord.Reference?> = \CKRecord.share
    let _: (CKRecord) -> () -> [CKRecord.FieldKey] = CKRecord.allKeys
    let _: (CKRecord) -> () -> [String] = CKRecord.allTokens
    let _: (CKRecord) -> () -> [CKRecord.FieldKey] = CKRecord.changedKeys
    let _: (CKRecord) -> ([String]) -> [String : Any] = CKRecord.dictionaryWithValues(forKeys:)
    let _: (CKRecord) -> (NSCoder) -> Void = CKRecord.encodeSystemFields(with:)
    let _: (CKRecord) -> () -> CKRecordKeyValueIterator = CKRecord.makeIterator
    let _: (CKRecord) -> (CKRecord.FieldKey) -> (any CKRecordValue)? = CKRecord.object(forKey:)
    let _: (CKRecord) -> ((any CKRecordValueProtocol)?, CKRecord.FieldKey) -> Void = CKRecord.setObject(_:forKey:)
    let _: (CKRecord) -> (CKRecord.ID?) -> Void = CKRecord.setParent(_:)
    let _: (CKRecord) -> (CKRecord?) -> Void = CKRecord.setParent(_:)
    let _: (CKRecord) -> (Any?, String) -> Void = CKRecord.setValue(_:forKey:)
    let _: (CKRecord) -> ([String : Any]) -> Void = CKRecord.setValuesForKeys(_:)
    let _: (CKRecord) -> (String) -> Any? = CKRecord.value(forKey:)
    let _: String.Type = CKRecord.FieldKey.self
    let _: CKRecord.ID.Type = CKRecord.ID.self
    let _: String.Type = CKRecord.RecordType.self
    let _: CKRecord.Reference.Type = CKRecord.Reference.self
  }

  static func referCKRecordID() {
    let _ = CKRecord.ID.self
    let _: (String, CKRecordZone.ID) -> CKRecord.ID = CKRecord.ID.init(recordName:zoneID:)
    let _: KeyPath<CKRecord.ID, String> = \CKRecord.ID.recordName
    let _: KeyPath<CKRecord.ID, CKRecordZone.ID> = \CKRecord.ID.zoneID
  }

  static func referCKRecordReference() {
    let _ = CKRecord.Reference.self
    let _: (CKRecord, CKRecord.ReferenceAction) -> CKRecord.Reference = CKRecord.Reference.init(record:action:)
    let _: (CKRecord.ID, CKRecord.ReferenceAction) -> CKRecord.Reference = CKRecord.Reference.init(recordID:action:)
    let _: KeyPath<CKRecord.Reference, CKRecord.ReferenceAction> = \CKRecord.Reference.action
    let _: KeyPath<CKRecord.Reference, CKRecord.ID> = \CKRecord.Reference.recordID
    let _: CKRecord.ReferenceAction.Type = CKRecord.Reference.Action.self
  }

  static func referCKRecordReferenceAction() {
    let _ = CKRecord.ReferenceAction.self
    let _: [CKRecord.ReferenceAction] = [.none, .deleteSelf]
    let _: (UInt) -> CKRecord.ReferenceAction? = CKRecord.ReferenceAction.init(rawValue:)
  }

  static func referCKRecordSystemFieldKey() {
    let _ = CKRecord.SystemFieldKey.self
    let _: String = CKRecord.SystemFieldKey.creationDate
    let _: String = CKRecord.SystemFieldKey.creatorUserRecordID
    let _: String = CKRecord.SystemFieldKey.lastModifiedUserRecordID
    let _: String = CKRecord.SystemFieldKey.modificationDate
    let _: String = CKRecord.SystemFieldKey.parent
    let _: String = CKRecord.SystemFieldKey.recordID
    let _: String = CKRecord.SystemFieldKey.share
  }

  static func referCKRecordSystemType() {
    let _ = CKRecord.SystemType.self
    let _: String = CKRecord.SystemType.share
    let _: String = CKRecord.SystemType.userRecord
  }

  static func referCKRecordKeyValueIterator() {
    let _ = CKRecordKeyValueIterator.self
  }

  static func referCKRecordZone() {
    let _ = CKRecordZone.self
    let _: (CKRecordZone.ID) -> CKRecordZone = CKRecordZone.init(zoneID:)
    let _: (String) -> CKRecordZone = CKRecordZone.init(zoneName:)
    let _: () -> CKRecordZone = CKRecordZone.`default`
    let _: KeyPath<CKRecordZone, CKRecordZone.ID> = \CKRecordZone.zoneID
    let _: KeyPath<CKRecordZone, CKRecordZone.Capabilities> = \CKRecordZone.capabilities
    let _: ReferenceWritableKeyPath<CKRecordZone, CKRecordZone.EncryptionScope> = \CKRecordZone.encryptionScope
    let _: KeyPath<CKRecordZone, CKRecord.Reference?> = \CKRecordZone.share
    let _: CKRecordZone.ID.Type = CKRecordZone.ID.self
  }

  static func referCKRecordZoneCapabilities() {
    let _ = CKRecordZone.Capabilities.self
    let _: (UInt) -> CKRecordZone.Capabilities = CKRecordZone.Capabilities.init(rawValue:)
    let _: CKRecordZone.Capabilities = CKRecordZone.Capabilities.atomic
    let _: CKRecordZone.Capabilities = CKRecordZone.Capabilities.fetchChanges
    let _: CKRecordZone.Capabilities = CKRecordZone.Capabilities.sharing
    let _: CKRecordZone.Capabilities = CKRecordZone.Capabilities.zoneWideSharing
    let _: KeyPath<CKRecordZone.Capabilities, UInt> = \CKRecordZone.Capabilities.rawValue
  }

  static func referCKRecordZoneEncryptionScope() {
    let _ = CKRecordZone.EncryptionScope.self
    let _: [CKRecordZone.EncryptionScope] = [.perRecord, .perZone]
    let _: (Int) -> CKRecordZone.EncryptionScope? = CKRecordZone.EncryptionScope.init(rawValue:)
  }

  static func referCKRecordZoneID() {
    let _ = CKRecordZone.ID.self
    let _: (String, String) -> CKRecordZone.ID = CKRecordZone.ID.init(zoneName:ownerName:)
    let _: CKRecordZone.ID = CKRecordZone.ID.`default`
    let _: String = CKRecordZone.ID.defaultZoneName
    let _: KeyPath<CKRecordZone.ID, String> = \CKRecordZone.ID.ownerName
    let _: KeyPath<CKRecordZone.ID, String> = \CKRecordZone.ID.zoneName
  }

  static func referCKRecordZoneNotification() {
    let _ = CKRecordZoneNotification.self
    let _: KeyPath<CKRecordZoneNotification, CKDatabase.Scope> = \CKRecordZoneNotification.databaseScope
    let _: KeyPath<CKRecordZoneNotification, CKRecordZone.ID?> = \CKRecordZoneNotification.recordZoneID
  }

  static func referCKRecordZoneSubscription() {
    let _ = CKRecordZoneSubscription.self
    let _: (CKRecordZone.ID) -> CKRecordZoneSubscription = CKRecordZoneSubscription.init(zoneID:)
    let _: KeyPath<CKRecordZoneSubscription, CKRecordZone.ID> = \CKRecordZoneSubscription.zoneID
    let _: ReferenceWritableKeyPath<CKRecordZoneSubscription, CKRecord.RecordType?> = \CKRecordZoneSubscription.recordType
  }

  static func referCKServerChangeToken() {
    let _ = CKServerChangeToken.self
    let _: KeyPath<CKServerChangeToken, Data> = \CKServerChangeToken.data
  }

  static func referCKShare() {
    let _ = CKShare.self
    let _: (CKRecordZone.ID) -> CKShare = CKShare.init(recordZoneID:)
    let _: (CKRecord) -> CKShare = CKShare.init(rootRecord:)
    let _: (CKRecord, CKRecord.ID) -> CKShare = CKShare.init(rootRecord:shareID:)
    let _: KeyPath<CKShare, CKShare.Participant?> = \CKShare.currentUserParticipant
    let _: KeyPath<CKShare, CKShare.Participant> = \CKShare.owner
    let _: KeyPath<CKShare, [CKShare.Participant]> = \CKShare.participants
    let _: ReferenceWritableKeyPath<CKShare, CKShare.ParticipantPermission> = \CKShare.publicPermission
    let _: KeyPath<CKShare, URL?> = \CKShare.url
    let _: (CKShare) -> (CKShare.Participant) -> Void = CKShare.addParticipant(_:)
    let _: (CKShare) -> (NSCoder) -> Void = CKShare.encodeSystemFields(with:)
    let _: (CKShare) -> (CKShare.Participant) -> Void = CKShare.removeParticipant(_:)
    let _: CKShare.Metadata.Type = CKShare.Metadata.self
    let _: CKShare.Participant.Type = CKShare.Participant.self
  }

  static func referCKShareMetadata() {
    let _ = CKShare.Metadata.self
    let _: KeyPath<CKShare.Metadata, String> = \CKShare.Metadata.containerIdentifier
    let _: KeyPath<CKShare.Metadata, CKShare> = \CKShare.Metadata.share
    let _: KeyPath<CKShare.Metadata, CKRecord.ID?> = \CKShare.Metadata.hierarchicalRootRecordID
    let _: KeyPath<CKShare.Metadata, CKUserIdentity> = \CKShare.Metadata.ownerIdentity
    let _: KeyPath<CKShare.Metadata, CKShare.ParticipantPermission> = \CKShare.Metadata.participantPermission
    let _: KeyPath<CKShare.Metadata, CKShare.ParticipantRole> = \CKShare.Metadata.participantRole
    let _: KeyPath<CKShare.Metadata, CKShare.ParticipantAcceptanceStatus> = \CKShare.Metadata.participantStatus
    let _: KeyPath<CKShare.Metadata, CKShare.ParticipantType> = \CKShare.Metadata.participantType
    let _: KeyPath<CKShare.Metadata, CKRecord?> = \CKShare.Metadata.rootRecord
    let _: KeyPath<CKShare.Metadata, CKRecord.ID> = \CKShare.Metadata.rootRecordID
  }

  static func referCKShareParticipant() {
    let _ = CKShare.Participant.self
    let _: KeyPath<CKShare.Participant, CKUserIdentity> = \CKShare.Participant.userIdentity
    let _: KeyPath<CKShare.Participant, CKShare.Participant.AcceptanceStatus> = \CKShare.Participant.acceptanceStatus
    let _: ReferenceWritableKeyPath<CKShare.Participant, CKShare.Participant.Permission> = \CKShare.Participant.permission
    let _: ReferenceWritableKeyPath<CKShare.Participant, CKShare.Participant.Role> = \CKShare.Participant.role
    let _: ReferenceWritableKeyPath<CKShare.Participant, CKShare.Participant.ParticipantType> = \CKShare.Participant.type
    let _: CKShare.ParticipantAcceptanceStatus.Type = CKShare.Participant.AcceptanceStatus.self
    let _: CKShare.ParticipantType.Type = CKShare.Participant.ParticipantType.self
    let _: CKShare.ParticipantPermission.Type = CKShare.Participant.Permission.self
    let _: CKShare.ParticipantRole.Type = CKShare.Participant.Role.self
  }

  static func referCKShareParticipantAcceptanceStatus() {
    let _ = CKShare.ParticipantAcceptanceStatus.self
    let _: [CKShare.ParticipantAcceptanceStatus] = [.unknown, .pending, .accepted, .removed]
    let _: (Int) -> CKShare.ParticipantAcceptanceStatus? = CKShare.ParticipantAcceptanceStatus.init(rawValue:)
  }

  static func referCKShareParticipantPermission() {
    let _ = CKShare.ParticipantPermission.self
    let _: [CKShare.ParticipantPermission] = [.unknown, .none, .readOnly, .readWrite]
    let _: (Int) -> CKShare.ParticipantPermission? = CKShare.ParticipantPermission.init(rawValue:)
  }

  static func referCKShareParticipantRole() {
    let _ = CKShare.ParticipantRole.self
    let _: [CKShare.ParticipantRole] = [.unknown, .owner, .administrator, .privateUser, .publicUser]
    let _: (Int) -> CKShare.ParticipantRole? = CKShare.ParticipantRole.init(rawValue:)
  }

  static func referCKShareParticipantType() {
    let _ = CKShare.ParticipantType.self
    let _: [CKShare.ParticipantType] = [.unknown, .owner, .privateUser, .publicUser]
    let _: (Int) -> CKShare.ParticipantType? = CKShare.ParticipantType.init(rawValue:)
  }

  static func referCKShareSystemFieldKey() {
    let _ = CKShare.SystemFieldKey.self
    let _: String = CKShare.SystemFieldKey.shareType
    let _: String = CKShare.SystemFieldKey.thumbnailImageData
    let _: String = CKShare.SystemFieldKey.title
  }

  static func referCKSubscription() {
    let _ = CKSubscription.self
    let _: ReferenceWritableKeyPath<CKSubscription, CKSubscription.NotificationInfo?> = \CKSubscription.notificationInfo
    let _: String.Type = CKSubscription.ID.self
    let _: CKSubscription.NotificationInfo.Type = CKSubscription.NotificationInfo.self
  }

  static func referCKSubscriptionNotificationInfo() {
    let _ = CKSubscription.NotificationInfo.self
    let _: () -> CKSubscription.NotificationInfo = CKSubscription.NotificationInfo.init
    let _: (String?, String?, [CKRecord.FieldKey], String?, String?, [CKRecord.FieldKey], String?, String?, [CKRecord.FieldKey], String?, String?, String?, [CKRecord.FieldKey], Bool, Bool, Bool, String?, String?) -> CKSubscription.NotificationInfo = CKSubscription.NotificationInfo.init(alertBody:alertLocalizationKey:alertLocalizationArgs:title:titleLocalizationKey:titleLocalizationArgs:subtitle:subtitleLocalizationKey:subtitleLocalizationArgs:alertActionLocalizationKey:alertLaunchImage:soundName:desiredKeys:shouldBadge:shouldSendContentAvailable:shouldSendMutableContent:category:collapseIDKey:)
    let _: ReferenceWritableKeyPath<CKSubscription.NotificationInfo, String?> = \CKSubscription.NotificationInfo.alertActionLocalizationKey
    let _: ReferenceWritableKeyPath<CKSubscription.NotificationInfo, String?> = \CKSubscription.NotificationInfo.alertBody
    let _: ReferenceWritableKeyPath<CKSubscription.NotificationInfo, String?> = \CKSubscription.NotificationInfo.alertLaunchImage
    let _: ReferenceWritableKeyPath<CKSubscription.NotificationInfo, [CKRecord.FieldKey]?> = \CKSubscription.NotificationInfo.alertLocalizationArgs
    let _: ReferenceWritableKeyPath<CKSubscription.NotificationInfo, String?> = \CKSubscription.NotificationInfo.alertLocalizationKey
    let _: ReferenceWritableKeyPath<CKSubscription.NotificationInfo, String?> = \CKSubscription.NotificationInfo.category
    let _: ReferenceWritableKeyPath<CKSubscription.NotificationInfo, String?> = \CKSubscription.NotificationInfo.collapseIDKey
    let _: ReferenceWritableKeyPath<CKSubscription.NotificationInfo, [CKRecord.FieldKey]?> = \CKSubscription.NotificationInfo.desiredKeys
    let _: ReferenceWritableKeyPath<CKSubscription.NotificationInfo, Bool> = \CKSubscription.NotificationInfo.shouldBadge
    let _: ReferenceWritableKeyPath<CKSubscription.NotificationInfo, Bool> = \CKSubscription.NotificationInfo.shouldSendContentAvailable
    let _: ReferenceWritableKeyPath<CKSubscription.NotificationInfo, Bool> = \CKSubscription.NotificationInfo.shouldSendMutableContent
    let _: ReferenceWritableKeyPath<CKSubscription.NotificationInfo, String?> = \CKSubscription.NotificationInfo.soundName
    let _: ReferenceWritableKeyPath<CKSubscription.NotificationInfo, String?> = \CKSubscription.NotificationInfo.subtitle
    let _: ReferenceWritableKeyPath<CKSubscription.NotificationInfo, [CKRecord.FieldKey]?> = \CKSubscription.NotificationInfo.subtitleLocalizationArgs
    let _: ReferenceWritableKeyPath<CKSubscription.NotificationInfo, String?> = \CKSubscription.NotificationInfo.subtitleLocalizationKey
    let _: ReferenceWritableKeyPath<CKSubscription.NotificationInfo, String?> = \CKSubscription.NotificationInfo.title
    let _: ReferenceWritableKeyPath<CKSubscription.NotificationInfo, [CKRecord.FieldKey]?> = \CKSubscription.NotificationInfo.titleLocalizationArgs
    let _: ReferenceWritableKeyPath<CKSubscription.NotificationInfo, String?> = \CKSubscription.NotificationInfo.titleLocalizationKey
  }

  static func referCKSubscriptionSubscriptionType() {
    let _ = CKSubscription.SubscriptionType.self
    let _: [CKSubscription.SubscriptionType] = [.query, .recordZone, .database]
    let _: (Int) -> CKSubscription.SubscriptionType? = CKSubscription.SubscriptionType.init(rawValue:)
  }

  static func referCKSyncEngine() {
    let _ = CKSyncEngine.self
    let _: (CKSyncEngine.Configuration) -> CKSyncEngine = CKSyncEngine.init(_:)
    let _: KeyPath<CKSyncEngine, CKDatabase> = \CKSyncEngine.database
    let _: KeyPath<CKSyncEngine, CKSyncEngine.State> = \CKSyncEngine.state
    let _: (CKSyncEngine) -> () async -> Void = CKSyncEngine.cancelOperations
    let _: (CKSyncEngine) -> (CKSyncEngine.FetchChangesOptions) async throws -> Void = CKSyncEngine.fetchChanges(_:)
    let _: (CKSyncEngine) -> (CKSyncEngine.SendChangesOptions) async throws -> Void = CKSyncEngine.sendChanges(_:)
  }

  static func referCKSyncEngineConfiguration() {
    let _ = CKSyncEngine.Configuration.self
    let _: (CKDatabase, CKSyncEngine.State.Serialization?, any CKSyncEngineDelegate) -> CKSyncEngine.Configuration = CKSyncEngine.Configuration.init(database:stateSerialization:delegate:)
    let _: WritableKeyPath<CKSyncEngine.Configuration, Bool> = \CKSyncEngine.Configuration.automaticallySync
    let _: WritableKeyPath<CKSyncEngine.Configuration, CKDatabase> = \CKSyncEngine.Configuration.database
    let _: WritableKeyPath<CKSyncEngine.Configuration, any CKSyncEngineDelegate> = \CKSyncEngine.Configuration.delegate
    let _: WritableKeyPath<CKSyncEngine.Configuration, CKSyncEngine.State.Serialization?> = \CKSyncEngine.Configuration.stateSerialization
  }

  static func referCKSyncEngineEvent() {
    let _ = CKSyncEngine.Event.self
  }

  static func referCKSyncEngineEventAccountChange() {
    let _ = CKSyncEngine.Event.AccountChange.self
    let _: KeyPath<CKSyncEngine.Event.AccountChange, CKSyncEngine.Event.AccountChange.ChangeType> = \CKSyncEngine.Event.AccountChange.changeType
  }

  static func referCKSyncEngineEventAccountChangeChangeType() {
    let _ = CKSyncEngine.Event.AccountChange.ChangeType.self
  }

  static func referCKSyncEngineEventDidFetchChanges() {
    let _ = CKSyncEngine.Event.DidFetchChanges.self
    let _: KeyPath<CKSyncEngine.Event.DidFetchChanges, CKSyncEngine.FetchChangesContext> = \CKSyncEngine.Event.DidFetchChanges.context
  }

  static func referCKSyncEngineEventDidFetchRecordZoneChanges() {
    let _ = CKSyncEngine.Event.DidFetchRecordZoneChanges.self
    let _: KeyPath<CKSyncEngine.Event.DidFetchRecordZoneChanges, CKError?> = \CKSyncEngine.Event.DidFetchRecordZoneChanges.error
    let _: KeyPath<CKSyncEngine.Event.DidFetchRecordZoneChanges, CKRecordZone.ID> = \CKSyncEngine.Event.DidFetchRecordZoneChanges.zoneID
  }

  static func referCKSyncEngineEventDidSendChanges() {
    let _ = CKSyncEngine.Event.DidSendChanges.self
    let _: KeyPath<CKSyncEngine.Event.DidSendChanges, CKSyncEngine.SendChangesContext> = \CKSyncEngine.Event.DidSendChanges.context
  }

  static func referCKSyncEngineEventFetchedDatabaseChanges() {
    let _ = CKSyncEngine.Event.FetchedDatabaseChanges.self
    let _: KeyPath<CKSyncEngine.Event.FetchedDatabaseChanges, [CKDatabase.DatabaseChange.Deletion]> = \CKSyncEngine.Event.FetchedDatabaseChanges.deletions
    let _: KeyPath<CKSyncEngine.Event.FetchedDatabaseChanges, [CKDatabase.DatabaseChange.Modification]> = \CKSyncEngine.Event.FetchedDatabaseChanges.modifications
  }

  static func referCKSyncEngineEventFetchedRecordZoneChanges() {
    let _ = CKSyncEngine.Event.FetchedRecordZoneChanges.self
    let _: KeyPath<CKSyncEngine.Event.FetchedRecordZoneChanges, [CKDatabase.RecordZoneChange.Deletion]> = \CKSyncEngine.Event.FetchedRecordZoneChanges.deletions
    let _: KeyPath<CKSyncEngine.Event.FetchedRecordZoneChanges, [CKDatabase.RecordZoneChange.Modification]> = \CKSyncEngine.Event.FetchedRecordZoneChanges.modifications
  }

  static func referCKSyncEngineEventSentDatabaseChanges() {
    let _ = CKSyncEngine.Event.SentDatabaseChanges.self
    let _: KeyPath<CKSyncEngine.Event.SentDatabaseChanges, [CKRecordZone.ID]> = \CKSyncEngine.Event.SentDatabaseChanges.deletedZoneIDs
    let _: KeyPath<CKSyncEngine.Event.SentDatabaseChanges, [CKRecordZone.ID : CKError]> = \CKSyncEngine.Event.SentDatabaseChanges.failedZoneDeletes
    let _: KeyPath<CKSyncEngine.Event.SentDatabaseChanges, [CKSyncEngine.Event.SentDatabaseChanges.FailedZoneSave]> = \CKSyncEngine.Event.SentDatabaseChanges.failedZoneSaves
    let _: KeyPath<CKSyncEngine.Event.SentDatabaseChanges, [CKRecordZone]> = \CKSyncEngine.Event.SentDatabaseChanges.savedZones
  }

  static func referCKSyncEngineEventSentDatabaseChangesFailedZoneSave() {
    let _ = CKSyncEngine.Event.SentDatabaseChanges.FailedZoneSave.self
    let _: KeyPath<CKSyncEngine.Event.SentDatabaseChanges.FailedZoneSave, CKError> = \CKSyncEngine.Event.SentDatabaseChanges.FailedZoneSave.error
    let _: KeyPath<CKSyncEngine.Event.SentDatabaseChanges.FailedZoneSave, CKRecordZone> = \CKSyncEngine.Event.SentDatabaseChanges.FailedZoneSave.zone
  }

  static func referCKSyncEngineEventSentRecordZoneChanges() {
    let _ = CKSyncEngine.Event.SentRecordZoneChanges.self
    let _: KeyPath<CKSyncEngine.Event.SentRecordZoneChanges, [CKRecord.ID]> = \CKSyncEngine.Event.SentRecordZoneChanges.deletedRecordIDs
    let _: KeyPath<CKSyncEngine.Event.SentRecordZoneChanges, [CKRecord.ID : CKError]> = \CKSyncEngine.Event.SentRecordZoneChanges.failedRecordDeletes
    let _: KeyPath<CKSyncEngine.Event.SentRecordZoneChanges, [CKSyncEngine.Event.SentRecordZoneChanges.FailedRecordSave]> = \CKSyncEngine.Event.SentRecordZoneChanges.failedRecordSaves
    let _: KeyPath<CKSyncEngine.Event.SentRecordZoneChanges, [CKRecord]> = \CKSyncEngine.Event.SentRecordZoneChanges.savedRecords
  }

  static func referCKSyncEngineEventSentRecordZoneChangesFailedRecordSave() {
    let _ = CKSyncEngine.Event.SentRecordZoneChanges.FailedRecordSave.self
    let _: KeyPath<CKSyncEngine.Event.SentRecordZoneChanges.FailedRecordSave, CKError> = \CKSyncEngine.Event.SentRecordZoneChanges.FailedRecordSave.error
    let _: KeyPath<CKSyncEngine.Event.SentRecordZoneChanges.FailedRecordSave, CKRecord> = \CKSyncEngine.Event.SentRecordZoneChanges.FailedRecordSave.record
  }

  static func referCKSyncEngineEventStateUpdate() {
    let _ = CKSyncEngine.Event.StateUpdate.self
    let _: KeyPath<CKSyncEngine.Event.StateUpdate, CKSyncEngine.State.Serialization> = \CKSyncEngine.Event.StateUpdate.stateSerialization
  }

  static func referCKSyncEngineEventWillFetchChanges() {
    let _ = CKSyncEngine.Event.WillFetchChanges.self
    let _: KeyPath<CKSyncEngine.Event.WillFetchChanges, CKSyncEngine.FetchChangesContext> = \CKSyncEngine.Event.WillFetchChanges.context
  }

  static func referCKSyncEngineEventWillFetchRecordZoneChanges() {
    let _ = CKSyncEngine.Event.WillFetchRecordZoneChanges.self
    let _: KeyPath<CKSyncEngine.Event.WillFetchRecordZoneChanges, CKRecordZone.ID> = \CKSyncEngine.Event.WillFetchRecordZoneChanges.zoneID
  }

  static func referCKSyncEngineEventWillSendChanges() {
    let _ = CKSyncEngine.Event.WillSendChanges.self
    let _: KeyPath<CKSyncEngine.Event.WillSendChanges, CKSyncEngine.SendChangesContext> = \CKSyncEngine.Event.WillSendChanges.context
  }

  static func referCKSyncEngineFetchChangesContext() {
    let _ = CKSyncEngine.FetchChangesContext.self
    let _: KeyPath<CKSyncEngine.FetchChangesContext, CKSyncEngine.FetchChangesOptions> = \CKSyncEngine.FetchChangesContext.options
    let _: KeyPath<CKSyncEngine.FetchChangesContext, CKSyncEngine.SyncReason> = \CKSyncEngine.FetchChangesContext.reason
  }

  static func referCKSyncEngineFetchChangesOptions() {
    let _ = CKSyncEngine.FetchChangesOptions.self
    let _: (CKSyncEngine.FetchChangesOptions.Scope, CKOperationGroup?) -> CKSyncEngine.FetchChangesOptions = CKSyncEngine.FetchChangesOptions.init(scope:operationGroup:)
    let _: WritableKeyPath<CKSyncEngine.FetchChangesOptions, CKOperationGroup> = \CKSyncEngine.FetchChangesOptions.operationGroup
    let _: WritableKeyPath<CKSyncEngine.FetchChangesOptions, [CKRecordZone.ID]> = \CKSyncEngine.FetchChangesOptions.prioritizedZoneIDs
    let _: WritableKeyPath<CKSyncEngine.FetchChangesOptions, CKSyncEngine.FetchChangesOptions.Scope> = \CKSyncEngine.FetchChangesOptions.scope
  }

  static func referCKSyncEngineFetchChangesOptionsScope() {
    let _ = CKSyncEngine.FetchChangesOptions.Scope.self
    let _: [CKSyncEngine.FetchChangesOptions.Scope] = [.all]
    let _: (CKSyncEngine.FetchChangesOptions.Scope) -> (CKRecordZone.ID) -> Bool = CKSyncEngine.FetchChangesOptions.Scope.contains(_:)
  }

  static func referCKSyncEnginePendingDatabaseChange() {
    let _ = CKSyncEngine.PendingDatabaseChange.self
  }

  static func referCKSyncEnginePendingRecordZoneChange() {
    let _ = CKSyncEngine.PendingRecordZoneChange.self
  }

  static func referCKSyncEngineRecordZoneChangeBatch() {
    let _ = CKSyncEngine.RecordZoneChangeBatch.self
    let _: ([CKRecord], [CKRecord.ID], Bool) -> CKSyncEngine.RecordZoneChangeBatch = CKSyncEngine.RecordZoneChangeBatch.init(recordsToSave:recordIDsToDelete:atomicByZone:)
    let _: ([CKSyncEngine.PendingRecordZoneChange], @Sendable (CKRecord.ID) async -> CKRecord?) async -> CKSyncEngine.RecordZoneChangeBatch? = CKSyncEngine.RecordZoneChangeBatch.init(pendingChanges:recordProvider:)
    let _: WritableKeyPath<CKSyncEngine.RecordZoneChangeBatch, Bool> = \CKSyncEngine.RecordZoneChangeBatch.atomicByZone
    let _: WritableKeyPath<CKSyncEngine.RecordZoneChangeBatch, [CKRecord.ID]> = \CKSyncEngine.RecordZoneChangeBatch.recordIDsToDelete
    let _: WritableKeyPath<CKSyncEngine.RecordZoneChangeBatch, [CKRecord]> = \CKSyncEngine.RecordZoneChangeBatch.recordsToSave
  }

  static func referCKSyncEngineSendChangesContext() {
    let _ = CKSyncEngine.SendChangesContext.self
    let _: KeyPath<CKSyncEngine.SendChangesContext, CKSyncEngine.SendChangesOptions> = \CKSyncEngine.SendChangesContext.options
    let _: KeyPath<CKSyncEngine.SendChangesContext, CKSyncEngine.SyncReason> = \CKSyncEngine.SendChangesContext.reason
  }

  static func referCKSyncEngineSendChangesOptions() {
    let _ = CKSyncEngine.SendChangesOptions.self
    let _: (CKSyncEngine.SendChangesOptions.Scope, CKOperationGroup?) -> CKSyncEngine.SendChangesOptions = CKSyncEngine.SendChangesOptions.init(scope:operationGroup:)
    let _: WritableKeyPath<CKSyncEngine.SendChangesOptions, CKOperationGroup> = \CKSyncEngine.SendChangesOptions.operationGroup
    let _: WritableKeyPath<CKSyncEngine.SendChangesOptions, CKSyncEngine.SendChangesOptions.Scope> = \CKSyncEngine.SendChangesOptions.scope
  }

  static func referCKSyncEngineSendChangesOptionsScope() {
    let _ = CKSyncEngine.SendChangesOptions.Scope.self
    let _: [CKSyncEngine.SendChangesOptions.Scope] = [.all]
    let _: (CKSyncEngine.SendChangesOptions.Scope) -> (CKSyncEngine.PendingRecordZoneChange) -> Bool = CKSyncEngine.SendChangesOptions.Scope.contains(_:)
    let _: (CKSyncEngine.SendChangesOptions.Scope) -> (CKRecord.ID) -> Bool = CKSyncEngine.SendChangesOptions.Scope.contains(_:)
  }

  static func referCKSyncEngineState() {
    let _ = CKSyncEngine.State.self
    let _: ReferenceWritableKeyPath<CKSyncEngine.State, Bool> = \CKSyncEngine.State.hasPendingUntrackedChanges
    let _: KeyPath<CKSyncEngine.State, [CKSyncEngine.PendingDatabaseChange]> = \CKSyncEngine.State.pendingDatabaseChanges
    let _: KeyPath<CKSyncEngine.State, [CKSyncEngine.PendingRecordZoneChange]> = \CKSyncEngine.State.pendingRecordZoneChanges
    let _: KeyPath<CKSyncEngine.State, [CKRecordZone.ID]> = \CKSyncEngine.State.zoneIDsWithUnfetchedServerChanges
    let _: (CKSyncEngine.State) -> ([CKSyncEngine.PendingDatabaseChange]) -> Void = CKSyncEngine.State.add(pendingDatabaseChanges:)
    let _: (CKSyncEngine.State) -> ([CKSyncEngine.PendingRecordZoneChange]) -> Void = CKSyncEngine.State.add(pendingRecordZoneChanges:)
    let _: (CKSyncEngine.State) -> ([CKSyncEngine.PendingDatabaseChange]) -> Void = CKSyncEngine.State.remove(pendingDatabaseChanges:)
    let _: (CKSyncEngine.State) -> ([CKSyncEngine.PendingRecordZoneChange]) -> Void = CKSyncEngine.State.remove(pendingRecordZoneChanges:)
  }

  static func referCKSyncEngineStateSerialization() {
    let _ = CKSyncEngine.State.Serialization.self
    let _: (any Decoder) throws -> CKSyncEngine.State.Serialization = CKSyncEngine.State.Serialization.init(from:)
    let _: (CKSyncEngine.State.Serialization) -> (any Encoder) throws -> Void = CKSyncEngine.State.Serialization.encode(to:)
  }

  static func referCKSyncEngineSyncReason() {
    let _ = CKSyncEngine.SyncReason.self
    let _: [CKSyncEngine.SyncReason] = [.scheduled, .manual]
  }

  static func referCKSystemSharingUIObserver() {
    let _ = CKSystemSharingUIObserver.self
    let _: (CKContainer) -> CKSystemSharingUIObserver = CKSystemSharingUIObserver.init(container:)
    let _: ReferenceWritableKeyPath<CKSystemSharingUIObserver, (@Sendable (CKRecord.ID, Result<CKShare, any Error>) -> Void)?> = \CKSystemSharingUIObserver.systemSharingUIDidSaveShareBlock
    let _: ReferenceWritableKeyPath<CKSystemSharingUIObserver, (@Sendable (CKRecord.ID, Result<Void, any Error>) -> Void)?> = \CKSystemSharingUIObserver.systemSharingUIDidStopSharingBlock
  }

  static func referCKUserIdentity() {
    let _ = CKUserIdentity.self
    let _: KeyPath<CKUserIdentity, [String]> = \CKUserIdentity.contactIdentifiers
    let _: KeyPath<CKUserIdentity, Bool> = \CKUserIdentity.hasiCloudAccount
    let _: KeyPath<CKUserIdentity, CKUserIdentity.LookupInfo?> = \CKUserIdentity.lookupInfo
    let _: KeyPath<CKUserIdentity, PersonNameComponents?> = \CKUserIdentity.nameComponents
    let _: KeyPath<CKUserIdentity, CKRecord.ID?> = \CKUserIdentity.userRecordID
    let _: CKUserIdentity.LookupInfo.Type = CKUserIdentity.LookupInfo.self
  }

  static func referCKUserIdentityLookupInfo() {
    let _ = CKUserIdentity.LookupInfo.self
    let _: (String) -> CKUserIdentity.LookupInfo = CKUserIdentity.LookupInfo.init(emailAddress:)
    let _: (String) -> CKUserIdentity.LookupInfo = CKUserIdentity.LookupInfo.init(phoneNumber:)
    let _: (CKRecord.ID) -> CKUserIdentity.LookupInfo = CKUserIdentity.LookupInfo.init(userRecordID:)
    let _: ([CKRecord.ID]) -> [CKUserIdentity.LookupInfo] = CKUserIdentity.LookupInfo.lookupInfos(with:)
    let _: ([String]) -> [CKUserIdentity.LookupInfo] = CKUserIdentity.LookupInfo.lookupInfos(withEmails:)
    let _: ([String]) -> [CKUserIdentity.LookupInfo] = CKUserIdentity.LookupInfo.lookupInfos(withPhoneNumbers:)
    let _: KeyPath<CKUserIdentity.LookupInfo, String?> = \CKUserIdentity.LookupInfo.emailAddress
    let _: KeyPath<CKUserIdentity.LookupInfo, String?> = \CKUserIdentity.LookupInfo.phoneNumber
    let _: KeyPath<CKUserIdentity.LookupInfo, CKRecord.ID?> = \CKUserIdentity.LookupInfo.userRecordID
  }

  static func referNSKeyedUnarchiver() {
    let _: ([AnyClass], Data) throws -> [Any]? = NSKeyedUnarchiver.unarchivedArrayOfObjects(ofClasses:from:)
  }

  static func referNSNotificationName() {
    let _: Notification.Name = NSNotification.Name.CKAccountChanged
  }

  static func referNSPredicate() {
    let _: (String, Any...) -> NSPredicate = NSPredicate.init(format:_:)
    let _: (String, [Any]?) -> NSPredicate = NSPredicate.init(format:argumentArray:)
  }

  static func referNSSortDescriptor() {
    let _: (String?, Bool) -> NSSortDescriptor = NSSortDescriptor.init(key:ascending:)
  }

  static func referNotificationCenter() {
    let _: (NotificationCenter) -> (Notification.Name, AnyObject?) -> NotificationCenter.Notifications = NotificationCenter.notifications(named:object:)
  }

  static func referNotificationCenterNotifications() {
    let _ = NotificationCenter.Notifications.self
    let _: Notification.Type = NotificationCenter.Notifications.Element.self
  }

  static func referNotificationCenterNotificationsIterator() {
    let _ = NotificationCenter.Notifications.Iterator.self
  }
}
