/// Numbers for the texts of keys: a key has the same number as long as its text stays the same.
///
/// Most calls have the same keys as the one before. Rules then find their counts by a number instead
/// of by comparing texts.
struct FaultMarks: Sendable {
  private var operation = Known()
  private var record = Known()
  private var device = Known()
  private var user = Known()
  private var zone = Known()
  private var last: UInt64 = 0
  /// The last zone and its key, at first those of empty names.
  private var lastZone = (zoneID: ZoneID(zoneName: "", ownerName: ""), key: ExactText("/"))
  /// The last record with the key of its zone, and its own key, at first those of empty names.
  private var lastRecord = (name: RecordName(""), zone: ExactText(""), key: ExactText("/"))

  /// What draws about the last record depend on, by its position and action; at first of no action.
  private var lastDraw = (position: 0, action: UInt16(0), hash: UInt64(0))

  private struct Known: Sendable {
    private var text: ExactText = ""
    private var mark = FaultMarks.empty

    /// - Parameter last: The last number that a text was given.
    mutating func note(_ text: ExactText, _ last: inout UInt64) -> UInt64 {
      if self.text != text {
        last &+= 1
        (self.text, mark) = (text, text.isEmpty ? FaultMarks.empty : last)
      }
      return mark
    }
  }

  typealias All = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  /// The number of the empty text.
  static let empty: UInt64 = 0
  /// The number of a key that was not noted.
  static let unknown: UInt64 = .max

  /// The numbers of the keys at a point of a call.
  struct Keys: Sendable {
    var operation = FaultMarks.unknown
    var record = FaultMarks.unknown
    var device = FaultMarks.unknown
    var user = FaultMarks.unknown
    var zone = FaultMarks.unknown

    /// The numbers, at their places (`FaultKey.place`). That of a key which was not noted is the
    /// number of no tally.
    var all: FaultMarks.All {
      func known(_ mark: UInt64) -> UInt64 {
        mark == FaultMarks.unknown ? FaultMarks.unknown - 1 : mark
      }
      return (
        FaultMarks.empty, known(operation), known(record), known(device), known(user), known(zone)
      )
    }

    @inline(__always)
    subscript(key: FaultKey) -> UInt64 {
      switch key {
      case .rule: FaultMarks.empty
      case .op: operation
      case .record: record
      case .device: device
      case .user: user
      case .zone: zone
      }
    }
  }

  /// Adds the record and the zone of a point to its keys, for rules that count by them or choose by
  /// chance.
  ///
  /// - Parameter item: The item that is being processed; nil at points of the whole call, whose zone
  ///   is the first one that the request names.
  mutating func name(_ item: FaultItem?, _ facts: FaultFacts, in keys: inout FaultKeys) {
    keys.zone = key(of: item == nil ? facts.request.zoneID : item?.zoneID)
    if let item { keys.record = key(of: item, in: keys.zone) }
  }

  /// Returns the key of a zone; empty if there is none.
  private mutating func key(of zoneID: ZoneID?) -> ExactText {
    guard let zoneID else { return "" }
    if lastZone.zoneID == zoneID { return lastZone.key }
    let key = zoneID.key
    lastZone = (zoneID, key)
    return key
  }

  private mutating func key(of item: FaultItem, in zone: ExactText) -> ExactText {
    guard case .record(let name?, _) = item.id else { return item.key(in: zone) }
    if lastRecord.name == name, lastRecord.zone == zone { return lastRecord.key }
    let key = item.key(in: zone)
    lastRecord = (name, zone, key)
    lastDraw.action = 0
    return key
  }

  /// Returns what random choices about an item depend on (`FaultItem.draw`).
  ///
  /// - Parameter key: The key of the item, which `name` has found last.
  mutating func draw(of item: FaultItem, _ key: ExactText) -> UInt64 {
    guard case .record(_?, _) = item.id else { return item.draw(key) }
    let action = item.action.bit
    if lastDraw.position != item.position || lastDraw.action != action {
      lastDraw = (item.position, action, item.draw(key))
    }
    return lastDraw.hash
  }

  /// Returns the numbers of the given kinds of keys.
  mutating func note(_ kinds: FaultKey.Kinds, of keys: borrowing FaultKeys) -> Keys {
    var marks = Keys()
    if kinds.isEmpty { return marks }
    if kinds.contains(.operation) { marks.operation = operation.note(keys[.op], &last) }
    if kinds.contains(.record) { marks.record = record.note(keys.record, &last) }
    if kinds.contains(.device) { marks.device = device.note(keys[.device], &last) }
    if kinds.contains(.user) { marks.user = user.note(keys[.user], &last) }
    if kinds.contains(.zone) { marks.zone = zone.note(keys.zone, &last) }
    return marks
  }
}
