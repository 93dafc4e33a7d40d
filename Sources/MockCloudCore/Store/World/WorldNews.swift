/// An addition to a zone, or a removal from it, that affects an index of the world: every change of
/// a zone reports it, so that callers need not update the indexes.
struct ZoneNews: Sendable {
  enum Entry: Sendable {
    /// A share, by the short GUID of its link and its record name.
    case link(ShortGUID, share: RecordName)
    /// A participant's view of the zone, by user record name.
    case view(UserRecordName)
    /// A file of records of the zone.
    case file(Asset)
  }

  let entry: Entry
  /// Whether it was added.
  let isThere: Bool

  init(_ entry: Entry, _ isThere: Bool) {
    self.entry = entry
    self.isThere = isThere
  }
}

/// The changes in a database that affect the world's indexes, and those from which others follow.
struct DatabaseNews: Sendable {
  private(set) var zones: [(zoneName: ZoneName, news: ZoneNews)] = []
  /// The change of the number of bytes of all records.
  private(set) var bytes = 0
  /// The change of the world's digest.
  var digest: UInt64 = 0
  var changes = StoredChanges()

  var isEmpty: Bool { bytes == 0 && zones.isEmpty }

  /// Adds the reported changes of a zone.
  ///
  /// - Parameter base: The zone before them; nil if it was not shared.
  mutating func follow(_ zone: inout Zone, from bytes: Int, _ base: Zone?) {
    self.bytes += zone.bytes - bytes
    changes.follow(zone, from: base)
    for news in zone.news { zones.append((zone.zoneID.zoneName, news)) }
    zone.forgetNews()
  }

  /// Adds an added zone with its contents.
  mutating func enter(_ zone: Zone) { note(zone, isThere: true) }

  /// Adds a removed zone with its contents.
  mutating func leave(_ zone: Zone) { note(zone, isThere: false) }

  private mutating func note(_ zone: Zone, isThere: Bool) {
    bytes += isThere ? zone.bytes : -zone.bytes
    for entry in zone.indexed { zones.append((zone.zoneID.zoneName, ZoneNews(entry, isThere))) }
  }
}

extension Zone {
  /// All entries of the zone in indexes of the world.
  var indexed: [ZoneNews.Entry] {
    let links = shareNames.compactMap { name, _ in
      records[name]?.record.share.map { ZoneNews.Entry.link($0.shortGUID, share: name) }
    }
    return links + views.map { .view($0.key) } + assets.assets.map { .file($0) }
  }

  /// Returns the changes of links to shares between two versions of a record.
  static func links(from old: Record?, to new: Record?) -> [ZoneNews] {
    let former = old?.share?.shortGUID
    let current = new?.share?.shortGUID
    guard former != current else { return [] }
    let name = (new ?? old)?.recordName ?? ""
    return [former.map { ($0, false) }, current.map { ($0, true) }].compactMap { link in
      link.map { ZoneNews(.link($0.0, share: name), $0.1) }
    }
  }
}
