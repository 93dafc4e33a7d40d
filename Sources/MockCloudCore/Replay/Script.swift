/// Expected calls with their answers.
public struct Script: Sendable {
  /// The order in which calls may be made.
  public enum Mode: String, Sendable, CaseIterable {
    /// Each call must match the next entry.
    case strict
    /// A call uses the first unused entry that matches.
    case anyOrder
    /// Each operation has its own sequence of entries.
    case perOperation
    /// As `anyOrder`, but calls that match no entry are run by the cloud.
    case passthrough
  }

  public var mode: Mode
  /// Whether requests must not have keys that their entries do not name.
  public var isExact: Bool
  public var entries: [Entry]

  /// An expected call with its answer.
  public struct Entry: Sendable {
    /// The operation's name in the dialect, for example `records/modify`.
    public let operation: String
    /// The pattern for the request; nil accepts any.
    let request: JSONValue?
    /// The answer, in which `$name` represents the value captured from a request.
    let response: JSONValue
    /// The simulated time before the answer, in milliseconds.
    public let delay: Int64
    /// The blocks before the result if the operation reports by events; nil derives them from the
    /// answer.
    let blocks: [JSONValue]?
    /// The number of calls that the entry responds to.
    public let times: Int
    /// A note for readers of the script.
    public let note: String?

    init(
      operation: String, request: JSONValue?, response: JSONValue, delay: Int64 = 0,
      blocks: [JSONValue]? = nil, times: Int = 1, note: String? = nil
    ) {
      self.operation = operation
      self.request = request
      self.response = response
      self.delay = delay
      self.blocks = blocks
      self.times = times
      self.note = note
    }

    /// Creates an entry as it is written: the errors of the response may be incomplete.
    init(
      written operation: String, request: JSONValue?, response: JSONValue, delay: Int64 = 0,
      blocks: [JSONValue]? = nil, times: Int = 1, note: String? = nil
    ) {
      let response = if case .object = response { response.withWholeErrors } else { response }
      self.init(
        operation: operation, request: request, response: response, delay: delay, blocks: blocks,
        times: times, note: note)
    }

    /// 0, or the code of the call's error.
    public var status: Int32 { response.answeredStatus }
  }

  init(mode: Mode = .strict, isExact: Bool = false, entries: [Entry] = []) {
    self.mode = mode
    self.isExact = isExact
    self.entries = entries
  }

  /// The maximum number of entries.
  static let mostEntries = 100_000
  /// The maximum nesting depth of requests and responses, which leaves room for the enclosing
  /// document.
  static let mostDepth = 48
}

extension JSONValue {
  /// The status that an answer implies: the code of its error, or 2 if only items failed.
  var answeredStatus: Int32 {
    if let error = member("error") {
      return (error.errorCode ?? .internalError).rawValue
    }
    return failedItems.isEmpty ? 0 : CKErrorCode.partialFailure.rawValue
  }

  /// The code of an error dictionary, in any of its three forms; nil if there is no valid one.
  var errorCode: CKErrorCode? {
    if let code = member("ckErrorCode")?.int.flatMap({ CKErrorCode(number: $0) }) { return code }
    if let name = member("ckErrorName")?.string, let code = CKErrorCode(name: name) { return code }
    guard let name = member("serverErrorCode")?.string else { return nil }
    return CKErrorCode.allCases.first { $0.serverErrorCode?.hasBytes(of: name) == true }
  }

  /// The code of an error that is only a name or a number.
  private var shortErrorCode: CKErrorCode? {
    switch self {
    case .string(let name): CKErrorCode(name: name)
    case .int(let number): CKErrorCode(number: number)
    default: nil
    }
  }

  /// Whether an item of an answer is an error dictionary.
  var isError: Bool {
    ["ckErrorCode", "ckErrorName", "serverErrorCode"].contains { member($0) != nil }
  }

  /// The error dictionaries among the items of an answer, and among those of its groups.
  var failedItems: [JSONValue] {
    members.flatMap(\.value.elements).flatMap { item in
      item.isError ? [item] : item.members.flatMap(\.value.elements).filter(\.isError)
    }
  }

  /// The answer with complete errors: missing names and numbers of codes, reasons, and the partial
  /// failure for failed items. An error in place of the answer, as in Web Services, becomes the
  /// answer's error. Existing values are unchanged.
  var withWholeErrors: JSONValue {
    if isError, member("error") == nil {
      return .object([Member(key: "error", value: wholeError)])
    }
    var whole: [Member] = members.map { member in
      if member.has("error") { return Member(key: member.key, value: member.value.wholeError) }
      return Member(
        key: member.key, value: member.value.mapElements { $0.wholeItem(isGroup: true) })
    }
    if member("error") == nil {
      let failed = JSONValue.object(whole).failedItems
      if !failed.isEmpty {
        let code = CKErrorCode.partialFailure
        var partial = [
          Member(key: "ckErrorCode", value: .int(Int64(code.rawValue))),
          Member(key: "ckErrorName", value: .string(code.name)),
          Member(key: "reason", value: .string(ServerText.someItemsFailed)),
        ]
        partial.append(Member(key: "partialErrors", value: .array(failed)))
        whole.append(Member(key: "error", value: .object(partial)))
      }
    }
    return .object(whole)
  }

  private func wholeItem(isGroup: Bool) -> JSONValue {
    if isError { return wholeError }
    guard isGroup else { return self }
    return .object(
      members.map { member in
        Member(
          key: member.key, value: member.value.mapElements { $0.wholeItem(isGroup: false) })
      })
  }

  /// Returns an array with its objects replaced; other values are unchanged.
  private func mapElements(_ replaced: (JSONValue) -> JSONValue) -> JSONValue {
    guard case .array(let elements) = self else { return self }
    return .array(
      elements.map { element in
        if case .object = element { replaced(element) } else { element }
      })
  }

  private var wholeError: JSONValue {
    if let code = shortErrorCode {
      let number = JSONValue.int(Int64(code.rawValue))
      return JSONValue.object([Member(key: "ckErrorCode", value: number)]).wholeError
    }
    guard case .object(var members) = self, let code = errorCode else { return self }
    let isWhole = ["ckErrorCode", "ckErrorName", "reason"].allSatisfy { member($0) != nil }
    if isWhole { return self }
    var missing: [Member] = []
    if member("ckErrorCode") == nil {
      missing.append(Member(key: "ckErrorCode", value: .int(Int64(code.rawValue))))
    }
    if member("ckErrorName") == nil {
      missing.append(Member(key: "ckErrorName", value: .string(code.name)))
    }
    if member("serverErrorCode") == nil, let name = code.serverErrorCode {
      missing.append(Member(key: "serverErrorCode", value: .string(name)))
    }
    if member("reason") == nil {
      missing.append(Member(key: "reason", value: .string(ServerText.standard(for: code))))
    }
    members += missing
    return .object(members)
  }
}

extension CKErrorCode {
  fileprivate init?(number: Int64) {
    guard let number = Int32(exactly: number) else { return nil }
    self.init(rawValue: number)
  }
}
