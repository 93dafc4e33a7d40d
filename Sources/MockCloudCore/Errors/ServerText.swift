/// CloudKit's own sentences as its server sends them (LOG and DOC in `docs/FIDELITY.md`), and plain
/// ones where none is known. Additions of the mock, such as the invalid name and a remedy, follow
/// CloudKit's sentence.
enum ServerText {
  static let atomicFailure = "Atomic failure"
  static let conflict = "client oplock error updating record"
  static let alreadyExists = "record to insert already exists"
  static let recordNotFound = "Record not found"
  static let zoneNotFound = "Zone does not exist"
  static let zonePurged = "Zone was purged by user"
  static let authenticationRequired = "This request requires an authenticated account"
  static let accountNotReady = "The iCloud account is temporarily unavailable"
  static let sharedZoneWide = "SharedDB does not support Zone Wide queries"
  static let unknownContinuation = "Unknown sync continuation type: \(neededToken)"
  static let invalidContinuation = "Invalid continuation format: \(neededToken)"
  private static let neededToken =
    "expected a syncToken from a response for the same zone or database"
  static let noSharesInPublic = "Shares are not possible in the public database"
  static let undecodableReference = "could not decode reference object"
  static let badReceipt = "bad upload receipt (did_not_validate)"
  static let unknownReceipt =
    "\(badReceipt): expected a receipt that assets/upload returned and that has not expired"
  static let missingReceipt =
    "\(badReceipt): a file needs 'data' (base64), 'path', or the 'receipt' of assets/upload"
  static let recordTooLarge = "record too large"
  static let readNotPermitted = "READ operation not permitted"
  static let createNotPermitted = "CREATE operation not permitted"
  static let writeNotPermitted = "WRITE operation not permitted"
  static let encryptedInPublic = "encrypted fields are not supported in the public database"
  static let encryptedIntoPlain = "Attempt to save encrypted data in non encrypted field type"

  // The texts of partial failures (TN3164, LOG for modifications; INFER for the rest).
  static let someRecordsNotModified = "Failed to modify some records"
  static let someRecordsNotFetched = "Failed to fetch some records"
  static let someZonesNotModified = "Failed to modify some record zones"
  static let someZonesNotFetched = "Failed to fetch some record zones"
  static let someSharesNotFetched = "Failed to fetch some share metadata"
  static let someSharesNotAccepted = "Failed to accept some shares"
  static let someParticipantsNotFetched = "Failed to fetch some share participants"
  static let someAssetsNotUploaded = "Failed to upload some assets"
  static let someAssetsNotFetched = "Failed to fetch some assets"
  static let someUsersNotFetched = "Failed to fetch some users"
  /// Used if the operation is no longer known (DECIDED).
  static let someItemsFailed = "Some items failed"

  static let someSubscriptionsNotModified = "Failed to modify some subscriptions"
  static let someSubscriptionsNotFetched = "Failed to fetch some subscriptions"
  static let noDeletionOfManagedType = "invalid attempt to delete cloudkit managed record type"

  /// Describes a stale tag: both tags, and the steps that resolve the conflict.
  static func conflict(sent: String, stored: String) -> String {
    "\(conflict): the request has recordChangeTag '\(NameRules.shortened(sent))', the stored "
      + "record '\(stored)'; apply the change to the stored record and save it with its tag"
  }

  static func alreadyExists(_ stored: Record, over draft: RecordDraft) -> String {
    let name = NameRules.shortened(stored.recordName)
    if let type = draft.recordType, type != stored.recordType {
      return
        "\(alreadyExists): '\(name)' is stored with the type '\(stored.recordType)', which it keeps "
        + "until it is deleted"
    }
    return
      "\(alreadyExists): '\(name)' is stored with recordChangeTag '\(stored.recordChangeTag)'; "
      + "save it with that tag to change it"
  }

  /// Describes a save with a tag of a record that is not stored.
  static func taggedNotFound(_ name: RecordName) -> String {
    "recordChangeTag specified, but record not found: '\(NameRules.shortened(name))'; 'create' without "
      + "a tag creates it again"
  }

