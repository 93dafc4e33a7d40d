/// Calls that are awaited, each with its answer.
public struct Script: Sendable {
  /// In which order calls may come.
  public enum Mode: String, Sendable, CaseIterable {
    /// The next call must be the next entry.
    case strict
    /// The response comes from the first entry that it matches and that was not used.
    case anyOrder
    /// The entries of each operation are a queue of their own.
    case perOperation
    /// As `anyOrder`; the cloud runs what matches no entry.
    case passthrough
  }

  public var mode: Mode
  /// Whether a request may hold nothing that its entry does not name.
  public var isExact: Bool
  public var entries: [Entry]

  /// A call that is awaited, with its answer.
  public struct Entry: Sendable {
    /// The operation's name in the dialect, for example `records/modify`.
    public let operation: String
    /// What the request must match; nil takes any.
    let request: JSONValue?
    /// The answer, in which `$name` stands for what a request was captured as.
    let response: JSONValue
    /// The status where it is not the one that the answer has by itself.
    let givenStatus: Int32?
    /// How many milliseconds of the cloud's time pass before the answer comes.
    public let delay: Int64
    /// The blocks before the result where the operation reports by events; nil makes them from the
    /// answer.
    let blocks: [JSONValue]?
    /// For those who read the script.
    public let note: String?

    init(
      operation: String, request: JSONValue?, response: JSONValue, givenStatus: Int32? = nil,
      delay: Int64 = 0, blocks: [JSONValue]? = nil, note: String? = nil
    ) {
      self.operation = operation
      self.request = request
      self.response = response
      self.givenStatus = givenStatus
      self.delay = delay
      self.blocks = blocks
      self.note = note
    }

    /// 0, or the code of the call's error.
    public var status: Int32 { givenStatus ?? response.answeredStatus }
  }

  init(mode: Mode = .strict, isExact: Bool = false, entries: [Entry] = []) {
    self.mode = mode
    self.isExact = isExact
    self.entries = entries
  }

  /// A script of more entries is refused.
  static let mostEntries = 100_000
  /// Requests and responses that nest deeper are refused: what holds a script must be read too.
  static let mostDepth = 48
}

extension JSONValue {
  /// The status that an answer has by itself: the code of its error, 2 where only items failed.
  var answeredStatus: Int32 {
    if let error = member("error") {
      return error.errorCode?.rawValue ?? Int32(clamping: error.member("ckErrorCode")?.int ?? 1)
    }
    return failedItems.isEmpty ? 0 : CKErrorCode.partialFailure.rawValue
  }

  /// The code that an error dictionary names, in any of the three ways; nil where it names none that
  /// is known.
  var errorCode: CKErrorCode? {
    if let number = member("ckErrorCode")?.int, let number = Int32(exactly: number),
      let code = CKErrorCode(rawValue: number)
    {
      return code
    }
    if let name = member("ckErrorName")?.string, let code = CKErrorCode(name: name) { return code }
    guard let name = member("serverErrorCode")?.string else { return nil }
    return CKErrorCode.allCases.first { $0.serverErrorCode?.hasBytes(of: name) == true }
  }

  /// The code of an error that is only a name or a number.
  private var shortErrorCode: CKErrorCode? {
    switch self {
    case .string(let name): CKErrorCode(name: name)
    case .int(let number): Int32(exactly: number).flatMap { CKErrorCode(rawValue: $0) }
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

  /// An answer with what its errors leave out: codes by all their names, reasons, and above items
  /// that failed the partial failure. An error in place of the answer, as Web Services has it, becomes
  /// the answer's. What is there stays as it is.
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

  /// An array with its objects replaced; all else as it is.
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
