/// A position in a change feed, as an opaque text for clients.
///
/// The text is a pure function of the position, and of the time of issue if tokens have a limited
/// lifetime, so the same history gives the same tokens in every process; a checksum detects corrupted tokens.
struct SyncToken: Hashable, Sendable {
  enum Kind: UInt8, Sendable {
    case zone = 1
    case database = 2
  }

  let kind: Kind
  /// Distinguishes the feed from all others.
  let origin: UInt64
  /// The incarnation of the token's zone; 0 in a database's token.
  let incarnation: UInt64
  let generation: Generation
  /// The epoch of the world in which the change at the cursor was made: discarded worlds may have
  /// had another change with the same number.
  let epoch: UInt64
  /// When it was issued, in milliseconds since 1970; nil if the lifetime of tokens is unlimited, so
  /// that the same position has the same token at all times.
  let issued: Int64?
  let cursor: FeedCursor

  init(
    kind: Kind, origin: UInt64, incarnation: UInt64, generation: Generation, epoch: UInt64 = 0,
    issued: Int64? = nil, cursor: FeedCursor
  ) {
    self.kind = kind
    self.origin = origin
    self.incarnation = incarnation
    self.generation = generation
    self.epoch = epoch
    self.issued = issued
    self.cursor = cursor
  }

  /// The tokens of a feed between two times at which all of them expired. Tokens of any other
  /// generation are expired.
  struct Generation: Hashable, Sendable {
    /// How often the tokens expired.
    var count: UInt64 = 0
    /// The epoch of the world in which they expired last: in a discarded world, they may have
    /// expired as often.
    var epoch: UInt64 = 0
  }

  /// The reason why a text is not a token.
  enum Defect: Error {
    /// It does not begin like a token.
    case unknownType
    /// It begins like a token but is invalid.
    case invalidFormat
  }

  // MARK: Text

  private static let checksumLength = 5
  private static let originLength = 8

  var text: String {
    var bytes: [UInt8] = [kind.rawValue]
    for place in 0..<Self.originLength {
      bytes.append(UInt8(truncatingIfNeeded: origin >> (UInt64(place) * 8)))
    }
    Self.append(incarnation, to: &bytes)
    Self.append(generation.writtenCount, to: &bytes)
    if generation.writtenCount > 0 { Self.append(generation.epoch, to: &bytes) }
    for number in [cursor.sequence, cursor.hidden, cursor.top, cursor.ceiling] {
      Self.append(number, to: &bytes)
    }
    if epoch > 0 || issued != nil { Self.append(epoch, to: &bytes) }
    if let issued { Self.append(UInt64(bitPattern: issued), to: &bytes) }
    bytes.append(contentsOf: SHA1.digest(of: bytes).prefix(Self.checksumLength))
    return Base64.encode(bytes)
  }

  init(_ text: String) throws(Defect) {
    guard let head = Base64.decode(String(text.prefix(4)))?.first, let kind = Kind(rawValue: head)
    else { throw .unknownType }
    guard let bytes = Base64.decode(text) else { throw .invalidFormat }
    var reader = bytes.dropFirst().dropLast(Self.checksumLength)
    guard let origin = Self.origin(&reader), let incarnation = Self.number(&reader),
      let count = Self.number(&reader), let expiryEpoch = count > 0 ? Self.number(&reader) : 0,
      let sequence = Self.number(&reader),
      let hidden = Self.number(&reader), let top = Self.number(&reader),
      let ceiling = Self.number(&reader), let epoch = reader.isEmpty ? 0 : Self.number(&reader)
    else { throw .invalidFormat }
    let issued = reader.isEmpty ? nil : Self.number(&reader)
    var cursor = FeedCursor(sequence)
    cursor.hidden = hidden
    cursor.top = top
    cursor.ceiling = ceiling
    self.init(
      kind: kind, origin: origin, incarnation: incarnation,
      generation: Generation(writtenCount: count, expiryEpoch), epoch: epoch,
      issued: issued.map { Int64(bitPattern: $0) }, cursor: cursor)
    // All other defects (the checksum, trailing bytes, another spelling of a number) show as a
    // difference to the token's own text.
    guard self.text.utf8.elementsEqual(text.utf8) else { throw .invalidFormat }
  }

  /// Appends seven bits per byte, the lowest first; the highest bit of a byte is set if another
  /// follows.
  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  private static func number(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = bytes.popFirst() else { return nil }
      number |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }

  private static func origin(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
    guard bytes.count >= originLength else { return nil }
    var origin: UInt64 = 0
    for (place, byte) in bytes.prefix(originLength).enumerated() {
      origin |= UInt64(byte) << (UInt64(place) * 8)
    }
    bytes.removeFirst(originLength)
    return origin
  }
}

extension SyncToken.Generation {
  /// The count in the texts of tokens that expired with a replaced world alone, as those of a zone can
  /// that is newer than the last expiry. `expire` does not count so far.
  private static let withWorldAlone = UInt64.max

  /// The count in the texts of tokens. The epoch follows unless the count is 0.
  var writtenCount: UInt64 { count == 0 && epoch > 0 ? Self.withWorldAlone : count }

  /// Creates the generation of a token from the numbers in its text.
  init(writtenCount count: UInt64, _ epoch: UInt64) {
    self.init(count: count == Self.withWorldAlone && epoch > 0 ? 0 : count, epoch: epoch)
  }

  /// Begins the next generation, in the world of the given epoch.
  ///
  /// - Parameter isCounted: Whether the number of expiries increases; otherwise the new generation
  ///   has another epoch.
  mutating func expire(in epoch: UInt64, isCounted: Bool) {
    if isCounted, count < .mostCounted { count += 1 }
    self.epoch = epoch
  }
}