  /// Returns the end of a text about the value of a field.
  static func place(ofField name: String) -> String {
    name.isEmpty ? "" : " (field '\(NameRules.shortened(name))')"
  }

  static let unexpectedInput = "BadRequestException: Unexpected input"

  /// Returns the service's sentence about a required key.
  static func missingField(_ key: String) -> String {
    "BadRequestException: missing required field '\(key)'"
  }

  /// - Parameter item: The index of an item in the default zone.
  static func atomicInDefaultZone(item: Int) -> String {
    "atomic operations not supported in default zone: the record of 'operations[\(item)]' is there; "
      + "leave 'atomic' out, or name a custom zone"
  }

  static func otherType(
    _ type: RecordTypeName, stored: RecordTypeName, of name: RecordName
  ) -> String {
    "invalid attempt to update record from type '\(stored)' to '\(NameRules.shortened(type))': "
      + (name.utf8.first == UInt8(ascii: "_")
        ? "'\(name)' is the record of a user"
        : "'\(NameRules.shortened(name))' keeps its type until it is deleted")
  }

  static func recordNotFound(_ name: String, in zoneID: ZoneID) -> String {
    "\(recordNotFound): '\(NameRules.shortened(name))' in zone "
      + "'\(NameRules.shortened(zoneID.zoneName))'"
  }

  static func receipt(ofUploadTo zoneID: ZoneID) -> String {
    let place =
      zoneID.ownerName == OwnerAlias.publicOwner
      ? "the public database"
      : "zone '\(NameRules.shortened(zoneID.zoneName))' of owner '\(zoneID.ownerName)'"
    return
      "\(badReceipt): the file was uploaded for \(place); upload it with the 'database' and the "
      + "'zoneID' of the record"
  }

  static func receipt(ofFile checksum: String) -> String {
    "\(badReceipt): the uploaded file has fileChecksum '\(checksum)'; save the asset as assets/upload "
      + "returned it"
  }

  /// - Parameter known: Existing zones, of which the nearest is named.
  static func zoneNotFound(_ zoneID: ZoneID, known: [String] = []) -> String {
    let name = NameRules.shortened(zoneID.zoneName)
    let hint = ErrorHint.suggestion(for: name, among: known, or: "zones/modify creates zones")
    return "\(zoneNotFound): '\(name)'; \(hint)"
  }

  /// - Parameter zoneID: The zone of another user, in a private database.
  static func zoneOfOther(_ zoneID: ZoneID) -> String {
    "PrivateDB can't be used to access another user's zone: zone "
      + "'\(NameRules.shortened(zoneID.zoneName))' of owner "
      + "'\(NameRules.shortened(zoneID.ownerName))'"
  }

  static func encryptionScopeIsFixed(_ scope: EncryptionScope) -> String {
    "The encryption scope of a zone cannot be changed: the zone exists with '\(scope.rawValue)'; name "
      + "this one, or create another zone"
  }

  static func onlyDefaultZone(_ zoneID: ZoneID) -> String {
    "\(zoneNotFound): '\(NameRules.shortened(zoneID.zoneName))'; the public database has only the "
      + "default zone"
  }

  /// Describes a zone whose data the user deleted in Settings (LOG 28/2042).
  static func zonePurged(_ zoneID: ZoneID) -> String {
    "\(zonePurged): '\(NameRules.shortened(zoneID.zoneName))'; zones/modify creates it again, empty"
  }

  static func zoneReset(_ zoneID: ZoneID) -> String {
    "\(zoneNotFound): '\(NameRules.shortened(zoneID.zoneName))'; its encrypted data was reset: delete "
      + "the zone, then create it again"
  }

  static func zoneNotShared(_ zoneID: ZoneID) -> String {
    "\(zoneNotFound): no zone '\(NameRules.shortened(zoneID.zoneName))' of owner "
      + "'\(NameRules.shortened(zoneID.ownerName))' is shared with the caller"
  }

