/// Makes the names that the service invents. The seed and the counter are its whole state: with
/// both restored it goes on where it was.
struct IdentifierSource: Hashable, Sendable {
  let seed: UInt64
  /// How many names were drawn.
  private(set) var counter: UInt64

  init(seed: UInt64, counter: UInt64 = 0) {
    self.seed = seed
    self.counter = counter
  }

  /// The next UUID, in upper case as Apple's platforms write it.
  mutating func uuid() -> String {
    let high = SeededRandom.hash(seed: seed, "uuid.high", counter)
    let low = SeededRandom.hash(seed: seed, "uuid.low", counter)
    counter &+= 1
    return Self.uuid(high, low)
  }

  /// The record name of the user with that alias. It depends on nothing else, so that adding users
  /// in another order changes no name.
  static func userRecordName(seed: UInt64, alias: String) -> String {
    let high = SeededRandom.hash(seed: seed, "user." + alias, 0)
    let low = SeededRandom.hash(seed: seed, "user." + alias, 1)
    return String(unsafeUninitializedCapacity: 33) { out in
      out[0] = UInt8(ascii: "_")
      for index in 0..<16 {
        out[1 + index] = hexDigit(high, index, letters: UInt8(ascii: "a"))
        out[17 + index] = hexDigit(low, index, letters: UInt8(ascii: "a"))
      }
      return 33
    }
  }

  /// The UUID of the error of an item of a call. It counts nothing: a failure
  /// leaves no trace in the names that come later.
  static func errorUUID(seed: UInt64, call: UInt64, item: UInt64) -> String {
    let ofCall = SeededRandom.hash(seed: seed, "error", call)
    return uuid(
      SeededRandom.hash(seed: ofCall, "error.high", item),
      SeededRandom.hash(seed: ofCall, "error.low", item))
  }

  /// The ID of the operation with that number. Operations that report by events take no names from
  /// those that report immediately.
  static func operationID(seed: UInt64, number: UInt64) -> String {
    uuid(
      SeededRandom.hash(seed: seed, "operation.high", number),
      SeededRandom.hash(seed: seed, "operation.low", number))
  }

  /// The UUID of the notification with that number.
  static func notificationID(seed: UInt64, number: UInt64) -> String {
    uuid(
      SeededRandom.hash(seed: seed, "notification.high", number),
      SeededRandom.hash(seed: seed, "notification.low", number))
  }

  /// 8-4-4-4-12 digits of a version 4 UUID, whose version and variant bits are not random.
  private static func uuid(_ high: UInt64, _ low: UInt64) -> String {
    let high = high & ~0xf000 | 0x4000
    let low = low & ~(3 << 62) | 2 << 62
    return String(unsafeUninitializedCapacity: 36) { out in
      var at = 0
      for index in 0..<32 {
        if index == 8 || index == 12 || index == 16 || index == 20 {
          out[at] = UInt8(ascii: "-")
          at += 1
        }
        out[at] = hexDigit(index < 16 ? high : low, index % 16, letters: UInt8(ascii: "A"))
        at += 1
      }
      return at
    }
  }

  /// The digit at that place of a 16-digit number, counted from the left.
  private static func hexDigit(_ value: UInt64, _ place: Int, letters: UInt8) -> UInt8 {
    let digit = UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * place)) & 15
    return digit < 10 ? UInt8(ascii: "0") + digit : letters + (digit - 10)
  }
}
