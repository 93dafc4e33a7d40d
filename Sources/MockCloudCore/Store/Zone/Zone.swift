/// One zone of a database: its records and the order of their changes.
struct Zone: Sendable {
  let zoneID: ZoneID
  /// Distinguishes this zone from earlier and later ones of the same name.
  let incarnation: UInt64
  let encryptionScope: EncryptionScope
  private(set) var records = OrderedMap<RecordName, Entry>()
  /// The latest change of every existing and every deleted record.
  private(set) var feed: RecordFeed
  private(set) var references = ReferenceIndex()
  private(set) var indexes = ZoneIndexes()
  /// The token that each client sent with its last changes in the zone.
  private(set) var clientChangeTokens = RareMap<ClientKey, String>()
  /// The files of the records.
  private(set) var assets = AssetIndex()
  /// The names of the zone's shares.
  private(set) var shareNames = OrderedMap<RecordName, Present>()
  /// The users other than the owner who see records through shares, with the number of these
  /// shares.
  private(set) var participants = OrderedMap<UserRecordName, Int>()
  /// The participants' views, by user record name.
  private(set) var views = OrderedMap<UserRecordName, ParticipantView>()
  /// The number of views ever begun, so that each has its own number.
  private(set) var lastView: UInt64 = 0
  /// The bytes of all records, assets included.
  private(set) var bytes = 0
  /// Distinguishes the contents of this zone from equal contents of another.
  let digestFactor: UInt64
  /// The sum of the hashes of records, views and clients' tokens.
  private(set) var itemSum: UInt64 = 0
  /// The number of the highest tag that a test gave.
  private(set) var lastTag: UInt64 = 0
  /// Changes that are not yet in the indexes of the world. Empty while the zone is stored in its
  /// database.
  private(set) var news: [ZoneNews] = []
  /// The changes of records that no transaction has collected yet, in order. Empty while the zone
  /// is stored in its database.
  private(set) var recordChanges: [RecordChange] = []

  init(
    zoneID: ZoneID, incarnation: UInt64, encryptionScope: EncryptionScope = .perRecord,
    feed: RecordFeed = RecordFeed()
  ) {
    self.zoneID = zoneID
    self.incarnation = incarnation
    self.encryptionScope = encryptionScope
    self.feed = feed
    digestFactor = Self.digestFactor(zoneID.zoneName, incarnation)
  }

  /// A stored record.
  struct Entry: Sendable {
    let record: Record
    /// The versions before this one, which conflicts include as the ancestor.
    let former: FormerVersions?
    /// The bytes of the record, assets included.
    let size: Int
    let holdsAssets: Bool
    /// The hash of the record.
    let digest: UInt64

    /// Whether the record, or its previous version, has a tag whose number is not known.
    fileprivate var hasLongTag: Bool {
      max(record.recordChangeTag.utf8.count, former?.newest.recordChangeTag.utf8.count ?? 0)
        > ChangeTag.mostDigits
    }

    fileprivate func hasTag(_ tag: RecordChangeTag) -> Bool {
      record.recordChangeTag == tag
        || former?.newest.recordChangeTag == tag
    }
  }

  /// Returns the zone with only these records, changes and views, for a document.
  func showing(
    _ records: OrderedMap<RecordName, Entry>, _ feed: RecordFeed,
    _ views: OrderedMap<UserRecordName, ParticipantView>
  ) -> Zone {
    var shown = self
    shown.records = records
    shown.feed = feed
    shown.views = views
    return shown
  }

  /// Returns the number of a record's next version, or of its deletion. Later tags of the record
  /// differ from all that it had, because their numbers are higher; those of a seed or of a state
  /// can be higher than the latest change.
  func nextSequence(after entry: Entry?) -> UInt64 {
    var last: UInt64 = 0
    if let entry {
      last = ChangeTag.number(entry.record.recordChangeTag)
      if let former = entry.former {
        last = max(last, ChangeTag.number(former.newest.recordChangeTag))
      }
    }
    let next = max(feed.nextPosition, last + 1)
    let isTaken = entry.map { $0.hasLongTag && $0.hasTag(ChangeTag.text(next)) } ?? false
    return isTaken ? next + 1 : next
  }

