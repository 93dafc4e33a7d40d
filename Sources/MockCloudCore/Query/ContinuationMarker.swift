/// The position in a query's results at which the next page begins, as an opaque text that only the
/// same query in the same place accepts. The position is an offset: the query runs again for every
/// page, so records that are added or removed in between shift the rest, as with CloudKit's
/// cursors.
struct ContinuationMarker: Hashable, Sendable {
  let offset: Int
  /// When it was issued, in milliseconds since 1970; nil if the lifetime of markers is unlimited.
  let issued: Int64?

  static let unknown = QueryRefusal("Unknown continuation marker")

  init(offset: Int, issued: Int64? = nil) {
    self.offset = max(0, offset)
    self.issued = issued
  }

  /// The query and its context, to which a marker is bound.
  struct Scope: Sendable {
    let digest: UInt64
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
    var bytes =
      Self.bytes(of: offset) + Self.bytes(of: scope.digest ^ Self.mask(offset, scope.seed))
      + Self.bytes(of: Self.check(offset, scope.digest, scope.seed, issued))
    if let issued { bytes += Self.bytes(of: UInt64(bitPattern: issued)) }
    return Base64.encode([issued == nil ? Self.version : Self.datedVersion] + bytes)
  }

  /// Reads a marker that was written for the same scope.
  init(_ text: String, in scope: Scope) throws(QueryRefusal) {
    guard let bytes = Base64.decode(text),
      bytes.count == 25 && bytes[0] == Self.version
        || bytes.count == 33 && bytes[0] == Self.datedVersion
    else {
      throw QueryRefusal(
        "Invalid continuation format: expected the continuationMarker of the page before")
    }
    let offset = Self.number(bytes[1..<9])
    let digest = Self.number(bytes[9..<17]) ^ Self.mask(offset, scope.seed)
    let issued = bytes.count == 25 ? nil : Int64(bitPattern: Self.number(bytes[25..<33]))
    guard Self.number(bytes[17..<25]) == Self.check(offset, digest, scope.seed, issued),
      let start = Int(exactly: offset)
    else { throw Self.unknown }
    guard digest == scope.digest else {
      throw QueryRefusal("The continuation marker belongs to another query, zone or user")
    }
    self.offset = start
    self.issued = issued
  }

  private static let version: UInt8 = 1
  /// That of markers with a time of issue.
  private static let datedVersion: UInt8 = 2

  private static func mask(_ offset: UInt64, _ seed: UInt64) -> UInt64 {
    SeededRandom.hash(seed: seed, "continuation mask", offset)
  }

  private static func check(
    _ offset: UInt64, _ digest: UInt64, _ seed: UInt64, _ issued: Int64?
  ) -> UInt64 {
    let check = SeededRandom.hash(
      seed: SeededRandom.hash(seed: seed, "continuation check", digest), "offset", offset)
    guard let issued else { return check }
    return SeededRandom.hash(seed: check, "issued", UInt64(bitPattern: issued))
  }

  private static func bytes(of number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
