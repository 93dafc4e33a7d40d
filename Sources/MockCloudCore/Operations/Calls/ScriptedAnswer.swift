/// An answer from a script or from a state document, as JSON.
final class ScriptedAnswer: Sendable {
  let response: JSONValue
  /// 0, or the code of the error.
  let status: Int32
  /// The blocks before the result; nil derives them from the answer.
  let blocks: [JSONValue]?

  /// The blocks before the result that a state document had.
  let written: [OperationBlock]?

  init(_ answer: ScriptRun.Answer) {
    response = answer.response
    status = answer.status
    blocks = answer.blocks
    written = nil
  }

  init(_ answer: StoredAnswer) {
    response = answer.response
    status = answer.status
    blocks = nil
    written = answer.blocks(upTo: nil)
  }

  /// The error of the call as a whole; nil if only items failed, or nothing.
  var error: CloudError? {
    guard status != 0, status != CKErrorCode.partialFailure.rawValue else { return nil }
    let dictionary = response.member("error") ?? .null
    let code = dictionary.errorCode ?? CKErrorCode(rawValue: status) ?? .internalError
    var error = CloudError(
      code, dictionary.member("reason")?.string ?? ServerText.standard(for: code),
      retryAfter: dictionary.member("retryAfter")?.double)
    if case .bool(let flag)? = dictionary.member("userDidResetEncryptedData") {
      error.userDidResetEncryptedData = flag
    }
    return error
  }

  /// Returns the error for a typed caller, which cannot receive JSON.
  func refusal(of operation: String) -> CloudError {
    error
      ?? CloudError(
        .internalError,
        "'\(operation)' has a scripted response, which only Cloud.call(_:_:) returns")
  }
}

/// The outcome of a call under way in a state document.
struct StoredAnswer: Sendable {
  var response = JSONValue.null
  /// 0, or the code of the error.
  var status: Int32 = 0
  /// The blocks before the result.
  var blocks: [Block] = []

  struct Block: Sendable {
    var block: OperationBlock
    /// Whether it reports an item.
    var isItem: Bool
  }

  /// Returns the blocks that are called before an interruption.
  ///
  /// - Parameter items: The number of reported items; nil means all.
  func blocks(upTo items: Int?) -> [OperationBlock] {
    var count = 0
    var made: [OperationBlock] = []
    for block in blocks {
      if let items, count >= items { break }
      made.append(block.block)
      if block.isItem { count += 1 }
    }
    return made
  }
}

/// An operation whose request can be encoded as JSON. Its implementation is in a later folder.
protocol SpelledOperation: Sendable {
  /// Returns the request as the journal spells it.
  func spelling(by caller: Caller, _ style: AnswerStyle) -> JSONValue
}

extension Call {
  /// The possible spellings of the request, the client's own first.
  var spellings: [JSONValue] {
    switch request {
    case .operation(let operation, _):
      let own = spelling.map { [$0] } ?? []
      guard let operation = operation as? any SpelledOperation else { return own }
      return own + [operation.spelling(by: caller, style)]
    case .malformed(_, let text):
      return text.withUnsafeBufferPointer { JSONValue(text: $0) }.map { [$0] } ?? [.null]
    }
  }
}