  /// Keeps a tag that a test gave from being given again in a later zone of the same name.
  mutating func reserve(tag: RecordChangeTag) { lastTag = max(lastTag, ChangeTag.number(tag)) }

  /// Stores a version as the change with the given number, and reports it.
  mutating func store(
    _ record: Record, sequence number: UInt64, keeping versions: FormerVersions?
  ) {
    let former = restore(record, sequence: number, keeping: versions)
    recordChanges.append(RecordChange(zoneID: zoneID, before: former?.record, after: record))
  }

  /// Stores a version without reporting it: that of a saved state, to which nobody reacts.
  ///
  /// - Returns: The replaced version.
  @discardableResult
  mutating func restore(
    _ record: Record, sequence number: UInt64, keeping versions: FormerVersions?
  ) -> Entry? {
    let size = RecordSize(record.fields, recordName: record.recordName)
    let entry = Entry(
      record: record, former: versions, size: size.total, holdsAssets: size.hasAssets,
      digest: record.digest)
    bytes += size.total
    itemSum &+= entry.digest
    let former = records.updateValue(entry, forKey: record.recordName)
    // Files that both versions have are never removed from the index.
    if size.hasAssets { assets.add(record, &news) }
    if let former, former.holdsAssets { assets.remove(former.record, &news) }
    references.update(record.recordName, from: former?.record, to: record)
    indexes.update(record.recordName, from: former?.record, to: record)
    bytes -= former?.size ?? 0
    itemSum &-= former?.digest ?? 0
    if record.sharing != nil || former?.record.sharing != nil {
      followShare(record.recordName, from: former?.record, to: record)
    }
    feed.note(saved: record.recordName, at: number)
    return former
  }

  /// Gives a record a new tag. The record keeps its place in the feed, and no push or view depends
  /// on it (LIVE sqlite-data #363).
  ///
  /// - Returns: The record's earlier versions; nil if there is none with that name.
  mutating func retag(_ recordName: RecordName) -> FormerVersions? {
    guard let entry = records[recordName] else { return nil }
    let next = nextSequence(after: entry)
    let tag = ChangeTag.text(next)
    reserve(tag: tag)
    let versions = entry.versions.retagged()
    restore(
      entry.record.tagged(tag), sequence: feed.place(of: recordName) ?? next, keeping: versions)
    return versions
  }

  /// Deletes a record, and reports it. Does nothing if there is none with that name.
  @discardableResult
  mutating func remove(_ recordName: RecordName) -> Record? {
    guard let removed = records.removeValue(forKey: recordName) else { return nil }
    references.update(recordName, from: removed.record, to: nil)
    indexes.update(recordName, from: removed.record, to: nil)
    if removed.holdsAssets { assets.remove(removed.record, &news) }
    if removed.record.share != nil { followShare(recordName, from: removed.record, to: nil) }
    bytes -= removed.size
    itemSum &-= removed.digest
    feed.note(
      deleted: recordName, RecordDeletion(of: removed.record), at: nextSequence(after: removed))
    recordChanges.append(RecordChange(zoneID: zoneID, before: removed.record, after: nil))
    return removed.record
  }

  /// Updates the participants for a new version of a share; nil means no record.
  private mutating func followShare(_ name: RecordName, from old: Record?, to new: Record?) {
    guard old?.share != nil || new?.share != nil else { return }
    news += Self.links(from: old, to: new)
    if old?.share == nil { shareNames.updateValue(Present(), forKey: name) }
    if new?.share == nil { shareNames.removeValue(forKey: name) }
    for user in old?.share?.viewers ?? [] where user != zoneID.ownerName {
      let left = (participants[user] ?? 1) - 1
      if left > 0 {
        participants.updateValue(left, forKey: user)
      } else {
        participants.removeValue(forKey: user)
      }
    }
    for user in new?.share?.viewers ?? [] where user != zoneID.ownerName {
      participants.updateValue((participants[user] ?? 0) + 1, forKey: user)
    }
  }

