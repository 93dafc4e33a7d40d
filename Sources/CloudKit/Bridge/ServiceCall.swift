internal import Foundation
internal import MockCloudCore

/// A request that is ready to be sent, with the readers of what it reports: for operations, which get
/// it part by part, and for the convenience methods, which get it as a whole.
struct ServiceCall<Part, End>: Sendable {
  private var connection: CloudConnection
  private let request: any ServiceRequest
  /// Makes the reader of the parts of one report: a kept call is reported twice.
  private let parts: @Sendable () -> PartReader
  typealias PartReader = (ReportedPart, Viewpoint) -> Part?
  private let end: @Sendable (any Sendable, Viewpoint) -> End?

  /// - Parameters:
  ///   - parts: Makes what reads a part of the answer; nil for one that is not reported.
  ///   - end: Reads what comes after the parts from the whole answer.
  init<O: CloudOperation>(
    _ operation: O, in connection: CloudConnection,
    parts: @escaping @Sendable () -> PartReader,
    end: @escaping @Sendable (O.Answer, Viewpoint) -> End
  ) {
    self.connection = connection
    request = PreparedRequest(operation)
    self.parts = parts
    self.end = { answer, viewpoint in (answer as? O.Answer).map { end($0, viewpoint) } }
  }

  /// Who makes the call.
  var caller: Caller { connection.caller }

  /// The cloud's time in milliseconds since 1970; nil if calls take none.
  var cloudTime: Int64? { connection.choice.host?.cloud.virtualTime }

  /// The call without its cloud, which a call that the cloud keeps must not keep.
  var detached: ServiceCall {
    attached(to: CloudConnection(refusing: "the call has no cloud", as: connection.caller))
  }

  /// The call in a cloud.
  func attached(to connection: CloudConnection) -> ServiceCall {
    var call = self
    call.connection = connection
    return call
  }

  /// A call whose items are the only parts.
  ///
  /// - Parameter item: Reads an item, given its index; nil for one that is not reported.
  init<O: CloudOperation>(
    _ operation: O, in connection: CloudConnection,
    item: @escaping @Sendable (Int, ItemResult<AnswerItem>, Viewpoint) -> Part?
  ) where End == Void {
    self.init(operation, in: connection, item: item) { _, _ in () }
  }

  init<O: CloudOperation>(
    _ operation: O, in connection: CloudConnection,
    item: @escaping @Sendable (Int, ItemResult<AnswerItem>, Viewpoint) -> Part?,
    end: @escaping @Sendable (O.Answer, Viewpoint) -> End
  ) {
    let part: @Sendable (ReportedPart, Viewpoint) -> Part? = { part, viewpoint in
      switch part {
      case .item(let found, let number): item(number - 1, .success(found), viewpoint)
      case .failure(let failure, let number): item(number - 1, .failure(failure), viewpoint)
      default: nil
      }
    }
    self.init(operation, in: connection, parts: { part }, end: end)
  }

  /// Makes the call, and returns all that it reports. Time passes for the whole cloud until the
  /// response is there.
  func whole() throws(CKError) -> (parts: [Part], end: End) {
    if let delivery = connection.delivery { return try whole(delivery) }
    let answered = try connection.reach { (cloud, caller) throws(CloudError) in
      try request.perform(in: cloud, as: caller)
    }
    let viewpoint = connection.viewpoint
    let part = self.parts()
    let parts = answered.parts.compactMap { part($0, viewpoint) }
    guard let end = end(answered.answer, viewpoint) else { throw CKError(.internalError) }
    return (parts, end)
  }

  /// Makes the call with settings, as an operation in flight.
  private func whole(_ delivery: Delivery) throws(CKError) -> (parts: [Part], end: End) {
    var (parts, end): ([Part], Result<End, CKError>?) = ([], nil)
    let knowledge = CloudChoice.current.taker.knownResponses
    try start(delivery, progress: false, knowing: knowledge, on: nil) { report in
      switch report {
      case .part(let part): parts.append(part)
      case .end(let result): end = result
      case .progress, .persisted: break
      }
    }.wait()
    guard let end else { throw CKError(.internalError) }
    return (parts, try end.get())
  }

