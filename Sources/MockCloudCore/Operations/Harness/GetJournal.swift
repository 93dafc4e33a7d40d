/// `mock/journal`: the calls of the service that the journal keeps.
public struct GetJournal: HarnessOperation {
  public static let name = "mock/journal"
  public static let changesCloud = false

  /// Only calls with a greater number.
  public var since: UInt64?
  public var operation: String?
  /// An alias or a record name.
  public var user: String?
  public var device: String?

  public init(since: UInt64? = nil, operation: String? = nil) {
    self.since = since
    self.operation = operation
  }

  public struct Answer: Sendable {
    /// Oldest first.
    public let entries: [JournalEntry]
    /// Calls that the journal has forgotten to stay within its bounds.
    public let dropped: Int
  }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Answer {
    let recordName = user == nil ? nil : context.userRecordName
    var entries: [JournalEntry] = []
    state.journal.scan(after: since) { entry in
      let isWanted =
        (operation == nil || entry.operation == operation)
        && (user == nil || entry.userRecordName == recordName)
        && (device == nil || entry.device == device)
      if isWanted { entries.append(entry) }
    }
    return Answer(entries: entries, dropped: state.journal.dropped)
  }
}
