/// The effects of rules at one point.
struct FaultStrike {
  private(set) var acts: [FaultAct] = []
  private(set) var error: CloudError?
  private(set) var notes: [FaultNote] = []
  /// Whether effects can let time pass: not with the system's clock.
  let timeMayPass: Bool
  /// Whether the client ends.
  private(set) var crashes = false
  private var isDropped = false
  private var repeats = 0
  /// The delay of the push in milliseconds.
  private(set) var delay: Int64 = 0
  /// The time in milliseconds in which another push replaces this one; nil if none does.
  private(set) var coalescing: Int64?

  init(timeMayPass: Bool = true) { self.timeMayPass = timeMayPass }

  mutating func add(_ act: FaultAct) { acts.append(act) }
  mutating func fail(_ error: CloudError) { self.error = error }

  /// Ends the client. The error is never returned to it.
  mutating func crash() {
    crashes = true
    error = .operationCancelled
  }

  mutating func note(_ note: FaultNote) { notes.append(note) }
  mutating func note(_ id: String, _ recordName: RecordName?) {
    note(FaultNote(source: "mock/faults/add", rule: id, recordName: recordName))
  }

  /// Adds an effect on a push.
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
    /// A delay in milliseconds.
    case delay(Int64)
    case coalesce(Int64)
  }

  /// The number of times that the push arrives: 0 if it is dropped, regardless of other effects.
  var deliveries: Int { isDropped ? 0 : 1 + repeats }
}

/// The action for an effect.
enum FaultAct: Sendable {
  /// The given milliseconds pass.
  case wait(Int64)
  /// The changes of a page are shuffled by the given random number.
  case shuffle(UInt64)
  /// An effect that needs no random number.
  case effect(FaultEffect)
}

/// A rule whose effects may turn out to do nothing in the current call.
struct OpenAct {
  /// The number of the call: others may be made while it waits.
  let call: UInt64
  /// The rule's place.
  let index: Int
  /// The key by which its limit counted the act.
  let key: ExactText
  let kinds: FaultEffect.Kinds
}

/// The keys by which rules count.
struct FaultKeys {
  let operation: ExactText
  let device: DeviceName
  let record: ExactText
  /// The record's name; nil if the item is not a record.
  let recordName: RecordName?
  /// What random choices depend on.
  let draws: DrawPlace

  init(_ facts: FaultFacts, _ item: FaultItem?, _ draws: DrawPlace) {
    self.draws = draws
    operation = ExactText(facts.operation)
    device = facts.context.deviceName
    record = item?.key ?? ""
    recordName = item?.recordName
  }

  init(_ push: FaultPush) {
    let device = push.device
    draws = push.draws
    operation = ""
    self.device = device
    record = ""
    recordName = nil
  }

  subscript(key: FaultKey) -> ExactText {
    switch key {
    case .rule: ""
    case .op: operation
    case .record: record
    case .device: device
    }
  }
}
