// The kinds of names.

/// The name of a record within its zone.
public typealias RecordName = ExactText
/// The name of a zone within its database.
public typealias ZoneName = ExactText
/// The record name of a user, which is also the owner's name in the IDs of the user's zones.
public typealias UserRecordName = ExactText
/// The name that a test chose for a user.
public typealias UserAlias = ExactText
/// The alias or the record name of a user.
public typealias UserName = ExactText
/// The identifier of a container, such as `iCloud.com.example.app`.
public typealias ContainerIdentifier = ExactText
/// The name of a device, unique in a cloud.
public typealias DeviceName = ExactText
/// The name of a record type.
public typealias RecordTypeName = ExactText
/// The tag of a version of a record.
public typealias RecordChangeTag = ExactText
/// An e-mail address of a user.
public typealias EmailAddress = ExactText
/// A phone number of a user.
public typealias PhoneNumber = ExactText
/// The identifier of a subscription.
public typealias SubscriptionID = ExactText
/// The part of a share's URL that identifies it.
public typealias ShortGUID = ExactText