  /// Submits the call.
  ///
  /// - Parameters:
  ///   - progress: Whether the progress of records is reported.
  ///   - knowledge: The responses that the client had when it made the operation; nil means those that it
  ///     has now.
  ///   - moment: When the app made or added the operation; nil means now.
  ///   - queue: The serial queue on which the reports are read; nil means the thread that waits for
  ///     the call.
  ///   - copy: Makes the operation that a long-lived one with an ID leaves; nil for others.
  ///   - report: Gets the reports one after the other, `end` as the last one.
  func start(
    _ delivery: Delivery, progress: Bool, knowing knowledge: ClientKnowledge? = nil,
    since moment: AppMoment? = nil, on queue: DispatchQueue?,
    leaving copy: (id: CKOperation.ID, make: () -> CKOperation)? = nil,
    _ report: @escaping (CallReport<Part, End>) -> Void
  ) throws(CKError) -> CallInFlight {
    let host = try connection.reachable()
    let client = HandedClient(knowing: knowledge, since: moment)
    if let copy { host.keep(detached, for: client, of: caller, as: copy.id, copy.make) }
    let operationID = try connection.converting { (caller) throws(CloudError) in
      try request.submit(
        to: host.cloud, as: caller, delivery, .handed(progress: progress, to: client))
    }
    return follow(
      operationID, for: client, in: host, isLongLived: delivery.isLongLived, on: queue, report)
  }

  /// Registers that the call failed before it reached the cloud.
  ///
  /// - Returns: The numbers of the responses that the client has now.
  func noteUnsent(since moment: AppMoment) -> [UInt64] {
    guard let host = connection.choice.host else { return [] }
    return request.noteUnsent(to: host.cloud, as: connection.caller, since: moment)
  }

  /// Lets the kept answer of the call be reported once more.
  func startAgain(
    _ callID: CallID, progress: Bool, since moment: AppMoment, on queue: DispatchQueue,
    _ report: @escaping (CallReport<Part, End>) -> Void
  ) throws(CKError) -> CallInFlight {
    let (host, client) = (try connection.reachable(), HandedClient(since: moment))
    try connection.converting { (_) throws(CloudError) in
      try request.submitAgain(
        to: host.cloud, callID, .handed(progress: progress, to: client))
    }
    return follow(callID.text, for: client, in: host, isLongLived: true, on: queue, report)
  }

  private func follow(
    _ operationID: String, for client: HandedClient, in host: CloudHost, isLongLived: Bool,
    on queue: DispatchQueue?, _ report: @escaping (CallReport<Part, End>) -> Void
  ) -> CallInFlight {
    var viewpoint: Viewpoint?
    let part = parts()
    let posts = queue != nil || !CloudHost.defersPosts
    return CallInFlight(
      operationID, for: client, in: host, connection, on: queue
    ) { reported in
      let current = viewpoint ?? connection.viewpoint
      viewpoint = current
      if posts, case .result = reported { host.postAccountChanges() }
      // Another operation may wait for the answer of this one.
      if isLongLived, case .result = reported { host.wake() }
      if let read = read(reported, current, part) { report(read) }
    }
  }

  private func read(
    _ reported: ReportedPart, _ viewpoint: Viewpoint, _ part: PartReader
  ) -> CallReport<Part, End>? {
    switch reported {
    case .progress(let recordID, let progress):
      return .progress(CKRecordID(recordID, viewpoint), progress)
    case .persisted: return .persisted
    case .result(.success(let answer)):
      return .end(end(answer, viewpoint).map { .success($0) } ?? .failure(CKError(.internalError)))
    case .result(.failure(let error)): return .end(.failure(CKError(error, viewpoint)))
    default: return part(reported, viewpoint).map { .part($0) }
    }
  }
}

/// The operation of the service that a call makes.
private protocol ServiceRequest: AnyObject, Sendable {
  func submit(
    to cloud: Cloud, as caller: Caller, _ delivery: Delivery, _ reporting: Reporting
  ) throws(CloudError) -> String

  /// Lets the kept answer of an operation in flight be reported once more.
  func submitAgain(
    to cloud: Cloud, _ callID: CallID, _ reporting: Reporting
  ) throws(CloudError)

  func perform(
    in cloud: Cloud, as caller: Caller
  ) throws(CloudError) -> (parts: [ReportedPart], answer: any Sendable)

  /// Registers that the operation failed before it reached the cloud, and returns the numbers of the
  /// responses that the client has now.
  func noteUnsent(to cloud: Cloud, as caller: Caller, since moment: AppMoment) -> [UInt64]
}

