/// Something that came into a zone or went, and that the world finds by an index: what changes a zone
/// reports it, so that no writer has to think of the indexes.
struct ZoneNews: Sendable {
  enum Entry: Sendable {
    /// A share, by the short GUID of its link and its record name.
    case link(String, share: String)
    /// What a participant sees of the zone, by user record name.
    case view(String)
    /// A file that records of the zone hold.
    case file(Asset)
  }

  let entry: Entry
  /// Whether it came.
  let isThere: Bool

  init(_ entry: Entry, _ isThere: Bool) {
    self.entry = entry
    self.isThere = isThere
  }
}

/// What changed in the zones of a database that the world's indexes follow.
struct DatabaseNews: Sendable {
  private(set) var zones: [(zoneName: String, news: ZoneNews)] = []
  /// By how much the bytes of all records grew.
  private(set) var bytes = 0
  /// By how much the digest of the world grew.
  var digest: UInt64 = 0

  var isEmpty: Bool { bytes == 0 && zones.isEmpty }

  /// Takes over what a zone reports of a change.
  mutating func follow(_ zone: inout Zone, from bytes: Int) {
    self.bytes += zone.bytes - bytes
    guard !zone.news.isEmpty else { return }
    for news in zone.news { zones.append((zone.zoneID.zoneName, news)) }
    zone.forgetNews()
  }

  /// Notes a zone that came with all that it holds.
  mutating func enter(_ zone: Zone) { note(zone, isThere: true) }

  /// Notes a zone that went with all that it held.
  mutating func leave(_ zone: Zone) { note(zone, isThere: false) }

  private mutating func note(_ zone: Zone, isThere: Bool) {
    bytes += isThere ? zone.bytes : -zone.bytes
    for entry in zone.indexed { zones.append((zone.zoneID.zoneName, ZoneNews(entry, isThere))) }
  }
}

extension Zone {
  /// Everything in the zone that the world finds by an index.
  var indexed: [ZoneNews.Entry] {
    let links = shareNames.compactMap { name, _ in
      records[name]?.record.share.map { ZoneNews.Entry.link($0.shortGUID, share: name) }
    }
    return links + views.map { .view($0.key) } + assets.assets.map { .file($0) }
  }

  /// What a version of a record changes of the links to shares.
  static func links(from old: Record?, to new: Record?) -> [ZoneNews] {
    let former = old?.share?.shortGUID
    let current = new?.share?.shortGUID
    guard !former.hasBytes(of: current) else { return [] }
    let name = (new ?? old)?.recordName ?? ""
    return [former.map { ($0, false) }, current.map { ($0, true) }].compactMap { link in
      link.map { ZoneNews(.link($0.0, share: name), $0.1) }
    }
  }
}
