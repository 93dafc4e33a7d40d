/// A position in a change feed, as the opaque text that clients keep.
///
/// The text is a pure function of the position, so the same history gives the same tokens in every
/// process; a checksum tells a token from garbage.
struct SyncToken: Hashable, Sendable {
  enum Kind: UInt8, Sendable {
    case zone = 1
    case database = 2
  }

  let kind: Kind
  /// Tells the database, and for a zone's token the zone, from all others.
  let origin: UInt64
  /// The life of the zone that the token belongs to; 0 in a database's token.
  let incarnation: UInt64
  /// The latest change that the client has seen.
  let sequence: UInt64

  init(kind: Kind, origin: UInt64, incarnation: UInt64, sequence: UInt64) {
    self.kind = kind
    self.origin = origin
    self.incarnation = incarnation
    self.sequence = sequence
  }

  init(zone: VisibleZone, in database: DatabaseKey) {
    self.init(
      kind: .zone,
      origin: Self.origin(of: database, zoneName: zone.zoneID.zoneName, viewer: zone.viewer),
      incarnation: zone.incarnation, sequence: zone.feed.position)
  }

  /// A number that stands in tokens for a database, for one of its zones, or for what a participant
  /// sees of that zone.
  static func origin(
    of database: DatabaseKey, zoneName: String?, viewer: String? = nil
  ) -> UInt64 {
    let parts = [
      database.container.text, database.environment.rawValue, database.owner ?? "", zoneName ?? "",
      viewer ?? "",
    ]
    // The lengths keep two different lists of names from reading alike.
    let key = parts.map { "\($0.utf8.count):\($0)" }.joined()
    return SeededRandom.hash(seed: 0, key, zoneName == nil ? 0 : 1)
  }

  var text: String {
    var bytes: [UInt8] = [kind.rawValue]
    for number in [origin, incarnation, sequence] { bytes.append(contentsOf: Self.bytes(number)) }
    bytes.append(contentsOf: SHA1.digest(of: bytes).prefix(5))
    return Base64.encode(bytes)
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (UInt64($0) * 8)) }
  }
}