private final class PreparedRequest<O: CloudOperation>: ServiceRequest {
  private let operation: O

  init(_ operation: O) { self.operation = operation }

  func submit(
    to cloud: Cloud, as caller: Caller, _ delivery: Delivery, _ reporting: Reporting
  ) throws(CloudError) -> String {
    try cloud.submit(operation, as: caller, delivery, reporting)
  }

  func submitAgain(
    to cloud: Cloud, _ callID: CallID, _ reporting: Reporting
  ) throws(CloudError) {
    try cloud.submitAgain(O.name, callID.text, of: callID.client, reporting)
  }

  func perform(
    in cloud: Cloud, as caller: Caller
  ) throws(CloudError) -> (parts: [ReportedPart], answer: any Sendable) {
    try cloud.report(operation, as: caller, for: CloudChoice.current.taker)
  }

  func noteUnsent(to cloud: Cloud, as caller: Caller, since moment: AppMoment) -> [UInt64] {
    cloud.noteUnsent(operation, as: caller, since: moment)
  }
}

/// What a call in flight reports.
enum CallReport<Part, End> {
  /// The transferred part of a record, from 0 to 1.
  case progress(CKRecordID, Double)
  case part(Part)
  /// The service has stored a long-lived operation.
  case persisted
  /// The call has ended.
  case end(Result<End, CKError>)
}

/// The result of one item of a request.
struct Found<ID: Hashable, Value>: ItemOutcome {
  let id: ID
  let result: Result<Value, CKError>
  /// The key in `partialErrorsByItemID`, if it is not the ID.
  var errorKey: AnyHashable?

  var failure: (key: AnyHashable, error: CKError)? {
    result.failure.map { (errorKey ?? AnyHashable(id), $0) }
  }
}

/// The result of one item of a request that saves and deletes.
enum Changed<ID: Hashable, Value>: ItemOutcome {
  case saved(ID, Result<Value, CKError>)
  case deleted(ID, Result<Void, CKError>)

  var failure: (key: AnyHashable, error: CKError)? {
    switch self {
    case .saved(let id, let result): result.failure.map { (id, $0) }
    case .deleted(let id, let result): result.failure.map { (id, $0) }
    }
  }
}

/// An item of a request that may have failed.
protocol ItemOutcome {
  /// The key in `partialErrorsByItemID`, and the error; nil if the item succeeded.
  var failure: (key: AnyHashable, error: CKError)? { get }
}

extension Result where Success == AnswerItem, Failure == ItemError {
  /// The item as a value.
  ///
  /// - Parameter read: Returns nil for an item of another kind.
  func value<Value>(
    _ viewpoint: Viewpoint, _ read: (AnswerItem) -> Value?
  ) -> Result<Value, CKError> {
    switch self {
    case .success(let item): read(item).map { .success($0) } ?? .failure(CKError(.internalError))
    case .failure(let failure): .failure(CKError(failure.error, viewpoint))
    }
  }

  /// The item that was found for an ID of the request; nil if the request has no such item.
  func found<ID, Value>(
    at index: Int, of ids: [ID], _ viewpoint: Viewpoint, _ read: (AnswerItem) -> Value?
  ) -> Found<ID, Value>? {
    guard index < ids.count else { return nil }
    return Found(id: ids[index], result: value(viewpoint, read))
  }

  /// An item that the request does not name; nil if it has no ID.
  func found<ID, Value>(
    _ viewpoint: Viewpoint, _ id: (Value) -> ID, _ read: (AnswerItem) -> Value?
  ) -> Found<ID, Value>? {
    let result = value(viewpoint, read)
    switch self {
    case .success: return result.value.map { Found(id: id($0), result: result) }
    case .failure(let failure):
      guard let id = failure.item.key(viewpoint)?.base as? ID else { return nil }
      return Found(id: id, result: result)
    }
  }

  /// The item of a request that saves and then deletes; nil if the request has no such item.
  func change<ID, Value>(
    at index: Int, saving: [ID], deleting: [ID], _ viewpoint: Viewpoint,
    _ read: (AnswerItem) -> Value?
  ) -> Changed<ID, Value>? {
    if index < saving.count { return .saved(saving[index], value(viewpoint, read)) }
    guard index - saving.count < deleting.count else { return nil }
    return .deleted(deleting[index - saving.count], value(viewpoint) { _ in () })
  }
}
