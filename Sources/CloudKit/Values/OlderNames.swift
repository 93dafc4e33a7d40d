// The names that the types of Objective-C had in Swift before they were nested. Clients still use
// them.

/// The older name (Apple: `CKRecord_Reference_Action`).
public typealias CKRecord_Reference_Action = CKRecord.ReferenceAction

/// The older name (Apple: `CKContainer_Application_Permissions`).
public typealias CKContainer_Application_Permissions = CKContainer.ApplicationPermissions

/// The older name (Apple: `CKContainer_Application_PermissionStatus`).
public typealias CKContainer_Application_PermissionStatus = CKContainer.ApplicationPermissionStatus

/// The older name (Apple: `CKContainer_Application_PermissionBlock`).
public typealias CKContainer_Application_PermissionBlock = CKContainer.ApplicationPermissionBlock

/// The older name (Apple: `CKShare_Participant_Permission`).
public typealias CKShare_Participant_Permission = CKShare.ParticipantPermission

/// The older name (Apple: `CKShare_Participant_Role`).
public typealias CKShare_Participant_Role = CKShare.ParticipantRole

/// The older name (Apple: `CKShare_Participant_AcceptanceStatus`).
public typealias CKShare_Participant_AcceptanceStatus = CKShare.ParticipantAcceptanceStatus
