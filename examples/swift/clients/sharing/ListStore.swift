import CloudKit

/// A list, or an item of one.
struct ListEntry: Sendable, Equatable {
  /// The values of a list or an item.
  var values: [String: String] = [:]
  /// The list of an item; nil for a list.
  var list: CKRecord.ID?
}

/// What is stored of a list or an item.
struct StoredEntry: Sendable {
  var entry = ListEntry()
  var changedKeys: Set<String> = []
  /// Counts the edits, so that one that is made during an upload is noticed.
  var edits = 0
  /// The system fields of the server's version; nil if the server has none.
  var systemFields: Data?
  /// The share of a list.
  var shareID: CKRecord.ID?
  /// Whether it stays only until its deletion was sent.
  var isDeleted = false
  /// The number of the last complete reading of the zone with it.
  var seen = 0

  var isPending: Bool { isDeleted || systemFields == nil || !changedKeys.isEmpty }

  /// Whether it is to be saved, and the server has none.
  var isNew: Bool { systemFields == nil && !isDeleted }

  /// The entry as one that the server does not have: all of it is sent.
  var neverSent: StoredEntry {
    StoredEntry(entry: entry, changedKeys: Set(entry.values.keys), edits: edits + 1)
  }

  /// Begins a deleted entry anew: the values that the server has are removed.
  mutating func beginAgain(in list: CKRecord.ID?) {
    changedKeys.formUnion(entry.values.keys)
    entry = ListEntry(list: list ?? entry.list)
    isDeleted = false
  }
}

extension CKRecordZone.ID {
  /// Whether another user owns the zone, which is then in the shared database.
  var isShared: Bool { ownerName != CKCurrentUserDefaultName }
}

/// The lists of a user and those that others share with them: what is stored on the device. Each method
/// is one transaction. An app has a database here.
class ListStore: @unchecked Sendable {
  fileprivate struct Contents {
    var entries: [CKRecord.ID: StoredEntry] = [:]
    var isSetUp = false
    var databaseTokens: [CKDatabase.Scope: Data] = [:]
    var zones: [CKRecordZone.ID: ZoneState] = [:]
  }

  fileprivate struct ZoneState {
    var token: Data?
    /// The number of the current reading from the beginning.
    var reading = 0
    /// Whether entries are removed that the current reading does not contain.
    var sweeps = false
  }

  private let lock = NSLock()
  private var contents = Contents()

  @discardableResult
  private func transaction<R>(_ body: (inout Contents) -> R) -> R {
    lock.withLock { body(&contents) }
  }

  // MARK: For the app

  /// All lists and items.
  var entries: [CKRecord.ID: ListEntry] {
    transaction { $0.entries.filter { !$1.isDeleted }.mapValues(\.entry) }
  }

  /// The share of a list, if it is shared.
  func shareID(of list: CKRecord.ID) -> CKRecord.ID? { transaction { $0.entries[list]?.shareID } }

  /// Creates a list, or an item of one, or changes a value. A deleted one begins anew.
  func set(_ key: String, of id: CKRecord.ID, in list: CKRecord.ID? = nil, to value: String) {
    transaction { contents in
      var stored = contents.entries[id] ?? StoredEntry(entry: ListEntry(list: list))
      if stored.isDeleted { stored.beginAgain(in: list) }
      stored.entry.values[key] = value
      stored.changedKeys.insert(key)
      stored.edits += 1
      contents.entries[id] = stored
    }
  }

  /// Deletes an item.
  func delete(_ id: CKRecord.ID) {
    transaction {
      $0.entries[id]?.isDeleted = true
      $0.entries[id]?.edits += 1
    }
  }

  // MARK: For the synchronisation

  /// Whether the zone of the user's own lists, and the subscriptions, were created.
  var isSetUp: Bool { transaction { $0.isSetUp } }

  func noteSetUp() { transaction { $0.isSetUp = true } }

  /// The entries of a database to save or to delete, lists before their items.
  func pending(in scope: CKDatabase.Scope) -> [(id: CKRecord.ID, stored: StoredEntry)] {
    transaction { contents in
      contents.entries.filter { $1.isPending && $0.zoneID.isShared == (scope == .shared) }
        .sorted {
          ($0.value.entry.list == nil ? 0 : 1, $0.key.recordName)
            < ($1.value.entry.list == nil ? 0 : 1, $1.key.recordName)
        }
        .map { ($0.key, $0.value) }
    }
  }

  /// Stores the server's version of an entry that was sent.
  ///
  /// - Parameter edits: The number of edits when it was sent; later ones are not sent yet.
  func noteSaved(_ server: ServerEntry, edits: Int) {
    transaction { contents in
      guard let stored = contents.entries[server.id] else { return }
      if stored.edits == edits { contents.entries[server.id]?.changedKeys = [] }
      contents.merge(server)
    }
  }

  /// Stores the server's version of an entry that has changed there; unsent changes are kept.
  func noteConflict(_ server: ServerEntry) {
    transaction { contents in
      if contents.entries[server.id] != nil { contents.merge(server) }
    }
  }

