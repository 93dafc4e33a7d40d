// Calls that rules make. A state document has their requests in JSON, so that they are refused if
// JSON has no form for them.

/// A call by a rule. No faults act on it, and it is not in the journal.
protocol MadeCall: CallOfCaller, CheckedValue {
  var caller: Caller { get }
  /// Makes the call. Returns whether it succeeded and changed something.
  func run(in state: inout CloudState) -> Bool
}

/// A call with a JSON form. Its implementation is in a later folder.
protocol WrittenCall {
  /// Writes the members of the request, with the caller.
  func writeMembers(to json: inout JSONWriter)
}

extension MadeCall {
  var content: String {
    var json = JSONWriter()
    json.beginObject()
    (self as? any WrittenCall)?.writeMembers(to: &json)
    json.endObject()
    return json.text
  }

  func checkCaller(in world: borrowing World) throws(Misuse) {
    _ = try caller.context(in: world)
  }
}

/// A call of the service.
final class MadeServiceCall<O: Operation>: MadeCall {
  let operation: O
  let caller: Caller

  init(operation: O, caller: Caller) {
    self.operation = operation
    self.caller = caller
  }

  var operationName: String { O.name }

  var problem: RequestError? {
    if let problem = caller.problem { return problem.inside("request") }
    guard operation is any SpelledOperation else {
      return RequestError(
        "operation", "'operation' is '\(O.name)', which is not an operation of the library",
        expected: "an operation of the library")
    }
    if O.effect == .nothing || operation is QueryRecords { return .changesNothing(O.name) }
    if operation.itemCount == 0,
      ServiceOperation.named(O.name)?.traits.contains(.countsItems) == true,
      (operation as? ModifyRecords)?.clientChangeToken == nil
    {
      return RequestError(
        "request", "'\(O.name)' without items changes nothing, so that the rule could never act",
        expected: "a request with items")
    }
    return (operation as? ModifyRecords)?.items.firstProblem(in: "operations") {
      $0.record.unwritable?.inside("record")
    }?.inside("request")
  }

  func run(in state: inout CloudState) -> Bool {
    var session = CallSession()
    guard
      let context = try? caller.context(in: state.world, onlyScope: O.onlyScope),
      (try? context.admit(operation, bytes: 0, in: state.world)) != nil
    else { return false }
    let before = state.mark
    return (try? state.transact(operation, context, &session)) != nil && state.mark != before
  }
}

/// A call of the harness.
final class MadeHarnessCall<O: HarnessOperation>: MadeCall {
  let operation: O
  let caller: Caller

  init(operation: O, caller: Caller) {
    self.operation = operation
    self.caller = caller
  }

  var operationName: String { O.name }

  var problem: RequestError? {
    if !operation.hasEffect { return .changesNothing(O.name) }
    return
      (caller.problem ?? (operation as? any CheckedValue)?.problem
      ?? (operation as? SeedWorld)?.unwritable)?
      .inside("request")
  }

  func run(in state: inout CloudState) -> Bool {
    let before = state.mark
    guard (try? state.run(operation, as: caller)) != nil else { return false }
    return !operation.changesShow || state.mark != before
  }
}

extension RequestError {
  fileprivate static func changesNothing(_ operation: String) -> RequestError {
    RequestError(
      "operation", "'\(operation)' changes nothing, so that the rule could never act",
      expected: "an operation that changes the cloud")
  }
}

extension RecordDraft {
  /// The refusal of the first field with a value that JSON cannot have; nil if there is none.
  fileprivate var unwritable: RequestError? {
    for field in fields {
      guard let defect = field.value?.defect else { continue }
      return RequestError(
        "fields.\(NameRules.shortened(field.name))", defect.reason,
        expected: "a value that JSON can have")
    }
    return nil
  }
}

extension SeedWorld {
  fileprivate var unwritable: RequestError? {
    own.records.firstProblem(in: "records") { $0.draft.unwritable }
      ?? batches.firstProblem(in: "databases") { batch in
        batch.records.firstProblem(in: "records") { $0.draft.unwritable }
      }
  }
}
