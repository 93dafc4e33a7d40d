/// One call of the service, on its way through the pipeline.
struct Call<O: Operation>: Sendable {
  var request: Request
  var caller: Caller
  /// How the client wants the answer written.
  var style = AnswerStyle()
  /// The request as the client wrote it, without the keys of its delivery; nil unless a script is to
  /// be compared with it.
  var spelling: JSONValue?

  enum Request: Sendable {
    /// - Parameter bytes: The size of the request's JSON without inline files.
    case operation(O, bytes: Int)
    /// An invalid request, and its text for the journal.
    case malformed(CloudError, text: [UInt8])
  }
}

/// What a call came to.
enum CallOutcome<Answer: Sendable>: Sendable {
  /// - Parameter failures: The items that failed; none where all succeeded.
  case answer(Answer, failures: [NumberedFailure])
  case failure(CloudError)
  /// The call failed after so many of the answer's items were reported.
  case interrupted(Answer, items: Int, CloudError)
  /// What a script has for the call.
  case scripted(ScriptedAnswer)

  /// What the call as a whole failed with.
  var error: CloudError? {
    switch self {
    case .answer, .scripted: nil
    case .failure(let error), .interrupted(_, _, let error): error
    }
  }
}

/// A call with what it came to, and what is needed to write both down. The entry point that writes it and the
/// journal share it.
final class CompletedCall<O: Operation>: JournalledCall, ReportedCall {
  let call: Call<O>
  let outcome: CallOutcome<O.Answer>
  /// 0, or the code of the error that the call as a whole came to.
  let status: Int32
  /// The uuids of errors are made of the seed and the number.
  let seed: UInt64
  let number: UInt64
  /// The record name of the caller, whose own part in shares the answer names.
  let viewer: String?
  /// About how many bytes the call keeps in memory.
  let weight: Int

  init(
    call: consuming Call<O>, outcome: consuming CallOutcome<O.Answer>, status: Int32,
    seed: UInt64, number: UInt64, viewer: String?, weight: Int
  ) {
    self.status = status
    self.call = call
    self.outcome = outcome
    self.seed = seed
    self.number = number
    self.viewer = viewer
    self.weight = weight
  }

  func concerns(record name: String) -> Bool {
    guard case .operation(let operation, _) = call.request else { return false }
    if operation.recordNames.contains(where: { $0.hasBytes(of: name) }) { return true }
    guard case .answer(let answer, _) = outcome else { return false }
    var search = RecordSearch(name)
    operation.describe(answer, to: &search)
    return search.hasFound
  }
}
