/// Writes the answer of one call part by part, and its errors.
struct AnswerWriter: ~Copyable {
  var json: JSONWriter
  /// The UUIDs of errors are derived from these two.
  private var seed: UInt64 = 0
  /// The record name of the user who receives the answer; nil if no user is signed in.
  private var viewer: UserRecordName?
  private var style = AnswerStyle()
  /// The number of the next item, from 1.
  private var nextItem: UInt64 = 1
  /// The number of the current group, from 0; nil outside of groups.
  private var group: Int?
  private var groups = 0

  /// - Parameter reportsLack: Whether `json.isIncomplete` reports a lack of memory. Otherwise it ends
  ///   the process.
  init(reportsLack: Bool = false) { json = JSONWriter(reportsLack: reportsLack) }

  /// Removes all text.
  mutating func restart() { json.removeAll() }

  // MARK: Calls

  /// Writes the outcome of a call and returns its status.
  mutating func write<O: Operation>(_ completed: CompletedCall<O>) -> Int32 {
    restart()
    append(completed)
    return completed.status
  }

  /// Appends the outcome of a call to the text.
  mutating func append<O: Operation>(_ completed: CompletedCall<O>) {
    if case .scripted(let answer) = completed.outcome { return json.value(answer.response) }
    begin(completed)
    json.beginObject()
    switch (completed.outcome, completed.call.request) {
    case (.answer(let answer, let failures), .operation(let operation, _)):
      operation.describe(answer, to: &self)
      if !failures.isEmpty { partialFailure(failures, O.partialFailureText) }
    case (.failure(let error), _), (.interrupted(_, let error), _): self.error(error)
    case (.answer, .malformed), (.scripted, _): break
    }
    json.endObject()
  }

  /// Begins a call, whose parts follow.
  mutating func begin<O: Operation>(_ completed: CompletedCall<O>) {
    seed = completed.seed
    viewer = completed.viewer
    style = completed.call.style
    nextItem = 1
    group = nil
    groups = 0
  }

  /// Writes an item of the call outside of its answer.
  ///
  /// - Parameter group: The number of the item's group, from 0.
  mutating func item(_ item: AnswerItem, ofGroup group: Int?) {
    json.answerItem(item, style.numbersAsStrings(ofItem: group), viewer)
  }

  // MARK: Errors

  mutating func error(_ error: CloudError) {
    json.key("error")
    json.beginObject()
    errorBody(error, 0)
    further(error) { _ in true }
    json.endObject()
  }

  /// Writes the keys that a test gave. Those of an item are already written.
  private mutating func further(_ error: CloudError, _ isWritten: (String) -> Bool) {
    for member in error.further where isWritten(member.key) {
      json.key(member.key)
      json.raw(text: member.value)
    }
  }

  private mutating func partialFailure(_ failures: [NumberedFailure], _ reason: String) {
    json.key("error")
    json.beginObject()
    errorBody(CloudError(.partialFailure, reason), 0)
    json.key("partialErrors")
    json.beginArray()
    for failure in failures { itemError(failure.error, failure.number) }
    json.endArray()
    json.endObject()
  }

  mutating func itemError(_ failure: ItemError, _ number: UInt64) {
    json.beginObject()
    json.itemID(failure.item)
    errorBody(failure.error, number)
    further(failure.error) { !($0.hasBytes(of: "recordName") || $0.hasBytes(of: "zoneID")) }
    json.endObject()
  }

  private mutating func errorBody(_ error: CloudError, _ number: UInt64) {
    json.member("ckErrorCode", Int(error.code.rawValue))
    json.member("ckErrorName", error.code.name)
    if let code = error.serverErrorCode { json.member("serverErrorCode", code) }
    json.member("reason", error.reason)
    if let seconds = error.retryAfter { json.member("retryAfter", seconds) }
    if error.userDidResetEncryptedData { json.member("userDidResetEncryptedData", true) }
    json.member(
      "uuid", IdentifierSource.errorUUID(seed, item: number))
    if let conflict = error.conflict {
      let style = RecordStyle(desiredKeys: nil, viewer: viewer)
      json.key("serverRecord")
      json.record(conflict.serverRecord, style)
      json.key("clientRecord")
      json.draft(conflict.clientRecord, recordType: conflict.serverRecord.recordType)
      if let ancestor = conflict.ancestorRecord {
        json.key("ancestorRecord")
        json.record(ancestor, style)
      }
    }
  }

  /// Writes the answer of a refused call and returns its status.
  mutating func misuse(_ misuse: Misuse) -> Int32 {
    restart()
    json.misuse(misuse)
    return misuse.status.rawValue
  }
}

extension AnswerWriter: AnswerVisitor {
  mutating func beginList(_ list: AnswerList) {
    json.key(list.key)
    json.beginArray()
  }

  mutating func endList() { json.endArray() }

  mutating func beginGroup(_ zoneID: ZoneID) {
    group = groups
    groups += 1
    json.beginObject()
    json.zoneID("zoneID", zoneID)
  }

  mutating func endGroup() {
    group = nil
    json.endObject()
  }

  mutating func item(_ item: AnswerItem) {
    nextItem &+= 1
    json.answerItem(item, style.numbersAsStrings(ofItem: group), viewer)
  }

  mutating func failure(_ failure: ItemError) {
    itemError(failure, nextItem)
    nextItem &+= 1
    if group == nil { groups += 1 }
  }

  mutating func member(_ member: AnswerMember) {
    switch member {
    case .syncToken(let token): json.member("syncToken", token)
    case .metaSyncToken(let token): json.member("metaSyncToken", token)
    case .moreComing(let isMore): json.member("moreComing", isMore)
    case .continuationMarker(let marker): json.member("continuationMarker", marker)
    case .clientChangeToken(let token): json.member("clientChangeToken", token)
    }
  }

  mutating func result(_ item: AnswerItem) {
    json.answerBody(item, style.numbersAsStrings, viewer)
  }
}

extension AnswerList {
  fileprivate var key: StaticString {
    switch self {
    case .records: "records"
    case .zones: "zones"
    case .subscriptions: "subscriptions"
    case .results: "results"
    case .participants: "participants"
    case .assets: "assets"
    case .tokens: "tokens"
    case .users: "users"
    }
  }
}

extension JSONWriter {
  mutating func misuse(_ misuse: Misuse) {
    beginObject()
    key("error")
    beginObject()
    member("message", misuse.message)
    if let key = misuse.key { member("key", key) }
    if let expected = misuse.expected { member("expected", expected) }
    if let position = misuse.position {
      member("line", position.line)
      member("column", position.column)
    }
    if let nearest = misuse.nearest { member("nearest", nearest) }
    if !misuse.differences.isEmpty { differences(misuse.differences) }
    endObject()
    endObject()
  }
}

extension Misuse {
  /// The answer of a refused call: `{"error": {"message": …}}`.
  public var json: String {
    var writer = JSONWriter()
    writer.misuse(self)
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
