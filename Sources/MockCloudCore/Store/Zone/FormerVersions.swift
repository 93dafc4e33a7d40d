/// The earlier versions of a record, which conflicts include as the ancestor. They are shared by all
/// copies of a zone, and a new version costs the same however many there are.
struct FormerVersions: Sendable {
  /// The number of versions that can be found. Up to as many older ones remain in memory.
  static let count = 16

  /// A version, and those before it in the same chain.
  private final class Link: Sendable {
    let record: Record
    let next: Link?
    /// The length of the chain from here.
    let length: Int

    init(_ record: Record, next: Link?) {
      self.record = record
      self.next = next
      length = (next?.length ?? 0) + 1
    }
  }

  private let latest: Link
  /// A full chain of versions before those of `latest`.
  private let earlier: Link?

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
    if former.latest.length < Self.count {
      self.init(latest: Link(version, next: former.latest), earlier: former.earlier)
    } else {
      self.init(latest: Link(version, next: nil), earlier: former.latest)
    }
  }

  /// The version before the current one.
  var newest: Record { latest.record }

  /// Returns the version with a tag.
  func version(tagged tag: RecordChangeTag) -> Record? {
    all.first { $0.recordChangeTag == tag }
  }

  /// The versions that can be found, newest first.
  var all: [Record] {
    var versions: [Record] = []
    for chain in [latest, earlier] {
      var link = chain
      while let version = link, versions.count < Self.count {
        versions.append(version.record)
        link = version.next
      }
    }
    return versions
  }
}

extension Zone.Entry {
  /// The versions that the record has once it is replaced.
  var versions: FormerVersions { FormerVersions(record, before: former) }
}
