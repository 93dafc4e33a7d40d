// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

// Constants of CloudKit (HOSTCONST the texts).

/// The owner name of the current user's own zones, and the record name of the current user.
public let CKCurrentUserDefaultName = "__defaultOwner__"
/// The former name of `CKCurrentUserDefaultName`.
public let CKOwnerDefaultName = CKCurrentUserDefaultName
/// The record name of a share of a whole zone.
public let CKRecordNameZoneWideShare = "cloudkit.zoneshare"
