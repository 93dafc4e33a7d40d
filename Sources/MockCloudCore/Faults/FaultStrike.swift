/// What rules do at one point.
struct FaultStrike {
  private(set) var acts: [FaultAct] = []
  private(set) var error: CloudError?
  private(set) var notes: [FaultNote] = []

  mutating func add(_ act: FaultAct) { acts.append(act) }
  mutating func fail(_ error: CloudError) { self.error = error }
  mutating func note(_ note: FaultNote) { notes.append(note) }
  mutating func note(_ id: String, _ recordName: String?) {
    note(FaultNote(source: "mock/faults/add", rule: id, recordName: recordName))
  }

  /// How often the push arrives: 0 where it is dropped, whatever else is done to it.
  var deliveries: Int {
    var count = 1
    for case .effect(let effect) in acts {
      switch effect {
      case .drop: return 0
      case .repeat(let more): count = min(count &+ more, 1000)
      default: break
      }
    }
    return count
  }

  /// Within how many milliseconds other pushes take the place of this one; nil where none does.
  var coalescing: Int64? {
    for case .effect(.coalesce(let milliseconds)) in acts { return milliseconds }
    return nil
  }

  /// How much later the push arrives, in milliseconds.
  var delay: Int64 {
    acts.reduce(0) { sum, act in
      guard case .delay(let milliseconds) = act else { return sum }
      let (longer, overflows) = sum.addingReportingOverflow(milliseconds)
      return overflows ? .max : longer
    }
  }
}

/// What is done for an effect.
enum FaultAct: Sendable {
  /// Milliseconds pass.
  case wait(Int64)
  /// A push arrives so many milliseconds later.
  case delay(Int64)
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
