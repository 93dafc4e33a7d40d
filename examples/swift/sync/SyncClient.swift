import MockCloudCore

/// Bugs that tests plant into the client, to measure whether they find them.
enum Bug: String, CaseIterable {
  /// Stores each token as it is received, and the changes of all pages at the end.
  case tokenBeforePage = "token stored before its page"
  /// Removes the unsent changes at a sign-out.
  case queueDropped = "queue dropped on sign-out"
  /// Keeps deleted notes when it reads all again after an expired token.
  case deletionsKept = "deletions kept after an expired token"
  /// Sends new notes again under other names if there was no response.
  case lostResponseDoubled = "lost response doubled"
  /// Merges the server's fields after a conflict, but not its tag.
  case tagDropped = "tag dropped"
  /// Tries again at once, and often, whatever `retryAfter` says.
  case earlyRetry = "early retry"
  /// Reads only the first page of the changes.
  case moreComingIgnored = "`moreComing` ignored"
  /// Leaves a batch that is too large for the next sync, which sends it again.
  case batchNotSplit = "batch not split"
}

/// Synchronises a local store with one zone of the private database: it sends the local changes,
/// fetches those of other devices by token, and handles CloudKit's errors.
final class SyncClient {
  private let cloud: Cloud
  private let container: CloudContainer
  private let database: CloudDatabase
  private let store: LocalStore
  private let sleep: (_ seconds: Double) -> Void
  private let zone: ZoneID = "Notes"
  private let bug: Bug?
  private var isSignedIn = true
  /// The number of attempts of a sync, and of the saves of a record that others save too.
  private var attempts: Int { bug == .earlyRetry ? 100 : 6 }

  init(
    _ cloud: Cloud, device: DeviceName, _ store: LocalStore, bug: Bug?,
    sleep: @escaping (_ seconds: Double) -> Void
  ) {
    self.cloud = cloud
    container = cloud.container().on(device: device)
    database = container.privateDatabase
    self.store = store
    self.bug = bug
    self.sleep = sleep
  }

  /// Sends and fetches changes until it succeeds. Returns whether it did; if not, it must be called
  /// again later.
  func sync() throws(CloudError) -> Bool {
    for attempt in 0..<attempts {
      do throws(CloudError) {
        if !isSignedIn, try container.accountStatus() != .available { return false }
        isSignedIn = true
        try setUp()
        guard try push() else { return false }
        try pull()
        return true
      } catch {
        try handle(error, attempt)
      }
    }
    return false
  }

  /// Handles an error so that the next attempt can succeed, or throws it.
  private func handle(_ error: CloudError, _ attempt: Int) throws(CloudError) {
    switch error.code {
    case .networkUnavailable, .networkFailure, .serviceUnavailable, .requestRateLimited, .zoneBusy,
      .serverResponseLost:
      if bug != .earlyRetry { sleep(error.retryAfter ?? Double(1 << attempt)) }
    case .notAuthenticated, .accountTemporarilyUnavailable:
      // Only the user can resolve this. The unsent changes remain in the store.
      isSignedIn = false
      if bug == .queueDropped { store.clear() }
    case .changeTokenExpired:
      if bug == .deletionsKept { store.token = nil } else { store.forgetToken() }
    case .userDeletedZone:
      // The user chose to delete the data, so unsent local data is deleted as well.
      store.clear()
    case .zoneNotFound:
      // This is the first run, or the zone was lost: all local data is uploaded.
      store.forgetServer()
    default:
      throw error
    }
  }

  /// Creates the zone and the subscription once. Repeating both has no effect.
  private func setUp() throws(CloudError) {
    if store.isSetUp { return }
    try database.createZone(named: zone.zoneName)
    var subscription = SubscriptionDraft(.zone, subscriptionID: "sync-Notes")
    subscription.zoneID = zone
    let saved = try cloud.perform(
      ModifySubscriptions([.init(.create, subscription)]), as: database.caller)
    for case .failure(let failure) in saved { throw failure.error }
    store.isSetUp = true
  }

  // MARK: Push

