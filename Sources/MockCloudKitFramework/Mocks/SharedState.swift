internal import CloudKit
internal import MockCloudCore

/// What the mocks in a cloud share besides the data, which the cloud stores: the errors that a test has
/// set, the identifier of the containers, and for each device its account and databases.
///
/// The cloud has it (`CloudHost.addition`), so it must not refer to the cloud: the databases, which do,
/// are found again by weak references and made anew from their `DatabaseState`.
final class SharedState: CloudAddition, @unchecked Sendable {
  private let lock = NSLock()
  private var errors = ErrorSettings()
  private var identifier = SharedState.standardIdentifier
  private var accounts: [Caller: Account] = [:]
  private var lastNumber = 0

  static let standardIdentifier = "MockCKContainer"
  /// The state of mocks without a cloud, because the environment configures an invalid one.
  private static let orphaned = SharedState()

  private struct Account {
    var status: CKAccountStatus?
    var userRecord: CKRecord?
    var databases: [CKDatabase.Scope: Slot] = [:]
  }

  /// A database of the containers.
  private struct Slot {
    let state: DatabaseState
    /// A database of another cloud that a test has put in its place.
    var foreign: MockCKDatabase?
    /// Who calls in the database that a test has put in its place; nil means the container's caller.
    var caller: Caller?
  }

  static func of(_ host: CloudHost?) -> SharedState {
    host?.addition { SharedState() } ?? orphaned
  }

  /// The state of the cloud that is chosen here.
  static var current: SharedState { of(try? CloudChoice.currentHost()) }

  // MARK: What all containers share

  var containerIdentifier: String {
    get { lock.withLock { identifier } }
    set { lock.withLock { identifier = newValue } }
  }

  /// The errors that operations without errors of their own have.
  var errorSettings: ErrorSettings { lock.withLock { errors } }

  func setErrors(_ change: (inout ErrorSettings) -> Void) { lock.withLock { change(&errors) } }

  // MARK: Accounts

  func status(of caller: Caller) -> CKAccountStatus? { lock.withLock { accounts[caller]?.status } }

  func setStatus(_ status: CKAccountStatus?, of caller: Caller) {
    lock.withLock { accounts[caller, default: Account()].status = status }
  }

  func userRecord(of caller: Caller) -> CKRecord? {
    lock.withLock { accounts[caller]?.userRecord }
  }

  func setUserRecord(_ record: CKRecord?, of caller: Caller) {
    lock.withLock { accounts[caller, default: Account()].userRecord = record }
  }

  // MARK: Databases

  /// The database of the containers that are made with a choice.
  func database(_ scope: CKDatabase.Scope, _ choice: CloudChoice) -> MockCKDatabase {
    lock.withLock {
      let slot = slot(scope, choice)
      if let foreign = slot.foreign { return foreign }
      return slot.state.mock(slot.caller.map { CloudChoice(choice.host, as: $0) } ?? choice)
    }
  }

  func setDatabase(_ database: MockCKDatabase, _ scope: CKDatabase.Scope, _ choice: CloudChoice) {
    lock.withLock {
      let isForeign = database.choice.host !== choice.host
      let slot = Slot(
        state: database.state, foreign: isForeign ? database : nil, caller: database.choice.caller)
      accounts[choice.owner, default: Account()].databases[scope] = slot
    }
  }

  /// The databases that exist, those of `CKContainer.default()` in any case.
  func knownDatabases(_ choice: CloudChoice) -> [MockCKDatabase] {
    let scopes: [CKDatabase.Scope] = [.public, .private, .shared]
    let known = lock.withLock { accounts[choice.owner]?.databases[.shared] != nil }
    return scopes.filter { $0 != .shared || known }.map { database($0, choice) }
  }

  /// The lock must be held.
  private func slot(_ scope: CKDatabase.Scope, _ choice: CloudChoice) -> Slot {
    if let slot = accounts[choice.owner]?.databases[scope] { return slot }
    // The shared database of a cloud shows what others share and stores nothing itself.
    let slot = Slot(
      state: scope == .shared ? separate(scope, choice) : DatabaseState(scope, in: nil))
    accounts[choice.owner, default: Account()].databases[scope] = slot
    return slot
  }

  /// A new database apart from those of the containers.
  func newDatabase(_ scope: CKDatabase.Scope, _ choice: CloudChoice) -> DatabaseState {
    lock.withLock { separate(scope, choice) }
  }

  /// The lock must be held.
  private func separate(_ scope: CKDatabase.Scope, _ choice: CloudChoice) -> DatabaseState {
    let cloud = choice.host?.cloud
    var name = ""
    repeat {
      lastNumber += 1
      name = "MockCKDatabase-\(lastNumber)"
      // A state that was loaded may have one.
    } while cloud?.hasContainer(ContainerIdentifier(name)) == true
    // A configuration that declares containers has no others.
    _ = try? cloud?.perform(CreateContainer(ContainerIdentifier(name)))
    return DatabaseState(scope, in: name)
  }

  // MARK: Forks

  /// Returns the same settings and databases, whose records the fork of the cloud has. The objects of
  /// the client are those of the original.
  func copied() -> any CloudAddition {
    let copy = SharedState()
    lock.withLock {
      (copy.errors, copy.identifier, copy.lastNumber) = (errors, identifier, lastNumber)
      copy.accounts = accounts.mapValues { account in
        Account(
          status: account.status, userRecord: account.userRecord?.copy() as? CKRecord,
          databases: account.databases.mapValues {
            Slot(state: $0.state.copied(), foreign: $0.foreign, caller: $0.caller)
          })
      }
    }
    return copy
  }

  // MARK: Resetting

  /// Forgets the errors, and the account and the user record of a caller.
  func reset(_ caller: Caller) {
    lock.withLock {
      errors = ErrorSettings()
      accounts[caller]?.status = nil
      accounts[caller]?.userRecord = nil
    }
  }
}

/// The errors that a test sets.
struct ErrorSettings {
  /// The error of operations as a whole.
  var error: NSError?
  /// The records that fail with an error which the seed chooses.
  var recordIDs: [CKRecord.ID]?
  /// The records that fail with an error of these codes.
  var recordCodes: [CKRecord.ID: CKError.Code]?

  /// These settings, with others where they have none.
  func over(_ others: ErrorSettings) -> ErrorSettings {
    ErrorSettings(
      error: error ?? others.error, recordIDs: recordIDs ?? others.recordIDs,
      recordCodes: recordCodes ?? others.recordCodes)
  }
}
