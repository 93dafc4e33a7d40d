internal import Foundation
internal import MockCloudCore

/// A database of a cloud as one user on one device sees it: what calls need, fixed when a
/// `CKContainer` was made.
struct CloudConnection: Sendable {
  let cloud: Cloud
  private(set) var caller: Caller

  init(_ cloud: Cloud, as caller: Caller) {
    self.cloud = cloud
    self.caller = caller
  }

  /// The same container and caller with another database.
  func database(_ scope: CKDatabase.Scope) -> CloudConnection {
    var connection = self
    connection.caller.database = DatabaseScope(scope)
    return connection
  }

  /// Where the answers of the database are read.
  var viewpoint: Viewpoint {
    let identity = cloud.identity(of: caller)
    return Viewpoint(
      database: caller.database ?? .private, container: identity?.container.text,
      user: identity?.user)
  }

  /// Runs an operation of the service, and converts the error of the whole call.
  func perform<O: CloudOperation>(_ operation: O) throws(CKError) -> O.Answer {
    do throws(CloudError) {
      return try cloud.perform(operation, as: caller)
    } catch {
      throw CKError(error, viewpoint)
    }
  }
}

/// Whose answers are converted: the names of the own user depend on it.
struct Viewpoint: Sendable {
  let database: DatabaseScope
  let container: String?
  /// The record name of the user; nil if nobody is signed in.
  let user: UserRecordName?

  /// The record name of a user: the current one has a constant name (DOC CKCurrentUserDefaultName).
  func userName(_ name: UserRecordName) -> String {
    name == user ? CKCurrentUserDefaultName : name.text
  }

  func userRecordID(_ name: UserRecordName) -> CKRecordID {
    CKRecordID(recordName: userName(name))
  }
}

extension DatabaseScope {
  init(_ scope: CKDatabase.Scope) {
    switch scope {
    case .public: self = .public
    case .private: self = .private
    case .shared: self = .shared
    }
  }
}
