/// Generates the names that the service chooses. Its whole state is the seed and the counter: it
/// resumes where it was if both are restored.
struct IdentifierSource: Hashable, Sendable {
  let seed: UInt64
  /// The number of generated names.
  private(set) var counter: UInt64

  init(seed: UInt64, counter: UInt64 = 0) {
    self.seed = seed
    self.counter = counter
  }

  /// Returns the next UUID, in upper case as Apple's platforms write it.
  mutating func uuid() -> ExactText {
    let high = SeededRandom.hash(seed: seed, "uuid.high", counter)
    let low = SeededRandom.hash(seed: seed, "uuid.low", counter)
    counter &+= 1
    return ExactText(Self.uuid(high, low))
  }

  /// Returns the record name of the user with the given alias. It depends on seed and alias only,
  /// so that the order in which users are added does not matter.
  static func userRecordName(seed: UInt64, alias: UserAlias) -> UserRecordName {
    let high = SeededRandom.hash(seed: seed, "user." + alias.text, 0)
    let low = SeededRandom.hash(seed: seed, "user." + alias.text, 1)
    let name = String(unsafeUninitializedCapacity: 33) { out in
      out[0] = UInt8(ascii: "_")
      for index in 0..<16 {
        out[1 + index] = hexDigit(high, index, letters: UInt8(ascii: "a"))
        out[17 + index] = hexDigit(low, index, letters: UInt8(ascii: "a"))
      }
      return 33
    }
    return UserRecordName(name)
  }

  /// Returns what the UUIDs of the errors of a call are derived from.
  ///
  /// - Parameter ordinal: The number of the call among the calls of its device and operation.
  static func errorSeed(
    _ seed: UInt64, device: DeviceName, operation: String, ordinal: UInt64
  ) -> UInt64 {
    SeededRandom.hash(
      seed: SeededRandom.hash(seed: seed, device.text, 0), "error/\(operation)", ordinal)
  }

  /// Returns the UUID of the error of an item of a call. It does not change the counter: a failure
  /// does not affect later names.
  static func errorUUID(_ ofCall: UInt64, item: UInt64) -> String {
    uuid(
      SeededRandom.hash(seed: ofCall, "error.high", item),
      SeededRandom.hash(seed: ofCall, "error.low", item))
  }

  /// Returns the ID of the operation with the given number. Operations that report by events do not
  /// change the counter, and so do not affect the names of others.
  static func operationID(seed: UInt64, number: UInt64) -> String {
    uuid(
      SeededRandom.hash(seed: seed, "operation.high", number),
      SeededRandom.hash(seed: seed, "operation.low", number))
  }

  /// Returns the number of the operation with the given ID; nil if no operation up to `last` has it.
  static func operationNumber(of id: String, seed: UInt64, upTo last: UInt64) -> UInt64? {
    guard let high = leadingHalf(of: id) else { return nil }
    // The version took the place of four bits.
    for bits in 0..<16 as Range<UInt64> {
      let number = SeededRandom.place(
        of: high & ~0xf000 | bits << 12, seed: seed, "operation.high")
      if number > 0, number <= last, operationID(seed: seed, number: number) == id {
        return number
      }
    }
    return nil
  }

  /// Returns the first 16 digits of a UUID; nil if the text is none.
  private static func leadingHalf(of uuid: String) -> UInt64? {
    guard uuid.utf8.count == 36 else { return nil }
    var half: UInt64 = 0
    for byte in uuid.utf8.prefix(18) where byte != UInt8(ascii: "-") {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): half = half << 4 | UInt64(byte & 15)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): half = half << 4 | UInt64(byte & 15) &+ 9
      default: return nil
      }
    }
    return half
  }

  /// Returns the UUID of the notification with the given number.
  static func notificationID(seed: UInt64, number: UInt64) -> String {
    uuid(
      SeededRandom.hash(seed: seed, "notification.high", number),
      SeededRandom.hash(seed: seed, "notification.low", number))
  }

  /// Formats a version 4 UUID, whose version and variant bits are not random.
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

  /// Returns the digit at a position of a 16-digit number, counted from the left.
  private static func hexDigit(_ value: UInt64, _ place: Int, letters: UInt8) -> UInt8 {
    let digit = UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * place)) & 15
    return digit < 10 ? UInt8(ascii: "0") + digit : letters + (digit - 10)
  }
}
