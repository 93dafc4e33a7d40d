/// One call of the service in the pipeline.
struct Call<O: Operation>: Sendable {
  var request: Request
  var caller: Caller
  /// The requested format of the answer.
  var style = AnswerStyle()
  /// The request as the client wrote it, without the keys of its delivery; nil unless it is
  /// compared with a script.
  var spelling: JSONValue?

  enum Request: Sendable {
    /// - Parameter bytes: The size of the request's JSON without inline files.
    case operation(O, bytes: Int)
    /// An invalid request, and its text for the journal.
    case malformed(CloudError, text: [UInt8])

    /// The size of a valid request's JSON without inline files.
    var bytes: Int { if case .operation(_, let bytes) = self { bytes } else { 0 } }
  }
}

/// The outcome of a call.
enum CallOutcome<Answer: Sendable>: Sendable {
  /// - Parameter failures: The failed items; empty if all succeeded.
  case answer(Answer, failures: [NumberedFailure])
  case failure(CloudError)
  /// The call failed after some of the blocks before the result were called.
  case interrupted([OperationBlock], CloudError)
  /// The response that a script has for the call.
  case scripted(ScriptedAnswer)

  /// The error of the call as a whole.
  var error: CloudError? {
    switch self {
    case .answer, .scripted: nil
    case .failure(let error), .interrupted(_, let error): error
    }
  }
}

/// A call with its outcome, and the values needed to encode both. The entry point and the journal
/// share it.
final class CompletedCall<O: Operation>: JournalledCall, ReportedCall {
  let call: Call<O>
  let outcome: CallOutcome<O.Answer>
  /// 0, or the code of the error of the call as a whole.
  let status: Int32
  /// The UUIDs of errors are derived from it.
  let seed: UInt64
  let number: UInt64
  /// The record name of the caller, whose own participation in shares the answer includes.
  let viewer: UserRecordName?
  /// The approximate number of bytes in memory.
  let weight: Int

  init(
    call: consuming Call<O>, outcome: consuming CallOutcome<O.Answer>, status: Int32,
    seed: UInt64, number: UInt64, viewer: UserRecordName?, weight: Int
  ) {
    self.status = status
    self.call = call
    self.outcome = outcome
    self.seed = seed
    self.number = number
    self.viewer = viewer
    self.weight = weight
  }

  func concerns(record name: RecordName) -> Bool {
    guard case .operation(let operation, _) = call.request else { return false }
    if (operation as? any RecordNaming)?.recordNames.contains(name) == true { return true }
    guard case .answer(let answer, _) = outcome else { return false }
    var search = RecordSearch(name)
    operation.describe(answer, to: &search)
    return search.hasFound
  }
}