  /// Sends all local changes. Returns false if others save the same notes again and again.
  private func push() throws(CloudError) -> Bool {
    for _ in 0..<attempts {
      let notes = store.pending
      if notes.isEmpty { return true }
      try send(notes[...])
    }
    return store.pending.isEmpty
  }

  /// Sends notes in one call, or in two halves if they exceed a limit.
  private func send(_ notes: ArraySlice<Note>) throws(CloudError) {
    let results: [ItemResult<ModifyRecords.Outcome>]
    do throws(CloudError) {
      results = try database.modify(notes.map(change))
    } catch  where error.code == .limitExceeded && notes.count > 1 && bug != .batchNotSplit {
      let middle = notes.startIndex + notes.count / 2
      try send(notes[..<middle])
      return try send(notes[middle...])
    } catch {
      if error.code == .serverResponseLost, bug == .lostResponseDoubled { sendAgain(notes) }
      throw error
    }
    var failed: CloudError?
    for (note, result) in zip(notes, results) {
      switch result {
      case .success(.saved(let record, _)): store.saved(Note(record))
      case .success(.deleted): store.remove(note.name)
      case .failure(let failure):
        if let error = refused(note, failure.error) { failed = failed ?? error }
      }
    }
    if let failed { throw failed }
  }

  private func change(_ note: Note) -> ModifyRecords.Item {
    var draft = RecordDraft("Note", recordName: RecordName(note.name), zoneID: zone)
    if note.isDeleted { return ModifyRecords.Item(.forceDelete, draft) }
    draft.recordChangeTag = note.tag.map { RecordChangeTag($0) }
    for field in note.changed { draft[field] = note.fields[field].map { .string($0) } }
    return ModifyRecords.Item(.save, draft)
  }

  /// Handles the error of one note so that the next attempt can send it, or returns it.
  private func refused(_ note: Note, _ error: CloudError) -> CloudError? {
    switch (error.code, error.conflict) {
    case (.serverRecordChanged, let conflict?):
      var server = Note(conflict.serverRecord)
      if bug == .tagDropped { server.tag = nil }
      store.merge(server)
      return nil
    case (.unknownItem, _):
      // The note was deleted on another device. Deletions override local changes.
      store.remove(note.name)
      return nil
    case (.batchRequestFailed, _): return nil
    default: return error
    }
  }

  private func sendAgain(_ notes: ArraySlice<Note>) {
    for note in notes where note.tag == nil && !note.isDeleted {
      store.remove(note.name)
      for (field, value) in note.fields { store.edit("\(note.name)-again", field, value) }
    }
  }

  // MARK: Pull

  /// Fetches the changes page by page, and stores each page together with its token.
  private func pull() throws(CloudError) {
    var late: [ZoneChanges] = []
    var isComplete = false
    while !isComplete {
      let fetch = FetchZoneChanges([.init(zone, syncToken: store.token)])
      for result in try cloud.perform(fetch, as: database.caller) {
        switch result {
        case .failure(let failure): throw failure.error
        case .success(let page):
          isComplete = !page.moreComing || bug == .moreComingIgnored
          if bug == .tokenBeforePage {
            store.token = page.syncToken
            late.append(page)
          } else {
            try apply(page)
          }
        }
      }
    }
    for page in late { try apply(page) }
    store.sweep()
  }

  private func apply(_ page: ZoneChanges) throws(CloudError) {
    var saved: [Note] = []
    var deleted: [String] = []
    for change in page.records {
      switch change {
      case .success(.saved(let record)): saved.append(Note(record))
      case .success(.deleted(let id, _)): deleted.append(id.recordName.text)
      case .failure(let failure): throw failure.error  // the page is read again
      }
    }
    store.apply(saved: saved, deleted: deleted, token: page.syncToken)
  }
}

extension Note {
  /// The server's version of a note.
  init(_ record: Record) {
    self.init(name: record.recordName.text, tag: record.recordChangeTag.text)
    for field in record.fields {
      if case .string(let text) = field.value { fields[field.name] = text }
    }
  }
}
