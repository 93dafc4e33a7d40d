/// The reason why a zone was deleted.
public enum ZoneDeletionReason: String, Sendable, CaseIterable {
  /// It was deleted by a client, or is no longer shared.
  case deleted
  /// Its owner deleted the app's data in the system's settings.
  case purged
  /// Its owner lost the keys of their encrypted data.
  case encryptedDataReset
}

/// The feed of the zones that a reader sees in a database.
typealias ZoneFeed = ChangeFeed<ZoneID, ZoneDeletionReason>

extension ZoneID: OrderedKey {
  var rank: UInt64 { zoneName.rank }
  static var isOrderedByRankAlone: Bool { false }

  static func compare(_ left: Self, _ right: Self) -> Int {
    let names = ExactText.compare(left.zoneName, right.zoneName)
    return names != 0 ? names : ExactText.compare(left.ownerName, right.ownerName)
  }
}
