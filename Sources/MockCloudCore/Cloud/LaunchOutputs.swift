/// The files that a cloud writes which was made by the environment: its journal as it goes, and its
/// state when it ends.
struct LaunchOutputs: ~Copyable {
  private var journal: AppendedFile?
  private let journalPath: String?
  private let statePath: String?
  private var lines = AnswerWriter()

  /// How many clouds of this process were given a path, so that none overwrites another's file.
  private static let clouds = Lock<[ExactText: Int]>([:])

  /// Opens the journal and finds out whether the state can be written; nil where neither is wanted.
  init?(_ launch: LaunchEnvironment) throws(Misuse) {
    if launch.journal == nil, launch.stateOut == nil { return nil }
    let state = try Self.ownPath(launch.stateOut, .stateOut)
    let path = try Self.ownPath(launch.journal, .journal)
    let file = path.flatMap { AppendedFile($0) }
    if let path, file == nil { throw Self.refusal(of: path, .journal) }
    journal = file
    journalPath = path
    statePath = state
  }

  /// The path for the first cloud of the process that asks for it, and with `.2` for the second.
  private static func ownPath(
    _ path: String?, _ variable: LaunchEnvironment.Variable
  ) throws(Misuse) -> String? {
    guard let path else { return nil }
    guard HostFile.isWritable(path) else { throw refusal(of: path, variable) }
    let name = ExactText(path)
    let number = clouds.withLock { clouds in
      clouds[name, default: 0] += 1
      return clouds[name] ?? 1
    }
    return number == 1 ? path : "\(path).\(number)"
  }

  private static func refusal(
    of path: String, _ variable: LaunchEnvironment.Variable
  ) -> Misuse {
    Misuse.unwritable(path, key: variable.rawValue).named(variable.rawValue)
  }

  var writesJournal: Bool { journal != nil }

  /// Appends calls to the journal's file. Where that fails it is not written any more: a line that
  /// follows a gap would mislead.
  mutating func append(_ entries: [JournalEntry]) {
    for entry in entries {
      guard journal != nil else { return }
      lines.journalLine(entry)
      let isWritten = lines.json.withBytes { journal?.append($0) ?? true }
      if isWritten { continue }
      HostFile.complain(
        "the journal '\(journalPath ?? "")' can no longer be written, from call "
          + "\(entry.number) on")
      journal = nil
    }
  }

  /// Writes the state, if that is wanted.
  func save(_ state: borrowing CloudState) {
    guard let statePath, !state.saved.write(to: statePath) else { return }
    HostFile.complain("the state '\(statePath)' cannot be written")
  }
}
