internal import Foundation

// The lookup of users to invite, by each of three properties.
extension CKContainer {
  /// Returns the user with an e-mail address as a participant to add to a share.
  public func shareParticipant(
    forEmailAddress value: String
  ) async throws -> CKShareParticipant {
    try connection.participantSearch([CKUserIdentityLookupInfo(emailAddress: value)]).only()
  }

  public func fetchShareParticipant(
    withEmailAddress value: String,
    completionHandler: @escaping @Sendable (CKShareParticipant?, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call(completionHandler) { () throws(CKError) in
      try connection.participantSearch([CKUserIdentityLookupInfo(emailAddress: value)]).only()
    }
  }

  /// Returns the users with e-mail addresses as participants to add to a share.
  public func shareParticipants(
    forEmailAddresses emails: [String]
  ) async throws -> [String: Result<CKShareParticipant, any Error>] {
    try connection.participants(by: emails) { CKUserIdentityLookupInfo(emailAddress: $0) }
  }

  public func fetchShareParticipants(
    forEmailAddresses emails: [String],
    completionHandler:
      @escaping @Sendable (Result<[String: Result<CKShareParticipant, any Error>], any Error>) ->
      Void
  ) {
    let connection = connection
    connection.result(completionHandler) { () throws(CKError) in
      try connection.participants(by: emails) { CKUserIdentityLookupInfo(emailAddress: $0) }
    }
  }

  /// Returns the user with a phone number as a participant to add to a share.
  public func shareParticipant(
    forPhoneNumber value: String
  ) async throws -> CKShareParticipant {
    try connection.participantSearch([CKUserIdentityLookupInfo(phoneNumber: value)]).only()
  }

  public func fetchShareParticipant(
    withPhoneNumber value: String,
    completionHandler: @escaping @Sendable (CKShareParticipant?, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call(completionHandler) { () throws(CKError) in
      try connection.participantSearch([CKUserIdentityLookupInfo(phoneNumber: value)]).only()
    }
  }

  /// Returns the users with phone numbers as participants to add to a share.
  public func shareParticipants(
    forPhoneNumbers phoneNumbers: [String]
  ) async throws -> [String: Result<CKShareParticipant, any Error>] {
    try connection.participants(by: phoneNumbers) { CKUserIdentityLookupInfo(phoneNumber: $0) }
  }

  public func fetchShareParticipants(
    forPhoneNumbers phoneNumbers: [String],
    completionHandler:
      @escaping @Sendable (Result<[String: Result<CKShareParticipant, any Error>], any Error>) ->
      Void
  ) {
    let connection = connection
    connection.result(completionHandler) { () throws(CKError) in
      try connection.participants(by: phoneNumbers) { CKUserIdentityLookupInfo(phoneNumber: $0) }
    }
  }

  /// Returns the user with a record ID as a participant to add to a share.
  public func shareParticipant(
    forUserRecordID value: CKRecordID
  ) async throws -> CKShareParticipant {
    try connection.participantSearch([CKUserIdentityLookupInfo(userRecordID: value)]).only()
  }

  public func fetchShareParticipant(
    withUserRecordID value: CKRecordID,
    completionHandler: @escaping @Sendable (CKShareParticipant?, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call(completionHandler) { () throws(CKError) in
      try connection.participantSearch([CKUserIdentityLookupInfo(userRecordID: value)]).only()
    }
  }

  /// Returns the users with record IDs as participants to add to a share.
  public func shareParticipants(
    forUserRecordIDs userRecordIDs: [CKRecordID]
  ) async throws -> [CKRecordID: Result<CKShareParticipant, any Error>] {
    try connection.participants(by: userRecordIDs) { CKUserIdentityLookupInfo(userRecordID: $0) }
  }

  public func fetchShareParticipants(
    forUserRecordIDs userRecordIDs: [CKRecordID],
    completionHandler:
      @escaping @Sendable (Result<[CKRecordID: Result<CKShareParticipant, any Error>], any Error>)
      -> Void
  ) {
    let connection = connection
    connection.result(completionHandler) { () throws(CKError) in
      try connection.participants(by: userRecordIDs) { CKUserIdentityLookupInfo(userRecordID: $0) }
    }
  }
}

extension CloudConnection {
  /// The results by the property that users were looked up by.
  fileprivate func participants<Key: Hashable>(
    by keys: [Key], _ info: (Key) -> CKUserIdentityLookupInfo
  ) throws(CKError) -> [Key: Result<CKShareParticipant, any Error>] {
    let found = try participantSearch(keys.map(info)).whole().parts
    var results: [Key: Result<CKShareParticipant, any Error>] = [:]
    for (key, found) in zip(keys, found) {
      results[key] = found.result.mapError { $0 as any Error }
    }
    return results
  }
}
