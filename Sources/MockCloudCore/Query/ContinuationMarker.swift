/// The position in a query's results at which the next page begins, as an opaque text that only the
/// same query in the same place accepts. The position is an offset: the query runs again for every
/// page, so records that are added or removed in between shift the rest, as with CloudKit's
/// cursors.
struct ContinuationMarker: Hashable, Sendable {
  let offset: Int

  static let unknown = QueryRefusal("Unknown continuation marker")

  init(offset: Int) { self.offset = max(0, offset) }

  /// The query and its context, to which a marker is bound.
  struct Scope: Sendable {
    fileprivate let digest: UInt64
    fileprivate let seed: UInt64

    /// `place` describes where the query runs, in a fixed form: container, environment, database,
    /// zone or all zones. `seed` is the cloud's, so that no other cloud accepts the marker.
    init(query: Query, place: [String], user: String?, seed: UInt64) {
      var text = CanonicalText()
      text.add("query")
      text.add(query)
      text.add(list: place) { $0.add($1) }
      text.add(list: user.map { [$0] } ?? []) { $0.add($1) }
      digest = SeededRandom.hash(seed: seed, text.text, 0)
      self.seed = seed
    }
  }

  func text(in scope: Scope) -> String {
    let offset = UInt64(offset)
    let bytes =
      Self.bytes(of: offset) + Self.bytes(of: scope.digest ^ Self.mask(offset, scope.seed))
      + Self.bytes(of: Self.check(offset, scope.digest, scope.seed))
    return Base64.encode([Self.version] + bytes)
  }

  /// Reads a marker that was written for the same scope.
  init(_ text: String, in scope: Scope) throws(QueryRefusal) {
    guard let bytes = Base64.decode(text), bytes.count == 25, bytes[0] == Self.version else {
      throw QueryRefusal(
        "Invalid continuation format: expected the continuationMarker of the page before")
    }
    let offset = Self.number(bytes[1..<9])
    let digest = Self.number(bytes[9..<17]) ^ Self.mask(offset, scope.seed)
    guard Self.number(bytes[17..<25]) == Self.check(offset, digest, scope.seed),
      let start = Int(exactly: offset)
    else { throw Self.unknown }
    guard digest == scope.digest else {
      throw QueryRefusal("The continuation marker belongs to another query, zone or user")
    }
    self.offset = start
  }

  private static let version: UInt8 = 1

  private static func mask(_ offset: UInt64, _ seed: UInt64) -> UInt64 {
    SeededRandom.hash(seed: seed, "continuation mask", offset)
  }

  private static func check(_ offset: UInt64, _ digest: UInt64, _ seed: UInt64) -> UInt64 {
    SeededRandom.hash(
      seed: SeededRandom.hash(seed: seed, "continuation check", digest), "offset", offset)
  }

  private static func bytes(of number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
