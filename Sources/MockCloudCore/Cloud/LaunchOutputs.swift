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

  /// The clouds that were given a path, so that none overwrites another's file.
  private struct Claim {
    let process = getpid()
    /// Whether a parent of the process has given the path to clouds.
    var isInherited = false
    var clouds = 0
  }

  private static let claims = Lock<[ExactText: Claim]>([:])

  /// Opens the journal and checks that the state can be written. Returns nil if neither is
  /// requested.
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

  /// Returns the path itself for the first cloud of the process that uses it, the path with `.2`
  /// for the second, and so on. If a parent of the process has used the path, the number of the
  /// process follows it first.
  private static func ownPath(
    _ path: String?, _ variable: LaunchEnvironment.Variable
  ) throws(Misuse) -> String? {
    guard let path else { return nil }
    guard HostFile.isWritable(path) else { throw refusal(of: path, variable) }
    let name = ExactText(path)
    let claim = claims.withLock { claims in
      var claim = claims[name] ?? Claim()
      if claim.process != getpid() { claim = Claim(isInherited: true) }
      claim.clouds += 1
      claims[name] = claim
      return claim
    }
    let own = claim.isInherited ? "\(path).\(claim.process)" : path
    return claim.clouds == 1 ? own : "\(own).\(claim.clouds)"
  }

  private static func refusal(
    of path: String, _ variable: LaunchEnvironment.Variable
  ) -> Misuse {
    Misuse.unwritable(path, key: variable.rawValue).named(variable.rawValue)
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
    guard let statePath, process == getpid(), !state.saved.write(to: statePath) else { return }
    HostFile.complain("the state '\(statePath)' cannot be written")
  }
}
