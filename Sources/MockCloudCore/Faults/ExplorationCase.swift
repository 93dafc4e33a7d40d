/// One case of an exploration: the faults of one run of the scenario.
public struct ExplorationCase: Sendable {
  /// The number of the failing call, from 1, among the fault points of the counting run.
  public let call: Int
  /// The operation of that call.
  public let operation: String
  public let effect: Effect
  /// A second fault in a later call.
  public let second: Second?
  /// The device that makes the call.
  public let device: DeviceName
  /// The number of the call among those that the case's rule counts.
  private let number: Int

  /// The fault of a call.
  public enum Effect: Sendable, Equatable {
    /// The call fails without effect.
    case error(ErrorSpecification)
    /// The request never arrives. The client cannot distinguish it from a lost response.
    case lostRequest
    /// The call is completed, but the client does not receive the response.
    case lostResponse
    /// There is no network for this call and all later calls of the device that need one.
    case offline
    /// The client ends before the request of the call is sent.
    case crashBefore
    /// The client ends after the call took effect, before it has the response.
    case crashAfter
    /// This call and all later calls of the device that can have the error fail with it.
    case lasting(ErrorSpecification)
    /// Another device saves the records just before the call does.
    case conflict(FaultConflict)
    /// The item with the given number, from 1, fails. In an atomic zone, the others then fail with
    /// `batchRequestFailed`.
    case itemError(ErrorSpecification, item: Int)
    /// Only the given number of items succeed; the others fail.
    case prefix(Int, ErrorSpecification)
  }

  /// The second fault of a pair.
  public struct Second: Sendable {
    /// The number of the call after the first fault, from 1.
    public let after: Int
    public let operation: String
    /// The device that makes the call.
    public let device: DeviceName
    public let effect: Effect
    /// The number of the call among the calls after the first fault that the second rule counts:
    /// those of its device and operation and, for a lost response, only those that succeed.
    let number: Int
    /// The place of the case with the first fault alone, in whose run the call was made.
    let run: Int
  }

  init(
    _ point: ExplorationPoint, _ effect: Effect, number: Int
  ) {
    call = point.call
    operation = point.operation
    device = point.device
    self.effect = effect
    second = nil
    self.number = number
  }

  /// Returns the pair of this fault and a second one.
  func followed(by second: Second) -> ExplorationCase {
    ExplorationCase(self, second)
  }

  private init(_ first: ExplorationCase, _ second: Second) {
    call = first.call
    operation = first.operation
    device = first.device
    effect = first.effect
    number = first.number
    self.second = second
  }

  /// The case as rules of the fault language, with which the scenario fails in the same way.
  public var rules: [FaultRule] {
    guard let second else { return [firstRule(arms: [])] }
    var condition = FaultCondition()
    condition.device = FaultPattern(second.device.text)
    condition.operations = [second.operation]
    condition.window = .nth(second.number)
    return [
      firstRule(arms: [Self.secondName]),
      FaultRule(
        id: Self.secondName, when: condition, then: [second.effect.fault], isArmed: false,
        isLast: true),
    ]
  }

  private func firstRule(arms: [String]) -> FaultRule {
    var condition = FaultCondition()
    condition.device = FaultPattern(device.text)
    condition.operations = effect.operations ?? [operation]
    if effect.item != nil { condition.phase = .items }
    if effect == .crashAfter { condition.phase = .after }
    condition.window = effect.lasts ? .from(number) : .nth(number)
    condition.window?.item = effect.item
    return FaultRule(
      id: Self.firstName, when: condition, then: [effect.fault], arms: arms, isLast: true)
  }

  private static let firstName = "explored"
  private static let secondName = "explored-second"
}

extension ExplorationCase.Effect {
  /// The name of the effect in an answer.
  public var name: String {
    switch self {
    case .error(let error): error.code.name
    case .lostRequest: "lostRequest"
    case .lostResponse: "lostResponse"
    case .offline: "offline"
    case .crashBefore: "crashBefore"
    case .crashAfter: "crashAfter"
    case .lasting(let error): "\(error.code.name) from here on"
    case .conflict: FaultEffect.Kind.conflict.rawValue
    case .itemError(let error, let item): "\(error.code.name) of item \(item)"
    case .prefix: FaultEffect.Kind.applyPrefix.rawValue
    }
  }

  /// The number of the item that fails; nil if the fault affects the whole call.
  public var item: Int? { if case .itemError(_, let item) = self { item } else { nil } }

