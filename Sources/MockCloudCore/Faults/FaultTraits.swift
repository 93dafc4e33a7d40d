/// What the tests of rules ask of a point of a call, as numbers.
struct FaultTraits {
  /// The number of the call among those of its device and operation.
  private(set) var number = 0
  private(set) var items = 0
  private(set) var bytes = 0
  private(set) var savePolicy: UInt64 = 0
  /// Nil if the request does not say it.
  private(set) var isAtomic: Bool?
  /// The beginning of the zone's name; nil if the call names no zone, or several.
  private(set) var zone: UInt64?
  /// The beginnings of names of the item; nil if it has none.
  private(set) var record: UInt64?
  private(set) var recordType: UInt64?
  private(set) var action: UInt16 = 0
  private(set) var hasFields = true
  /// Whether an item is being processed.
  private(set) var isItem = false

  /// The traits of a point at which no rule has a test.
  init() {}

  init(_ facts: FaultFacts, _ item: FaultItem?) {
    number = Int(clamping: facts.context.ordinal)
    items = facts.itemCount
    bytes = facts.bytes
    savePolicy = facts.request.savePolicy.map { Self.hash($0) } ?? 0
    isAtomic = facts.request.isAtomic == nil ? nil : facts.isAtomic
    isItem = item != nil
    if let item {
      zone = item.zoneID?.zoneName.rank
      record = item.recordName?.rank
      recordType = item.recordType?.rank
      action = item.action.bit
      hasFields = !item.fields.isEmpty
    } else {
      zone = facts.request.namesOneZone ? facts.request.zoneID?.zoneName.rank : nil
    }
  }

  static func hash(_ name: String) -> UInt64 {
    var (hash, name) = (StableHash(), name)
    name.withUTF8 { hash.add(UnsafeRawBufferPointer($0)) }
    return hash.value
  }

  static func bits(_ actions: [FaultAction]) -> UInt16 {
    actions.reduce(0) { $0 | $1.bit }
  }

  /// The result of a test.
  enum Verdict {
    case holds
    case refused(FaultReason)
    /// The condition must be evaluated.
    case open
  }

  @inline(__always)
  func verdict(_ test: FaultScreen.Test) -> Verdict {
    switch test {
    case .none: .holds
    case .refused(let reason): .refused(reason)
    case .whole: .open
    case .number(let least, let most):
      number < least || number > most ? .refused(.window) : .open
    case .items(let least, let most): items < least || items > most ? .refused(.items) : .open
    case .bytes(let least, let most): bytes < least || bytes > most ? .refused(.bytes) : .open
    case .savePolicy(let policy): policy == savePolicy ? .open : .refused(.savePolicy)
    case .atomic(let wanted): wanted == isAtomic ? .open : .refused(.atomic)
    case .zone(let head): zone.map { head.begins($0) ? .open : .refused(.zone) } ?? .open
    case .record(let head):
      record.map { head.begins($0) ? .open : .refused(.recordName) } ?? .open
    case .recordType(let head):
      recordType.map { head.begins($0) ? .open : .refused(.recordType) }
        ?? (isItem ? .refused(.recordType) : .open)
    case .action(let actions): !isItem || action & actions != 0 ? .open : .refused(.action)
    case .field: hasFields ? .open : .refused(.field)
    }
  }
}
