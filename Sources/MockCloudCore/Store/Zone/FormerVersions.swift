/// The earlier versions of a record, which conflicts include as the ancestor. They are shared by all
/// copies of a zone, and a new version costs the same however many there are.
struct FormerVersions: Sendable {
  /// The number of versions that can be found. Up to as many older ones remain in memory.
  static let count = 16

  /// A version, and those before it in the same chain.
  private final class Link: Sendable {
    let record: Record
    /// The tags that the same content had before, newest first: the save of a child changes only the
    /// tag of its parent.
    let formerTags: [RecordChangeTag]
    let next: Link?
    /// The length of the chain from here.
    let length: Int

    init(_ record: Record, _ formerTags: [RecordChangeTag] = [], next: Link?) {
      self.record = record
      self.formerTags = formerTags
      self.next = next
      length = (next?.length ?? 0) + 1
    }

    /// Returns a link with the same content under a new tag.
    func retagged(_ record: Record) -> Link {
      let tags = ([self.record.recordChangeTag] + formerTags).prefix(FormerVersions.count - 1)
      return Link(record, Array(tags), next: next)
    }
  }

  private let latest: Link
  /// A full chain of versions before those of `latest`.
  private let earlier: Link?
  /// Whether the current record differs from the latest version only in its tag.
  private(set) var isRetagged = false

  private init(latest: Link, earlier: Link?) {
    self.latest = latest
    self.earlier = earlier
  }

  /// The versions before the one that replaces the record.
  ///
  /// - Parameter former: Those before the record.
  init(_ record: Record, before former: FormerVersions?) {
    let version = record.releasingAssets()
    guard let former else {
      self.init(latest: Link(version, next: nil), earlier: nil)
      return
    }
    if former.isRetagged {
      self.init(latest: former.latest.retagged(version), earlier: former.earlier)
    } else if former.latest.length < Self.count {
      self.init(latest: Link(version, next: former.latest), earlier: former.earlier)
    } else {
      self.init(latest: Link(version, next: nil), earlier: former.latest)
    }
  }

  /// Returns the same versions, of a record that differs from the latest one only in its tag.
  func retagged(_ isRetagged: Bool = true) -> FormerVersions {
    var versions = self
    versions.isRetagged = isRetagged
    return versions
  }

  /// The version before the current one; only its tag may differ from the current one.
  var newest: Record { latest.record }

  /// Returns the version with a tag.
  func version(tagged tag: RecordChangeTag) -> Record? {
    for link in links {
      if link.record.recordChangeTag == tag { return link.record }
      if link.formerTags.contains(tag) { return link.record.tagged(tag) }
    }
    return nil
  }

  /// Returns the latest version that differs from the current record in more than its tag, and that
  /// meets a condition.
  func lastChange(where isMet: (Record) -> Bool) -> Record? {
    links.dropFirst(isRetagged ? 1 : 0).map(\.record).first(where: isMet)
  }

  /// The versions that can be found, newest first: one for each tag.
  var all: [Record] {
    links.flatMap { link in
      [link.record] + link.formerTags.map { link.record.tagged($0) }
    }
  }

  /// For each element of `all`, whether the version after it differs only in its tag.
  var retags: [Bool] {
    var retags = links.flatMap { link in [false] + link.formerTags.map { _ in true } }
    if !retags.isEmpty { retags[0] = isRetagged }
    return retags
  }

  /// The number of versions that `all` can have.
  static let mostTags = count * count

  private var links: [Link] {
    var links: [Link] = []
    for chain in [latest, earlier] {
      var link = chain
      while let version = link, links.count < Self.count {
        links.append(version)
        link = version.next
      }
    }
    return links
  }
}

extension Record {
  /// Returns the same record with another tag.
  func tagged(_ tag: RecordChangeTag) -> Record {
    Record(
      recordName: recordName, zoneID: zoneID, recordType: recordType, recordChangeTag: tag,
      fields: fields, created: created, modified: modified, parent: parent, sharing: sharing)
  }
}

extension Zone.Entry {
  /// The versions that the record has once it is replaced.
  var versions: FormerVersions { FormerVersions(record, before: former) }
}
