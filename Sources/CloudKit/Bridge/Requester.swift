internal import Foundation
package import MockCloudCore

/// Who makes a request: where a record or a user is named by the constant name of the current user
/// (DOC CKCurrentUserDefaultName), the requester is meant.
package final class Requester {
  private let find: () -> UserRecordName?
  private lazy var user = find()

  /// - Parameter find: Returns the requester's record name; nil if nobody is signed in. It is asked only
  ///   if the request has the constant name.
  init(_ find: @escaping () -> UserRecordName?) { self.find = find }

  package convenience init(_ caller: Caller, in cloud: Cloud) {
    self.init { cloud.identity(of: caller)?.user }
  }

  /// A requester whose name is not known: the constant name stays.
  static var unknown: Requester { Requester { nil } }

  /// The name of a record in a request. The record of a user is in a default zone.
  package func recordName(_ recordID: CKRecordID) -> RecordName {
    guard recordID.recordName.hasBytes(of: CKCurrentUserDefaultName),
      recordID.zoneID.zoneName.hasBytes(of: CKRecordZoneID.default.zoneName), let user
    else { return RecordName(recordID.recordName) }
    return RecordName(user.text)
  }

  /// The name of a user in a request, given the ID of the user's record.
  func userName(_ recordID: CKRecordID) -> UserRecordName {
    UserRecordName(recordName(recordID).text)
  }
}

extension CloudConnection {
  /// Who makes the requests of this connection.
  var requester: Requester { Requester { self.viewpoint.user } }
}
