#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The files that a cloud writes if the environment requests them: its journal after each call, and
/// its state when it ends.
struct LaunchOutputs: ~Copyable {
  private var journal: AppendedFile?
  private let journalPath: String?
  private let statePath: String?
  private var lines = AnswerWriter()
  /// The process that created the cloud. A child of `fork()` has a copy of the cloud, which does not
  /// replace the state of the original.
  private let process = getpid()

  private static let names = Lock(LaunchNames())

  /// Opens the journal and checks that the state can be written. Returns nil if neither is
  /// requested.
  static func opened(_ launch: LaunchEnvironment) throws(Misuse) -> LaunchOutputs? {
    if launch.journal == nil, launch.stateOut == nil { return nil }
    return try names.withLock { (names) throws(Misuse) in
      // After an error, no name is used up.
      var next = names
      let state = try path(launch.stateOut, .stateOut, &next)
      let journal = try path(launch.journal, .journal, &next)
      let outputs = LaunchOutputs(journal: journal, state: state)
      if let journal, !outputs.writesJournal { throw refusal(of: journal, .journal) }
      names = next
      return outputs
    }
  }

  private init(journal path: String?, state: String?) {
    journal = path.flatMap { AppendedFile($0) }
    journalPath = path
    statePath = state
  }

  /// Returns the path of a cloud's own file.
  private static func path(
    _ path: String?, _ variable: LaunchEnvironment.Variable, _ names: inout LaunchNames
  ) throws(Misuse) -> String? {
    guard let path else { return nil }
    guard HostFile.isWritable(path) else { throw refusal(of: path, variable) }
    return names.take(HostFile.absolute(path))
  }

  private static func refusal(
    of path: String, _ variable: LaunchEnvironment.Variable
  ) -> Misuse {
    Misuse.unwritable(path, key: variable.rawValue)
  }

  var writesJournal: Bool { journal != nil }

  /// Appends calls to the journal's file. After a failure nothing more is written: lines after a
  /// gap would mislead.
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

  /// Writes the state if it is requested.
  func save(_ state: borrowing CloudState) {
    guard let statePath, process == getpid(), !state.saved.writeDocument(to: statePath) else {
      return
    }
    HostFile.complain("the state '\(statePath)' cannot be written")
  }
}