  /// Whether the fault affects all later calls too.
  fileprivate var lasts: Bool {
    switch self {
    case .offline, .lasting: true
    default: false
    }
  }

  /// The operations of the calls that the fault affects; nil means that of the failing call.
  var operations: [String]? {
    switch self {
    case .offline: ServiceOperation.remoteNames
    case .lasting(let error):
      ServiceOperation.table.filter { $0.legalCodes(items: 2).contains(error.code) }.map(\.name)
    default: nil
    }
  }

  fileprivate var fault: FaultEffect {
    switch self {
    case .error(let error), .itemError(let error, _), .lasting(let error): .error(error, .fixed)
    // The client cannot distinguish a lost request from a lost response.
    case .lostRequest: .lostRequest(.lostResponse)
    case .lostResponse: .lostResponse(.lostResponse)
    case .offline: .error(ErrorSpecification(.networkUnavailable), .fixed)
    case .crashBefore, .crashAfter: .crash
    case .conflict(let conflict): .conflict(conflict)
    case .prefix(let most, let error): .prefix(most, error)
    }
  }
}

/// A call of the service on which faults could act.
struct ExplorationPoint: Sendable {
  /// Its number among the calls that faults could act on, from 1.
  let call: Int
  let operation: String
  let device: DeviceName
  /// The number of the call in the cloud, which tells it from others that are made meanwhile.
  let callNumber: UInt64
  let itemCount: Int
  /// Whether its items succeed or fail together.
  let isAtomic: Bool
  /// Whether it succeeded.
  var isAnswered = false
  /// Whether it saves an existing record, so that it can have a conflict.
  let meetsConflict: Bool
  /// The first of its items, in order; empty if failures of items are not tried.
  private(set) var items: [Item] = []
  /// The number of items that faults could act on.
  private(set) var reachedItems = 0
  private var lastPosition = 0

  /// An item that a fault could act on.
  struct Item: Sendable {
    /// Its position in the request, from 1.
    let number: Int
    /// The number of the first match of a rule for this item in the call, from 1, among the matches
    /// in all calls of the device and operation. An item may be matched more than once: a link is
    /// resolved and accepted.
    let match: Int
    /// What the call does first with it.
    let action: FaultAction
  }

  /// The maximum number of items of a call that are tried.
  private static let mostItems = 10

  init(call: Int, _ facts: FaultFacts) {
    self.call = call
    operation = facts.operation
    device = facts.context.deviceName
    callNumber = facts.context.callNumber
    itemCount = facts.itemCount
    isAtomic = facts.isAtomic
    meetsConflict = facts.meetsConflict
  }

  /// The errors with which the call can fail as a whole, and whether it needs a network.
  var chances: (legal: [CKErrorCode], needsNetwork: Bool) {
    guard let service = ServiceOperation.named(operation) else { return ([], false) }
    return (service.legalCodes(items: itemCount), service.needsNetwork)
  }

  /// The first item of each action, with the errors besides `zoneBusy` with which it is tried.
  var triedItems: [(item: Item, codes: [CKErrorCode])] {
    guard !items.isEmpty, let service = ServiceOperation.named(operation) else { return [] }
    var seen: Set<FaultAction> = []
    return items.filter { seen.insert($0.action).inserted }
      .map { ($0, service.triedCodes($0.action)) }
  }

  /// Whether a fault of the whole call, other than an error, can act on the call.
  ///
  /// - Parameter needsNetwork: Whether the call needs a network, so that its operation is looked up
  ///   once for all effects.
  func canHave(_ effect: ExplorationCase.Effect, needsNetwork: Bool) -> Bool {
    switch effect {
    case .lostRequest, .offline: needsNetwork
    case .lostResponse: isAnswered && needsNetwork
    case .crashAfter: isAnswered
    default: true
    }
  }

  /// Whether a call of another run is the same as far as chance in a client does not change it: the
  /// names of new records may differ.
  func isLike(_ other: ExplorationPoint) -> Bool {
    operation.hasBytes(of: other.operation) && device == other.device
      && itemCount == other.itemCount
  }

  /// Adds an item of the request, unless it was added before. Items are processed in their order.
  mutating func add(_ item: FaultItem, match: Int) {
    guard item.position > lastPosition else { return }
    lastPosition = item.position
    reachedItems += 1
    if items.count < Self.mostItems {
      items.append(Item(number: item.position, match: match, action: item.action))
    }
  }
}
