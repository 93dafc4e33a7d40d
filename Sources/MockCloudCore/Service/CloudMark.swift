/// What calls can change, as numbers and short lists, to find out whether a call changed anything.
///
/// It is compared with the mark of the same cloud before the call, or after another course of the
/// call: counts of changes then stand for what was changed.
struct CloudMark: Equatable {
  /// The digest of databases, feeds and subscriptions.
  private let digest: UInt64
  private let identifiers: IdentifierSource
  private let limits: Limits
  private let clock: Clock
  private let device: DeviceName?
  private let people: UInt64
  private let uploads: UInt64
  private let containers: Int
  /// The schemas that are not empty.
  private let schemas: [Schema]
  /// The number of entries that the agenda ever had, for pushes.
  private let scheduled: UInt64
  private let entryCount: Int
  private let nextEvent: UInt64
  private let forgottenAnswers: UInt64
  private let tokenExpiries: UInt64
  private let journalIsEmpty: Bool
  private let hasScript: Bool
  private let isRecording: Bool

  fileprivate init(_ state: borrowing CloudState) {
    digest = state.world.digest
    identifiers = state.world.identifiers
    limits = state.world.limits
    clock = state.world.clock
    device = state.world.defaults.device
    people = state.world.people.changes
    uploads = state.world.uploads.changes
    containers = state.world.containers.count
    schemas = state.world.schemas.compactMap { $0.value.isEmpty ? nil : $0.value }
    scheduled = state.world.agenda.lastNumber
    entryCount = state.world.agenda.count
    nextEvent = state.world.events.next
    tokenExpiries = state.world.tokenExpiries.count
    forgottenAnswers = state.world.operations.forgottenAnswers
    journalIsEmpty = state.journal.isEmpty
    hasScript = state.script != nil
    isRecording = state.recording != nil
  }
}

extension CloudState {
  var mark: CloudMark { CloudMark(self) }
}
