/// `mock/journal`: returns the calls of the service that the journal has.
public struct GetJournal: HarnessOperation {
  public static let name = "mock/journal"
  static let changesCloud = false

  /// The format of the calls.
  public enum Format: String, Sendable, CaseIterable {
    /// A list.
    case calls
    /// JSON lines: a text with one call per line.
    case lines
    /// Only their number.
    case count
  }

  /// Only calls with a greater number.
  public var since: UInt64?
  /// Only calls with at most this number.
  public var until: UInt64?
  /// Only calls of these operations; nil means all.
  public var operations: [String]?
  /// An alias or a record name.
  public var user: UserName?
  public var device: DeviceName?
  /// Only calls with one of these statuses: 0, or the code of an error; nil means all.
  public var statuses: [Int32]?
  /// Only calls with that record in the request or in the answer.
  public var recordName: RecordName?
  /// True for calls on which a fault acted, false for the others; nil means all.
  public var faults: Bool?
  /// Only the latest of these calls, at most this many; nil means all.
  public var last: Int?
  /// Nil means lines in a file, and a list in an answer.
  public var format: Format?
  /// A file for the lines.
  public var path: String?

  var hasEffect: Bool { path != nil }

  public init(since: UInt64? = nil, operations: [String]? = nil) {
    self.since = since
    self.operations = operations
  }

  public struct Answer: Sendable {
    /// Oldest first; empty if only their number is asked for.
    public let entries: [JournalEntry]
    /// The number of calls.
    public let count: Int
    /// The number of the latest call of all.
    public let latest: UInt64
    /// The number of calls that the journal dropped because of its limit.
    public let dropped: Int
  }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Answer {
    try refuseProblem()
    for name in operations ?? []
    where !ServiceOperation.names.contains(where: { name.hasBytes(of: $0) }) {
      throw Misuse.unknown("operation", name, known: ServiceOperation.names)
    }
    let userRecordName = user == nil ? nil : context.userRecordName
    var entries: [JournalEntry] = []
    var count = 0
    let most = last ?? .max
    if let numbers, most > 0 {
      if format == .count, isUnfiltered {
        count = min(most, state.journal.count(numbers))
      } else {
        state.journal.scan(numbers) { entry in
          guard isWanted(entry, of: userRecordName) else { return true }
          count += 1
          if format != .count { entries.append(entry) }
          return count < most
        }
      }
    }
    entries.reverse()
    let answer = Answer(
      entries: entries, count: count, latest: state.callNumber, dropped: state.journal.dropped)
    if let path, !answer.writeJournal(to: path) { throw .unwritable(path) }
    return answer
  }

  /// The numbers of the calls; nil if there are none.
  private var numbers: ClosedRange<UInt64>? {
    let (first, last) = (since ?? 0, until ?? .max)
    return first < last ? (first + 1)...last : nil
  }

  /// Whether only the numbers of calls matter.
  private var isUnfiltered: Bool {
    operations == nil && user == nil && device == nil && statuses == nil && faults == nil
      && recordName == nil
  }

  /// - Parameter userRecordName: The record name of `user`, if that is set.
  private func isWanted(_ entry: JournalEntry, of userRecordName: UserRecordName?) -> Bool {
    if let operations, !operations.contains(entry.operation) { return false }
    if user != nil, entry.userRecordName != userRecordName { return false }
    if let device, entry.device != device { return false }
    if let statuses, !statuses.contains(entry.status) { return false }
    if let faults, faults == entry.faults.isEmpty { return false }
    return recordName.map { entry.call.concerns(record: $0) } ?? true
  }
}

extension GetJournal: CheckedValue {
  var problem: RequestError? {
    if let last, last < 0 { return .tooSmall("last", last, least: 0) }
    if operations?.isEmpty == true { return .noChoice("operation") }
    if recordName?.isEmpty == true { return .empty("recordName") }
    if statuses?.isEmpty == true { return .noChoice("status") }
    if path != nil, format == .calls || format == .count {
      return RequestError(
        "format", "a file contains JSON lines", expected: "lines, or no 'path'")
    }
    return statuses?.firstProblem(in: "status") {
      Self.problem(ofStatus: $0, Int64($0), "status")
    }
  }

  /// - Parameters:
  ///   - status: Nil if the number is no status at all.
  ///   - key: The key that has the number.
  static func problem(ofStatus status: Int32?, _ number: Int64, _ key: String) -> RequestError? {
    if let status, status == 0 || CKErrorCode(rawValue: status) != nil { return nil }
    return RequestError(
      key, "'\(key)' is \(number), which no call returns",
      expected: "0, or the number of a CKError code")
  }
}
