public import CloudKit
internal import MockCloudCore
public import MockCloudKit

/// A container for tests. It belongs to the cloud that a `CKContainer` made in its place would belong
/// to (`MockCloud.with`, `MockCloud.use`, else that of the process), as the same user on the same device,
/// and shows the databases of `CKContainer.default()` there.
///
/// All containers of a cloud share their identifier, and those of one device, however it was chosen, also
/// their account, their databases and what tests set on them.
public final class MockCKContainer: CloudContainable, @unchecked Sendable {
  private let choice: CloudChoice
  private let state: SharedState
  private let lock = NSLock()
  /// Keeps the databases that were asked for: their state refers to them weakly.
  private var kept: [CKDatabase.Scope: MockCKDatabase] = [:]

  private init() {
    choice = .here
    state = .of(choice.host)
  }

  /// Creates a container, and gives all containers of the cloud this identifier.
  public required convenience init(identifier: String) {
    self.init()
    state.containerIdentifier = identifier
  }

  /// Returns a new container, and gives all containers of the cloud this identifier.
  public static func `init`(identifier: String) -> MockCKContainer {
    MockCKContainer(identifier: identifier)
  }

  /// Returns a new container.
  public static func `default`() -> MockCKContainer { MockCKContainer() }

  /// The cloud of the container; nil if the environment configures an invalid one.
  public var cloud: MockCloud? { choice.host.map { MockCloud(host: $0) } }

  /// The identifier of all containers of the cloud; nil restores the first one.
  public var containerIdentifier: String? {
    get { state.containerIdentifier }
    set { state.containerIdentifier = newValue ?? SharedState.standardIdentifier }
  }

  // MARK: Databases

  /// The public database of all containers.
  public var publicCloudDatabase: MockCKDatabase {
    get { database(with: .public) }
    set { setDatabase(newValue, .public) }
  }

  /// The private database of all containers.
  public var privateCloudDatabase: MockCKDatabase {
    get { database(with: .private) }
    set { setDatabase(newValue, .private) }
  }

  /// The shared database of all containers. It stores records of its own, apart from what other users
  /// share in the cloud.
  public var sharedCloudDatabase: MockCKDatabase {
    get { database(with: .shared) }
    set { setDatabase(newValue, .shared) }
  }

  public func database(with databaseScope: CKDatabase.Scope) -> MockCKDatabase {
    let database = state.database(databaseScope, choice)
    lock.withLock { kept[databaseScope] = database }
    return database
  }

  private func setDatabase(_ database: MockCKDatabase, _ scope: CKDatabase.Scope) {
    state.setDatabase(database, scope, choice)
    lock.withLock { kept[scope] = database }
  }

  // MARK: The account

  /// The status of the account, in the cloud too: it has the databases refuse what CloudKit refuses
  /// then. Nil, as in a new cloud, means an available account whose status `accountStatus` does not
  /// tell.
  public var setAccountStatus: CKAccountStatus? {
    get { state.status(of: choice.owner) }
    set {
      state.setStatus(newValue, of: choice.owner)
      choice.setStatus(newValue ?? .available)
    }
  }

  /// The same as `setAccountStatus`. A status other than `available` comes with an error.
  public var setAccountStatusError: CKAccountStatus? {
    get { setAccountStatus }
    set { setAccountStatus = newValue }
  }

  /// The record whose ID `fetchUserRecordID` passes.
  public var setUserRecord: CKRecord? {
    get { state.userRecord(of: choice.owner) }
    set { state.setUserRecord(newValue, of: choice.owner) }
  }

  /// Passes the status of the account to a handler before it returns; with an error unless it is
  /// available.
  public func accountStatus(completionHandler: @escaping (CKAccountStatus, (any Error)?) -> Void) {
    let (status, error) = currentStatus
    choice { completionHandler(status, error) }
  }

  /// Passes the ID of `setUserRecord` to a handler before it returns.
  public func fetchUserRecordID(completionHandler: @escaping (CKRecord.ID?, (any Error)?) -> Void) {
    guard let record = setUserRecord else {
      let error = CKError(.notAuthenticated)._nsError
      return choice { completionHandler(nil, error) }
    }
    let error = currentStatus.error
    choice { completionHandler(error == nil ? record.recordID : nil, error) }
  }

  private var currentStatus: (status: CKAccountStatus, error: (any Error)?) {
    do throws(CKError) {
      var status = try CKContainer(nil, choice).currentAccountStatus()
      if status == .available {
        if setAccountStatus != nil { return (status, nil) }
        status = .couldNotDetermine
      }
      return (status, NSError(accountStatus: status))
    } catch {
      return (.couldNotDetermine, error)
    }
  }

  // MARK: Resetting

  /// Clears the errors that were set, the account status and the user record, and empties the
  /// databases of the containers: in the cloud, for the user and the device that are chosen here.
  /// The identifier, `lastExecuted` and the scopes of databases stay.
  public static func resetContainer() {
    let choice = CloudChoice.here
    let state = SharedState.of(choice.host)
    if state.status(of: choice.owner) != nil { choice.setStatus(.available) }
    state.reset(choice.owner)
    for database in state.knownDatabases(choice) { database.resetStore() }
  }
}

extension CloudChoice {
  /// The choice of the task or thread, with its cloud.
  static var here: CloudChoice { CloudChoice(try? currentHost(), as: current.caller) }

  /// The caller by the name of its device, which may be chosen in several ways. One that does not exist
  /// stays as it is.
  var owner: Caller { host?.cloud.device(of: caller).map { Caller(device: $0) } ?? caller }

  /// Sets the status of the account in the cloud.
  func setStatus(_ status: CKAccountStatus) {
    guard let host else { return }
    // The caller is that of the containers: if there is no such user, their calls fail.
    _ = try? host.cloud.perform(
      SetAccountStatus(AccountStatus(status), device: caller.device), as: caller)
    host.settle()
  }
}
