/// What the tests of rules ask of a point of a call, as numbers, apart from names.
struct FaultTraits {
  /// The number of the call among those of its device and operation.
  private(set) var number = 0
  private(set) var items = 0
  private(set) var bytes = 0
  private(set) var savePolicy: UInt64 = 0
  /// Nil if the request does not say it.
  private(set) var isAtomic: Bool?
  /// The position of the item in the request.
  private(set) var position = 0
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
      position = item.position
      action = item.action.bit
      hasFields = !item.fields.isEmpty
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

  /// - Parameter names: Which names are those of the point.
  @inline(__always)
  func verdict(_ test: FaultTest, _ names: UnsafeBufferPointer<Bool>) -> FaultTest.Verdict {
    switch test {
    case .none: .holds
    case .refused(let reason): .refused(reason)
    case .number(let least, let most):
      number < least || number > most ? .refused(.window) : .holds
    case .items(let least, let most): items < least || items > most ? .refused(.items) : .holds
    case .bytes(let least, let most): bytes < least || bytes > most ? .refused(.bytes) : .holds
    case .savePolicy(let policy): policy == savePolicy ? .holds : .refused(.savePolicy)
    case .atomic(let wanted): wanted == isAtomic ? .holds : .refused(.atomic)
    case .zone(let place): names[place] ? .holds : .refused(.zone)
    case .item(let position): !isItem || position == self.position ? .holds : .refused(.window)
    case .action(let actions): !isItem || action & actions != 0 ? .holds : .refused(.action)
    case .record(let place): !isItem || names[place] ? .holds : .refused(.recordName)
    case .recordType(let place): !isItem || names[place] ? .holds : .refused(.recordType)
    case .field: hasFields ? .open : .refused(.field)
    }
  }
}