  /// Removes an entry whose deletion was sent, or a list with its items. If it was written again since,
  /// all of it is sent, and its items too: the server has none without their list.
  ///
  /// - Parameter edits: The number of edits when the deletion was sent.
  func noteDeleted(_ id: CKRecord.ID, edits: Int) {
    transaction { contents in
      guard let stored = contents.entries[id] else { return }
      let isGone = stored.edits == edits || stored.isDeleted
      contents.entries[id] = isGone ? nil : stored.neverSent
      guard stored.entry.list == nil else { return }
      for (item, stored) in contents.entries where stored.entry.list == id {
        contents.entries[item] = isGone || stored.isDeleted ? nil : stored.neverSent
      }
    }
  }

  /// Removes an entry that the server does not have, or a list with its items.
  func remove(_ id: CKRecord.ID) {
    transaction { contents in
      contents.entries = contents.entries.filter { $0 != id && $1.entry.list != id }
    }
  }

  /// Notes the share of a list; nil if it is shared no longer.
  func setShareID(_ shareID: CKRecord.ID?, of list: CKRecord.ID) {
    transaction { $0.entries[list]?.shareID = shareID }
  }

  // MARK: Tokens

  func databaseToken(_ scope: CKDatabase.Scope) -> CKServerChangeToken? {
    transaction { $0.databaseTokens[scope] }.flatMap { CKServerChangeToken.restored(from: $0) }
  }

  func setDatabaseToken(_ token: CKServerChangeToken?, _ scope: CKDatabase.Scope) {
    transaction { $0.databaseTokens[scope] = token?.archive }
  }

  func token(of zoneID: CKRecordZone.ID) -> CKServerChangeToken? {
    transaction { $0.zones[zoneID]?.token }.flatMap { CKServerChangeToken.restored(from: $0) }
  }

  /// Stores a page of changes of a zone together with its token.
  func apply(
    _ changed: [ServerEntry], deleted: [CKRecord.ID], of zoneID: CKRecordZone.ID,
    token: CKServerChangeToken
  ) {
    transaction { contents in
      for server in changed { contents.merge(server) }
      // One without system fields was written again since its deletion was sent.
      for id in deleted where !(contents.entries[id]?.isNew ?? false) { contents.entries[id] = nil }
      contents.zones[zoneID, default: ZoneState()].token = token.archive
    }
  }

  /// Notes that a reading of a zone is complete: entries that one from the beginning did not contain
  /// are gone.
  func noteComplete(_ zoneID: CKRecordZone.ID) {
    transaction { contents in
      guard let zone = contents.zones[zoneID], zone.sweeps else { return }
      contents.entries = contents.entries.filter {
        $0.zoneID != zoneID || $1.isPending || $1.seen == zone.reading
      }
      contents.zones[zoneID]?.sweeps = false
    }
  }

  /// Forgets the tokens of a database, so that all its zones are read again from the beginning.
  func readAgain(_ scope: CKDatabase.Scope) {
    transaction { contents in
      contents.databaseTokens[scope] = nil
      for zoneID in contents.zones.keys where zoneID.isShared == (scope == .shared) {
        contents.readAgain(zoneID)
      }
    }
  }

  /// Removes a zone that was deleted, or is not shared any more.
  func removeZone(_ zoneID: CKRecordZone.ID) {
    transaction { contents in
      contents.entries = contents.entries.filter { $0.key.zoneID != zoneID }
      contents.zones[zoneID] = nil
      if !zoneID.isShared { contents.isSetUp = false }
    }
  }

  /// Removes the zones of a database that are not in a complete list of them.
  func removeZones(in scope: CKDatabase.Scope, except zoneIDs: Set<CKRecordZone.ID>) {
    let known = transaction { contents in
      Set(contents.zones.keys).union(contents.entries.keys.map(\.zoneID))
        .filter { $0.isShared == (scope == .shared) }
    }
    for zoneID in known.subtracting(zoneIDs) { removeZone(zoneID) }
  }

  /// Forgets what the server has of the user's own lists: all is uploaded again.
  func forgetServer(_ zoneID: CKRecordZone.ID) {
    transaction { contents in
      contents.isSetUp = false
      contents.databaseTokens[.private] = nil
      contents.readAgain(zoneID)
      for (id, stored) in contents.entries where id.zoneID == zoneID {
        contents.entries[id] = stored.isDeleted ? nil : stored.neverSent
      }
    }
  }
}

extension ListStore.Contents {
  fileprivate mutating func readAgain(_ zoneID: CKRecordZone.ID) {
    zones[zoneID, default: ListStore.ZoneState()].token = nil
    zones[zoneID]?.reading += 1
    zones[zoneID]?.sweeps = true
  }

  /// Stores the server's version of an entry, except for unsent values.
  fileprivate mutating func merge(_ server: ServerEntry) {
    var stored = entries[server.id] ?? StoredEntry()
    let unsent = stored.entry.values.filter { stored.changedKeys.contains($0.key) }
    stored.entry.values = server.entry.values.merging(unsent) { $1 }
    stored.entry.list = server.entry.list
    stored.systemFields = server.systemFields
    stored.shareID = server.shareID
    stored.seen = zones[server.id.zoneID]?.reading ?? 0
    entries[server.id] = stored
  }
}
