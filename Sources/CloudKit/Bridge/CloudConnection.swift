internal import Foundation
package import MockCloudCore

/// A database of a cloud as one user on one device sees it: what calls need, fixed when a
/// `CKContainer` was made.
final class CloudConnection: Sendable {
  /// The choice of which the connection came: what is made in its callbacks inherits it. It has no
  /// cloud if there is none.
  let choice: CloudChoice
  /// Why there is no cloud: the environment names an invalid one.
  private let refusal: String
  let caller: Caller
  /// How the cloud runs the calls of convenience methods; nil means as one call after the other.
  let delivery: Delivery?
  /// Whether the cloud is the standard one because nothing chose another when the container was made.
  private let isStandard: Bool
  /// Whether the journal has requests that cannot be sent.
  private let notesRefusals: Bool

  private init(
    _ choice: CloudChoice, refusal: String, as caller: Caller, _ delivery: Delivery?,
    isStandard: Bool, notesRefusals: Bool = true
  ) {
    (self.choice, self.refusal, self.caller) = (choice, refusal, caller)
    (self.delivery, self.isStandard) = (delivery, isStandard)
    self.notesRefusals = notesRefusals
  }

  /// - Parameter choice: One with a cloud.
  convenience init(_ choice: CloudChoice, as caller: Caller, isStandard: Bool = false) {
    self.init(choice, refusal: "", as: caller, nil, isStandard: isStandard)
  }

  /// A connection of which every call fails, because an initialiser of a container cannot.
  convenience init(refusing reason: String, as caller: Caller) {
    self.init(CloudChoice(as: caller), refusal: reason, as: caller, nil, isStandard: false)
  }

  private var host: CloudHost? { choice.host }

  /// The same container and caller with another database.
  func database(_ scope: CKDatabase.Scope) -> CloudConnection {
    var caller = caller
    caller.database = DatabaseScope(scope)
    return CloudConnection(
      choice, refusal: refusal, as: caller, delivery, isStandard: isStandard)
  }

  /// The same with the settings of `configuredWith`.
  func configured(_ settings: OperationSettings) -> CloudConnection {
    if settings.isEmpty, delivery == nil { return self }
    return CloudConnection(
      choice, refusal: refusal, as: caller, settings.delivery, isStandard: isStandard)
  }

  /// The same for a cancelled operation.
  var withoutRefusals: CloudConnection {
    CloudConnection(
      choice, refusal: refusal, as: caller, delivery, isStandard: isStandard,
      notesRefusals: false)
  }

  /// Where the answers of the database are read.
  var viewpoint: Viewpoint {
    let identity = host?.cloud.identity(of: caller)
    return Viewpoint(
      database: caller.database ?? .private, container: identity?.container.text,
      user: identity?.user)
  }

  /// Runs an operation of the service, and converts the error of the whole call.
  func perform<O: CloudOperation>(_ operation: O) throws(CKError) -> O.Answer {
    try reach { (cloud, caller) throws(CloudError) in
      try cloud.perform(operation, as: caller, for: CloudChoice.current.taker)
    }
  }

  /// Makes a call, for which time may pass, and converts its error.
  func reach<Answer>(
    _ call: (Cloud, Caller) throws(CloudError) -> Answer
  ) throws(CKError) -> Answer {
    let host = try reachable()
    defer {
      host.wake()
      if !CloudHost.defersPosts { host.postAccountChanges() }
    }
    return try converting { (caller) throws(CloudError) in try call(host.cloud, caller) }
  }

  /// Converts the error of a call.
  func converting<Answer>(
    _ call: (Caller) throws(CloudError) -> Answer
  ) throws(CKError) -> Answer {
    do throws(CloudError) {
      return try call(caller)
    } catch {
      throw CKError(error, viewpoint)
    }
  }

  /// Prepares the request of an operation. If that fails, nothing is sent, but the journal has the call.
  func prepare<O: CloudOperation>(
    _ body: () throws(CKError) -> O
  ) throws(CKError) -> O {
    do throws(CKError) {
      return try body()
    } catch {
      throw refusal(of: O.self, error)
    }
  }

  /// Adds a call to the journal whose request cannot be sent, and returns its error.
  func refusal<O: CloudOperation>(of _: O.Type, _ error: CKError) -> CKError {
    if notesRefusals {
      try? reachable().cloud.noteRefusal(
        of: O.self, CloudError(.invalidArguments, error.localizedDescription), as: caller)
    }
    return error
  }

  /// Names the cloud among those that exist; nil if there is none.
  var cloudID: ObjectIdentifier? { host.map { ObjectIdentifier($0.cloud) } }

  /// Returns the cloud for a call that is made here.
  func reachable() throws(CKError) -> CloudHost {
    guard let host else { throw CKError(.badContainer, text: refusal) }
    reportForeignCall()
    return host
  }

  /// Reports a call here, if a test has another cloud and cannot mean that of this connection.
  func reportForeignCall() {
    guard let host, isStandard || host.isOfTest,
      let chosen = CloudChoice.current.host, chosen !== host, isStandard || chosen.isOfTest
    else { return }
    CloudChoice.reporters.foreign?()
  }

  /// The observers of the sharing view in this cloud.
  var sharingObservers: SharingObservers? { host?.sharingObservers }
}

/// Whose answers are converted: the names of the own user depend on it.
struct Viewpoint: Sendable {
  let database: DatabaseScope
  let container: String?
  /// The record name of the user; nil if nobody is signed in.
  let user: UserRecordName?
  /// The zone that was named last: most answers name one zone, and its ID is one object then.
  private let lastZone = LastZone()

  init(database: DatabaseScope, container: String?, user: UserRecordName?) {
    self.database = database
    self.container = container
    self.user = user
  }

  /// The same user with another database.
  func database(_ scope: DatabaseScope) -> Viewpoint {
    Viewpoint(database: scope, container: container, user: user)
  }

  func zoneID(_ zoneID: ZoneID) -> CKRecordZoneID {
    lastZone.id(of: zoneID) { CKRecordZoneID(zoneID, self) }
  }

  private final class LastZone: @unchecked Sendable {
    private let lock = ShortLock()
    private var last: (inCore: ZoneID, id: CKRecordZoneID)?

    func id(of zoneID: ZoneID, _ make: () -> CKRecordZoneID) -> CKRecordZoneID {
      lock.withLock {
        if let last, last.inCore == zoneID { return last.id }
        let id = make()
        last = (zoneID, id)
        return id
      }
    }
  }

  /// The record name of a user: the current one has a constant name (DOC CKCurrentUserDefaultName).
  func userName(_ name: UserRecordName) -> String {
    name == user ? CKCurrentUserDefaultName : name.text
  }

  func userRecordID(_ name: UserRecordName) -> CKRecordID {
    name == user ? Self.currentUser : CKRecordID(recordName: name.text)
  }

  private static let currentUser = CKRecordID(recordName: CKCurrentUserDefaultName)
}

extension DatabaseScope {
  package init(_ scope: CKDatabase.Scope) {
    switch scope {
    case .public: self = .public
    case .private: self = .private
    case .shared: self = .shared
    }
  }
}