  /// Removes the changes after they were added to the world's indexes and to the transaction.
  mutating func forgetNews() {
    news = []
    recordChanges = []
  }

  /// Assigns future changes to the world of the given epoch.
  mutating func enter(_ epoch: UInt64) {
    guard feed.epoch != epoch else { return }
    feed.enter(epoch)
    // The digest of a view does not cover the epochs.
    for user in views.map(\.key) { views.modify(user) { $0.feed.enter(epoch) } }
  }

  /// Builds the indexes of a record type that a query needs.
  mutating func build(_ names: [IndexName], of recordType: RecordTypeName) {
    for name in names { indexes.build(name, of: recordType, from: records) }
  }

  // MARK: Views

  /// Begins the view of a user.
  mutating func beginView(of user: UserRecordName) {
    if lastView < .mostCounted { lastView += 1 }
    var view = ParticipantView(incarnation: lastView)
    view.feed.enter(feed.epoch)
    setView(view, of: user)
  }

  /// Changes a view in place.
  mutating func withView(of user: UserRecordName, _ body: (inout ParticipantView) -> Void) {
    let growth = views.modify(user) { view in
      let before = view.digest(of: user)
      body(&view)
      return view.digest(of: user) &- before
    }
    itemSum &+= growth ?? 0
  }

  mutating func setView(_ view: ParticipantView, of user: UserRecordName) {
    itemSum &+= view.digest(of: user)
    if let former = views.updateValue(view, forKey: user) {
      itemSum &-= former.digest(of: user)
    } else {
      news.append(ZoneNews(.view(user), true))
    }
    lastView = max(lastView, view.incarnation)
  }

  /// Sets a lower bound for the numbers of new views, since earlier incarnations used numbers too.
  mutating func setLastView(_ number: UInt64) { lastView = max(lastView, number) }

  mutating func endView(of user: UserRecordName) {
    guard let view = views.removeValue(forKey: user) else { return }
    itemSum &-= view.digest(of: user)
    news.append(ZoneNews(.view(user), false))
  }

  /// Expires all tokens that were issued to the owner, or to a participant.
  mutating func expireTokens(of participant: UserRecordName? = nil, again: Bool) {
    guard let participant else { return feed.expireTokens(again: again) }
    withView(of: participant) { $0.feed.expireTokens(again: again) }
  }

  // MARK: Clients' tokens

  mutating func setClientChangeToken(_ token: String, of client: ClientKey) {
    itemSum &+= Self.digest(ofClientChangeToken: token, of: client)
    if let former = clientChangeTokens.updateValue(token, forKey: client) {
      itemSum &-= Self.digest(ofClientChangeToken: former, of: client)
    }
  }

  /// Adds a deletion from a state document.
  mutating func noteDeletion(
    of recordName: RecordName, _ deletion: RecordDeletion, at number: UInt64
  ) {
    feed.note(deleted: recordName, deletion, at: number)
  }
}

/// Record change tags: short and opaque to clients; real ones look like base-36 counters (LOG).
enum ChangeTag {
  static func text(_ number: UInt64) -> RecordChangeTag {
    RecordChangeTag(String(number, radix: 36))
  }

  static let mostDigits = 8

  /// Returns the number of a tag; 0 if it is not that of a number, or of one that no zone reaches.
  static func number(_ tag: RecordChangeTag) -> UInt64 {
    var number: UInt64 = 0
    // Eight digits are less than 2^42, so that a zone has space for as many changes as it can hold.
    guard tag.utf8.count <= mostDigits else { return 0 }
    for byte in tag.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if number == 0, byte == UInt8(ascii: "0") { return 0 }
        number = number &* 36 &+ UInt64(byte &- UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        number = number &* 36 &+ UInt64(byte &- UInt8(ascii: "a") &+ 10)
      default: return 0
      }
    }
    return number
  }
}
