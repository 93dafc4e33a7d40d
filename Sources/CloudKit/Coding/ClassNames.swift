internal import Foundation

/// The names of the module's classes in archives, which are those of Apple's framework.
enum ClassNames {
  static let all: [(name: String, type: AnyClass)] = [
    ("CKRecord", CKRecord.self), ("CKRecordID", CKRecordID.self),
    ("CKRecordZone", CKRecordZone.self), ("CKRecordZoneID", CKRecordZoneID.self),
    ("CKRecordValueStore", CKRecordValueStore.self), ("CKReference", CKReference.self),
    ("CKAsset", CKAsset.self), ("CKServerChangeToken", CKServerChangeToken.self),
    ("CKQuery", CKQuery.self), ("CKQueryCursor", CKQueryCursor.self),
    ("CLLocation", CLLocation.self),
    ("CKSubscription", CKSubscription.self), ("CKQuerySubscription", CKQuerySubscription.self),
    ("CKRecordZoneSubscription", CKRecordZoneSubscription.self),
    ("CKDatabaseSubscription", CKDatabaseSubscription.self),
    ("CKNotificationInfo", CKNotificationInfo.self), ("CKNotificationID", CKNotificationID.self),
    ("CKUserIdentity", CKUserIdentity.self),
    ("CKUserIdentityLookupInfo", CKUserIdentityLookupInfo.self),
    ("CKShare", CKShare.self), ("CKShareParticipant", CKShareParticipant.self),
    ("CKShareMetadata", CKShareMetadata.self), ("MockCloudPersonName", ArchivedName.self),
    ("CKOperationGroup", CKOperationGroup.self),
    ("CKAllowedSharingOptions", CKAllowedSharingOptions.self),
    (
      "CKFetchRecordZoneChangesConfiguration", CKFetchRecordZoneChangesConfiguration.self
    ),
    ("CKLocationSortDescriptor", CKLocationSortDescriptor.self),
    ("MockCloudPredicate", ArchivedPredicate.self),
    ("MockCloudSortDescriptor", ArchivedSortDescriptor.self),
  ]

  /// The name of an object's class, without the name of the module.
  static func name(of object: AnyObject) -> String { String(describing: type(of: object)) }

  static func register() {
    for entry in all {
      NSKeyedArchiver.setClassName(entry.name, for: entry.type)
      NSKeyedUnarchiver.setClass(entry.type, forClassName: entry.name)
    }
    // The class was one of this module, and archives have that name.
    NSKeyedUnarchiver.setClass(CLLocation.self, forClassName: "CloudKit.CLLocation")
    ArchiveCheck.addClassNames(all.map(\.name))
  }
}

/// Called when the program starts, by the target CCloudKitStart.
@_cdecl("mockcloud_cloudkit_start")
func startCloudKit() { ClassNames.register() }
