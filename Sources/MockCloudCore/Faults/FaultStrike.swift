/// What rules do at one point.
struct FaultStrike {
  private(set) var acts: [FaultAct] = []
  private(set) var error: CloudError?
  private(set) var notes: [FaultNote] = []
  private var isDropped = false
  private var repeats = 0
  /// How much later the push arrives, in milliseconds.
  private(set) var delay: Int64 = 0
  /// Within how many milliseconds other pushes take the place of this one; nil where none does.
  private(set) var coalescing: Int64?

  mutating func add(_ act: FaultAct) { acts.append(act) }
  mutating func fail(_ error: CloudError) { self.error = error }
  mutating func note(_ note: FaultNote) { notes.append(note) }
  mutating func note(_ id: String, _ recordName: String?) {
    note(FaultNote(source: "mock/faults/add", rule: id, recordName: recordName))
  }

  /// Does to a push what an effect does.
  mutating func add(_ effect: PushEffect) {
    switch effect {
    case .drop: isDropped = true
    case .repeat(let more): repeats = min(repeats &+ more, 999)
    case .delay(let milliseconds):
      let (longer, overflows) = delay.addingReportingOverflow(milliseconds)
      delay = overflows ? .max : longer
    case .coalesce(let milliseconds): coalescing = coalescing ?? milliseconds
    }
  }

  enum PushEffect {
    case drop
    case `repeat`(Int)
    /// In milliseconds.
    case delay(Int64)
    case coalesce(Int64)
  }

  /// How often the push arrives: 0 where it is dropped, regardless of other effects.
  var deliveries: Int { isDropped ? 0 : 1 + repeats }
}

/// What is done for an effect.
enum FaultAct: Sendable {
  /// Milliseconds pass.
  case wait(Int64)
  /// A page's changes come in the order that the number draws.
  case shuffle(UInt64)
  /// An effect of which nothing is drawn.
  case effect(FaultEffect)
}

/// By what rules count apart.
struct FaultKeys {
  let operation: String
  let device: String
  let record: String
  /// The record's name alone; nil where the item is none.
  let recordName: String?

  init(_ facts: FaultFacts, _ item: FaultItem?) {
    operation = facts.operation
    device = facts.context.deviceName
    record = item?.key ?? ""
    recordName = item?.recordName
  }

  init(device: String) {
    operation = ""
    self.device = device
    record = ""
    recordName = nil
  }

  subscript(key: FaultKey) -> String {
    switch key {
    case .rule: ""
    case .op: operation
    case .record: record
    case .device: device
    }
  }
}
