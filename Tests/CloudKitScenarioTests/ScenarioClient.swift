import Foundation

@testable import CloudKit
@testable import MockCloudCore

/// Makes the service's calls of a scenario as a client of CloudKit does.
final class ScenarioClient {
  /// How the calls are made.
  enum Form: String, CaseIterable, Sendable {
    /// With operations and their blocks.
    case operations
    /// With the methods of `CKDatabase` and `CKContainer` where there are some.
    case methods
  }

  private let host: CloudHost
  private let defaults: Caller
  private let wishedForm: Form
  let memory = ClientMemory()
  /// Whether the scenario has operations that report by events.
  private var hasOperations = false
  /// The responses that the calls have got.
  fileprivate(set) var handled: HandledResponses?

  init(_ cloud: Cloud, _ form: Form, defaults: Caller) {
    host = CloudHost(cloud, separatesCommits: false)
    wishedForm = form
    self.defaults = defaults
  }

  /// The schema of the configured container as text.
  var schema: String { host.cloud.call("mock/schema/get").json }

  /// How the next call is made. Operations let time pass for everything that is due: pushes arrive,
  /// and other operations end, that wait for the scenario's clock after a call in JSON.
  private var form: Form {
    let mayPush = host.cloud.withCore { core in
      !core.state.world.subscriptions.isEmpty || !core.state.world.agenda.pushes.isEmpty
    }
    return hasOperations || mayPush ? .methods : wishedForm
  }

  /// The calls that can be made, by their names.
  private typealias Call = @Sendable (ScenarioClient, String) throws -> Said
  private static let calls: [String: Call] = [
    ModifyRecords.name: said(ModifyRecords.self) { try $0.modify($1) },
    LookupRecords.name: said(LookupRecords.self) { try $0.lookUp($1) },
    QueryRecords.name: said(QueryRecords.self) { try $0.query($1) },
    FetchZoneChanges.name: said(FetchZoneChanges.self) { try $0.zoneChanges($1) },
    FetchRecordChanges.name: said(FetchRecordChanges.self) { try $0.recordChanges($1) },
    FetchDatabaseChanges.name: said(FetchDatabaseChanges.self) { try $0.databaseChanges($1) },
    ModifyZones.name: said(ModifyZones.self) { try $0.modify($1) },
    LookupZones.name: said(LookupZones.self) { try $0.lookUp($1) },
    ListZones.name: said(ListZones.self) { session, _ in try session.listZones() },
    ModifySubscriptions.name: said(ModifySubscriptions.self) { try $0.modify($1) },
    LookupSubscriptions.name: said(LookupSubscriptions.self) { try $0.lookUp($1) },
    ListSubscriptions.name: said(ListSubscriptions.self) { session, _ in
      try session.listSubscriptions()
    },
    ResolveShares.name: said(ResolveShares.self) { try $0.resolve($1) },
    AcceptShares.name: said(AcceptShares.self) { try $0.accept($1) },
    FetchShareParticipants.name: said(FetchShareParticipants.self) { try $0.participants($1) },
    DiscoverUsers.name: said(DiscoverUsers.self) { try $0.discover($1) },
    GetAccountStatus.name: said(GetAccountStatus.self) { session, _ in try session.status() },
    GetUserRecordID.name: said(GetUserRecordID.self) { session, _ in try session.userRecordID() },
  ]

  /// A call whose request is read by the core, so that defaults and types of values are its own.
  private static func said<O: WireOperation>(
    _: O.Type, _ say: @escaping @Sendable (ClientSession, O) throws -> Said
  ) -> Call {
    { client, request in
      guard let typed = TypedRequest(O.self, request) else { throw Unsaid("a malformed request") }
      if typed.wish != nil {
        client.hasOperations = true
        throw Unsaid("an answer by events")
      }
      if client.host.cloud.withCore({ $0.state.script != nil }) {
        throw Unsaid("a scripted response")
      }
      return try say(try client.session(typed.caller, O.self), typed.operation)
    }
  }

  /// Makes a call, and returns what the client got; throws `Unsaid` if Apple's API has no such call.
  func say(_ call: ScenarioCall) throws -> (Said, AnswerComparison) {
    guard let say = Self.calls[call.operation] else {
      throw Unsaid("\(call.operation): Web Services only")
    }
    // Each call is made when the handler of the one before has been called.
    var said: Result<Said, any Error>?
    var choice = CloudChoice.current
    choice.handled = handled
    choice { said = Result { try say(self, call.request ?? "{}") } }
    guard let said else { throw Unsaid("a call that was not made") }
    return (try said.get(), lastComparison)
  }

  private var lastComparison = AnswerComparison(user: nil, hidesOwners: false) { $0 }

  private func session<O: WireOperation>(
    _ caller: Caller, _: O.Type
  ) throws(Unsaid) -> ClientSession {
    if caller.environment != nil { throw Unsaid("an environment, which is the app's") }
    let scope = O.onlyScope ?? caller.database ?? defaults.database ?? .private
    if let named = caller.database, named != scope { throw Unsaid("a database without the call") }
    let container = CKContainer(
      caller.container?.text, CloudChoice(host, as: caller))
    let session = ClientSession(self, container, scope, form)
    lastComparison = AnswerComparison(
      user: container.connection.viewpoint.user?.text, hidesOwners: scope == .public
    ) { [cloud = host.cloud] name in
      cloud.identity(of: Caller(user: .named(UserName(name))))?.user?.text
    }
    return session
  }
}

/// A container and a database as one user on one device has them.
struct ClientSession {
  let client: ScenarioClient
  let container: CKContainer
  let database: CKDatabase
  let form: ScenarioClient.Form

  init(
    _ client: ScenarioClient, _ container: CKContainer, _ scope: DatabaseScope,
    _ form: ScenarioClient.Form
  ) {
    self.client = client
    self.form = form
    self.container = container
    database =
      switch scope {
      case .private: container.privateCloudDatabase
      case .public: container.publicCloudDatabase
      case .shared: container.sharedCloudDatabase
      }
  }

  /// Names the database and the user.
  private var name: String {
    let viewpoint = database.connection.viewpoint
    return "\(viewpoint.container ?? "")/\(viewpoint.database)/\(viewpoint.user?.text ?? "")"
  }

  func remember(_ record: CKRecord) { client.memory.remember(record, for: name) }

  func version(_ tag: String?, of recordID: CKRecord.ID) -> CKRecord? {
    tag.flatMap { client.memory.version($0, of: recordID, for: name) }
  }

  // MARK: Calls

  /// Runs an operation to its end.
  func run(_ operation: CKOperation) {
    if let operation = operation as? CKDatabaseOperation {
      database.add(operation)
    } else {
      container.add(operation)
    }
    operation.waitUntilFinished()
    client.handled = operation.run.choice.handled
  }

  /// What a method passes to its completion handler.
  func value<Value>(_ call: (@escaping @Sendable (Value) -> Void) -> Void) -> Value? {
    let received = Received<(Value, HandledResponses?)>()
    call { received.set(($0, CloudChoice.current.handled)) }
    guard let (value, handled) = received.wait() else { return nil }
    client.handled = handled
    return value
  }

  private final class Received<Value>: @unchecked Sendable {
    private var value: Value?
    private let semaphore = DispatchSemaphore(value: 0)

    func set(_ value: Value) {
      self.value = value
      semaphore.signal()
    }

    func wait() -> Value? {
      semaphore.wait()
      return value
    }
  }
}