  static func authenticationRequired(_ status: AccountStatus) -> String {
    "\(authenticationRequired): the caller's account status is \(status.rawValue)"
  }

  static let sessionExpired =
    "\(authenticationRequired): the session has expired; mock/account/signIn begins another"

  static func resultsLimitTooSmall(_ limit: Int) -> String {
    "resultsLimit: 'resultsLimit' is \(limit); expected 1 or more"
  }

  static func duplicateSubscription(of id: String) -> String {
    "subscription is duplicate of '\(id)'"
  }

  static func tooManyAdditionalFields(_ count: Int, limit: Int) -> String {
    "notification additional fields limit exceeded: \(count), at most \(limit) allowed"
  }

  static func additionalFieldNotFound(_ name: String, recordType: RecordTypeName) -> String {
    "could not find requested additional field: '\(NameRules.shortened(name))' is not a field of "
      + "'\(recordType)' in production"
  }

  /// - Parameter reason: What production does not have, in MockCloud's words.
  static func noNewSubscription(because reason: String) -> String {
    "attempting to create a subscription in a production container; \(reason)"
  }

  static func tooManyItems(_ count: Int, limit: Int) -> String {
    "Your request contains \(count) items which is more than the maximum number of items in a "
      + "single request (\(limit))"
  }

  static func requestTooLarge(_ bytes: Int, limit: Int) -> String {
    "Your request is \(bytes) bytes without assets, which is more than the maximum size of a "
      + "single request (\(limit))"
  }

  static func containerNotFound(_ container: String) -> String {
    "Couldn't get container configuration from the server for container \"\(container)\""
  }

  static func wrongType(_ type: String, field: String, recordType: RecordTypeName, defined: String)
    -> String
  {
    "invalid attempt to set value type \(type) for field '\(field)' for type '\(recordType)', "
      + "defined to be: \(defined)"
  }

  static func invalidValue(expected type: String) -> String {
    "Invalid value, expected type \(type)"
  }

  /// Describes a value without a `type` in the request, whose type is that of its JSON.
  ///
  /// - Parameter mayMean: Whether the same JSON can be a value of the field's type.
  static func inferred(
    _ type: FieldType, field: String, defined: FieldType, mayMean: Bool
  ) -> String {
    "\(invalidValue(expected: defined.rawValue)): the value of field '\(NameRules.shortened(field))' "
      + "has no 'type', so it is \(type.rawValue)"
      + (mayMean ? "; give it \"type\": \"\(defined.rawValue)\"" : "")
  }

  static func emptyList(field: String, of recordType: String) -> String {
    "cannot use an empty list to initialize a new field (field '\(NameRules.shortened(field))' in "
      + "record type '\(recordType)' should be more precise): give it a type, for example STRING_LIST"
  }

  /// - Parameters:
  ///   - holder: A record whose reference needs the deleted record.
  ///   - field: The field of that reference.
  static func heldByReference(of holder: RecordName, field: String) -> String {
    "Field=\(NameRules.shortened(field)), recordID=\(NameRules.shortened(holder)), "
      + "title=Record delete would violate validating reference, rejecting update"
  }

  static func typeNotFound(_ name: String, known: [String] = []) -> String {
    let hint = ErrorHint.suggestion(
      for: name, among: known,
      or: "mock/schema/load declares types; in development a save of a record adds its type")
    return "Did not find record type: \(name); \(hint)"
  }

  static func noNewTypeInProduction(_ name: String, known: [String]) -> String {
    "Cannot create new type \(name) in production schema; "
      + ErrorHint.suggestion(for: name, among: known, or: deployment)
  }

  static func noNewFieldInProduction(
    _ field: String, recordType: RecordTypeName, known: [String]
  ) -> String {
    "Cannot create or modify field '\(field)' in record '\(recordType)' in production schema; "
      + ErrorHint.suggestion(for: field, among: known, or: deployment)
  }

  private static let deployment = "mock/schema/deploy copies the schema of development"

  static let timedOut = "The request timed out"

  static let noReverseInSharedDatabase = "Reverse sync of share db is unsupported"
}
