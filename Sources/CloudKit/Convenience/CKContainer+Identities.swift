internal import Foundation

// The lookup of other users, which newer code does not use. All users of a cloud can be found.
extension CKContainer {
  /// Returns the users among the contacts of the current one.
  public func allUserIdentitiesFromContacts() async throws -> [CKUserIdentity] {
    try connection.discovery(nil).whole().parts.map(\.identity)
  }

  public func discoverAllIdentities(
    completionHandler: @escaping @Sendable ([CKUserIdentity]?, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call(completionHandler) { () throws(CKError) in
      try connection.discovery(nil).whole().parts.map(\.identity)
    }
  }

  /// Returns the user with an e-mail address; nil if there is none.
  public func userIdentity(forEmailAddress value: String) async throws -> CKUserIdentity? {
    try connection.identity(CKUserIdentityLookupInfo(emailAddress: value))
  }

  public func discoverUserIdentity(
    withEmailAddress value: String,
    completionHandler: @escaping @Sendable (CKUserIdentity?, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call(completionHandler) { () throws(CKError) in
      try connection.identity(CKUserIdentityLookupInfo(emailAddress: value))
    }
  }

  /// Returns the users with e-mail addresses; users who are not found are left out.
  public func userIdentities(
    forEmailAddresses emails: [String]
  ) async throws -> [String: CKUserIdentity] {
    try connection.identities(by: emails) { CKUserIdentityLookupInfo(emailAddress: $0) }
  }

  public func discoverUserIdentities(
    forEmailAddresses emails: [String],
    completionHandler:
      @escaping @Sendable (Result<[String: CKUserIdentity], any Error>) -> Void
  ) {
    let connection = connection
    connection.result(completionHandler) { () throws(CKError) in
      try connection.identities(by: emails) { CKUserIdentityLookupInfo(emailAddress: $0) }
    }
  }

  /// Returns the user with a phone number; nil if there is none.
  public func userIdentity(forPhoneNumber value: String) async throws -> CKUserIdentity? {
    try connection.identity(CKUserIdentityLookupInfo(phoneNumber: value))
  }

  public func discoverUserIdentity(
    withPhoneNumber value: String,
    completionHandler: @escaping @Sendable (CKUserIdentity?, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call(completionHandler) { () throws(CKError) in
      try connection.identity(CKUserIdentityLookupInfo(phoneNumber: value))
    }
  }

  /// Returns the users with phone numbers; users who are not found are left out.
  public func userIdentities(
    forPhoneNumbers phoneNumbers: [String]
  ) async throws -> [String: CKUserIdentity] {
    try connection.identities(by: phoneNumbers) { CKUserIdentityLookupInfo(phoneNumber: $0) }
  }

  public func discoverUserIdentities(
    forPhoneNumbers phoneNumbers: [String],
    completionHandler:
      @escaping @Sendable (Result<[String: CKUserIdentity], any Error>) -> Void
  ) {
    let connection = connection
    connection.result(completionHandler) { () throws(CKError) in
      try connection.identities(by: phoneNumbers) { CKUserIdentityLookupInfo(phoneNumber: $0) }
    }
  }

  /// Returns the user with a record ID; nil if there is none.
  public func userIdentity(forUserRecordID value: CKRecordID) async throws -> CKUserIdentity? {
    try connection.identity(CKUserIdentityLookupInfo(userRecordID: value))
  }

  public func discoverUserIdentity(
    withUserRecordID value: CKRecordID,
    completionHandler: @escaping @Sendable (CKUserIdentity?, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call(completionHandler) { () throws(CKError) in
      try connection.identity(CKUserIdentityLookupInfo(userRecordID: value))
    }
  }

  /// Returns the users with record IDs; users who are not found are left out.
  public func userIdentities(
    forUserRecordIDs userRecordIDs: [CKRecordID]
  ) async throws -> [CKRecordID: CKUserIdentity] {
    try connection.identities(by: userRecordIDs) { CKUserIdentityLookupInfo(userRecordID: $0) }
  }

  public func discoverUserIdentities(
    forUserRecordIDs userRecordIDs: [CKRecordID],
    completionHandler:
      @escaping @Sendable (Result<[CKRecordID: CKUserIdentity], any Error>) -> Void
  ) {
    let connection = connection
    connection.result(completionHandler) { () throws(CKError) in
      try connection.identities(by: userRecordIDs) { CKUserIdentityLookupInfo(userRecordID: $0) }
    }
  }
}

extension CloudConnection {
  /// The user whom a lookup info finds; nil if there is none.
  fileprivate func identity(_ info: CKUserIdentityLookupInfo) throws(CKError) -> CKUserIdentity? {
    try discovery([info]).whole().parts.first?.identity
  }

  /// The users who were found, by the property that they were looked up by.
  fileprivate func identities<Key: Hashable>(
    by keys: [Key], _ info: (Key) -> CKUserIdentityLookupInfo
  ) throws(CKError) -> [Key: CKUserIdentity] {
    let infos = keys.map(info)
    let keysByInfo = Dictionary(zip(infos, keys), uniquingKeysWith: { first, _ in first })
    var identities: [Key: CKUserIdentity] = [:]
    for found in try discovery(infos).whole().parts {
      guard let info = found.info, let key = keysByInfo[info] else { continue }
      identities[key] = found.identity
    }
    return identities
  }
}
