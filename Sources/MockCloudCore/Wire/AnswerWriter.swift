/// Writes the answer of one call.
struct AnswerWriter: ~Copyable {
  var json: JSONWriter
  /// The uuids of errors are made of these two.
  private var seed: UInt64 = 0
  private var callNumber: UInt64 = 0
  /// The records that were set to fail, so that the journal can tell which faults acted.
  private var errors = InjectedErrors()
  private(set) var faults: [FaultNote] = []
  /// The record name of the user who is answered; nil when nobody is signed in.
  var viewer: String?
  /// How the request wants the answer written.
  var style = AnswerStyle()

  init() { json = JSONWriter() }

  mutating func begin(_ callNumber: UInt64, in world: borrowing World) {
    json.removeAll(keepingCapacity: true)
    seed = world.seed
    self.callNumber = callNumber
    errors = world.errors
    faults = []
    viewer = nil
    style = AnswerStyle()
  }

  mutating func note(_ fault: FaultNote) { faults.append(fault) }

  /// Drops what was written of an answer that turns out to be an error.
  mutating func restart() { json.removeAll(keepingCapacity: true) }

  // MARK: Items

  /// Writes the items of an answer under that key and, if any item failed, the partial failure with
  /// that text beside them; returns the status.
  mutating func items<Success>(
    _ name: StaticString, _ results: [ItemResult<Success>], failing reason: String,
    _ write: (inout JSONWriter, Success) -> Void
  ) -> Int32 {
    json.beginObject()
    let status = itemMembers(name, results, failing: reason, write)
    json.endObject()
    return status
  }

  /// The same without the braces, for answers that hold more.
  mutating func itemMembers<Success>(
    _ name: StaticString, _ results: [ItemResult<Success>], failing reason: String,
    _ write: (inout JSONWriter, Success) -> Void
  ) -> Int32 {
    json.key(name)
    json.beginArray()
    var failures = Failures()
    for result in results {
      switch result {
      case .success(let success):
        write(&json, success)
        failures.skip()
      case .failure(let failure): item(failure, &failures)
      }
    }
    json.endArray()
    return partialFailure(failures, reason)
  }

  /// The items of an answer that failed, each with its number among the items.
  struct Failures {
    fileprivate var list: [(number: UInt64, error: ItemError)] = []
    private var count: UInt64 = 0

    mutating func skip() { count &+= 1 }

    fileprivate mutating func add(_ error: ItemError) -> UInt64 {
      skip()
      list.append((count, error))
      return count
    }
  }

  /// Writes a failed item in its place.
  mutating func item(_ failure: ItemError, _ failures: inout Failures) {
    itemError(failure, failures.add(failure))
    noteRecordFault(failure)
  }

  /// Writes the partial failure beside the items if any failed, and returns the status.
  mutating func partialFailure(_ failures: Failures, _ reason: String) -> Int32 {
    guard !failures.list.isEmpty else { return 0 }
    json.key("error")
    json.beginObject()
    errorBody(CloudError.partialFailure(failures.list.map(\.error), reason), 0)
    json.key("partialErrors")
    json.beginArray()
    for failure in failures.list { itemError(failure.error, failure.number) }
    json.endArray()
    json.endObject()
    return CKErrorCode.partialFailure.rawValue
  }

  private mutating func noteRecordFault(_ failure: ItemError) {
    guard case .record(let name?, let zoneID) = failure.item,
      let injected = errors.error(forRecord: name, in: zoneID), injected.code == failure.error.code
    else { return }
    faults.append(FaultNote(source: "mock/recordErrors/set", recordName: name))
  }

  // MARK: Errors

  /// The whole answer of a call that failed.
  mutating func failure(_ error: CloudError) -> Int32 {
    restart()
    json.beginObject()
    json.key("error")
    json.beginObject()
    errorBody(error, 0)
    json.endObject()
    json.endObject()
    return error.code.rawValue
  }

  private mutating func itemError(_ failure: ItemError, _ number: UInt64) {
    json.beginObject()
    switch failure.item {
    case .record(let name, let zoneID):
      if let name { json.member("recordName", name) }
      json.zoneID("zoneID", zoneID)
    case .zone(let zoneID): json.zoneID("zoneID", zoneID)
    case .link(let value):
      json.key("shortGUID")
      json.beginObject()
      json.member("value", value)
      json.endObject()
    case .lookupInfo(let info): json.lookupInfo(info)
    case .subscription(let id): if let id { json.member("subscriptionID", id) }
    case .asset(let name, let fieldName):
      if let name { json.member("recordName", name) }
      json.member("fieldName", fieldName)
    case .user(let info): json.lookupInfoBody(info)
    }
    errorBody(failure.error, number)
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
      "uuid", IdentifierSource.errorUUID(seed: seed, call: callNumber, item: number))
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

  /// The answer of a call that the library refused.
  mutating func misuse(_ misuse: Misuse) -> Int32 {
    restart()
    json.misuse(misuse)
    return misuse.status.rawValue
  }
}

/// A fault that acted on a call, as the journal tells it.
struct FaultNote: Sendable {
  let source: String
  var recordName: String?
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
    endObject()
    endObject()
  }
}

extension Misuse {
  /// The answer that a refused call gets: `{"error": {"message": …}}`.
  public var json: String {
    var writer = JSONWriter()
    writer.misuse(self)
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
