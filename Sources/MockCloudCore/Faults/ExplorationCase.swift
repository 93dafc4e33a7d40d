/// One case of an exploration: the faults of one run of the scenario.
public struct ExplorationCase: Sendable {
  /// The number of the failing call, from 1, among the fault points of the counting run.
  public let call: Int
  /// The operation of that call.
  public let operation: String
  public let effect: Effect
  /// A second fault in a later call.
  public let second: Second?
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
    /// There is no network for this call and all later calls.
    case offline
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
    /// The number of the call after the first fault, from 1. For a lost response, only successful
    /// calls are counted.
    public let after: Int
    public let effect: Effect
  }

  init(_ point: ExplorationPoint, _ effect: Effect, _ second: Second? = nil) {
    call = point.call
    operation = point.operation
    self.effect = effect
    self.second = second
    number =
      switch effect {
      case .lostResponse: point.answer ?? point.call
      case .conflict: point.save ?? point.call
      case .itemError(_, let item): point.match(of: item) ?? point.call
      case .error, .lostRequest, .offline, .prefix: point.call
      }
  }

  /// The case as rules of the fault language, with which the scenario fails in the same way.
  public var rules: [FaultRule] {
    guard let second else { return [rule(of: effect, at: number, id: Self.firstName)] }
    return [
      rule(of: effect, at: number, id: Self.firstName, arms: [Self.secondName]),
      rule(of: second.effect, at: second.after, id: Self.secondName, isArmed: false),
    ]
  }

  private func rule(
    of effect: Effect, at number: Int, id: String, arms: [String] = [], isArmed: Bool = true
  ) -> FaultRule {
    var condition = FaultCondition()
    var window = FaultWindow()
    if effect == .offline { window.from = number } else { window.nth = number }
    condition.window = window
    if effect.item == nil {
      condition.operations = effect.fault.kind.operations
    } else {
      condition.operations = [operation]
      condition.phase = .items
    }
    return FaultRule(id: id, when: condition, then: [effect.fault], arms: arms, isArmed: isArmed)
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
    case .conflict: FaultEffect.Kind.conflict.rawValue
    case .itemError: "itemError"
    case .prefix: FaultEffect.Kind.applyPrefix.rawValue
    }
  }

  /// The number of the item that fails; nil if the fault affects the whole call.
  public var item: Int? { if case .itemError(_, let item) = self { item } else { nil } }

  fileprivate var fault: FaultEffect {
    switch self {
    case .error(let error), .itemError(let error, _): .error(error, .fixed)
    // The client cannot distinguish a lost request from a lost response.
    case .lostRequest: .lostRequest(.lostResponse)
    case .lostResponse: .lostResponse(.lostResponse)
    case .offline: .error(ErrorSpecification(.networkUnavailable), .fixed)
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
  let itemCount: Int
  /// Whether its items succeed or fail together.
  let isAtomic: Bool
  /// Its number among the successful calls, from 1; nil if it failed.
  var answer: Int?
  /// Its number among the calls that can have a conflict, from 1; nil if it saves no existing
  /// record, or if conflicts are not tried.
  let save: Int?
  /// The first of its items, in order; empty if failures of items are not tried.
  private(set) var items: [Item] = []
  /// The number of items that faults could act on.
  private(set) var reachedItems = 0

  /// An item that a fault could act on.
  struct Item: Sendable {
    /// Its number in the request, from 1.
    let number: Int
    /// Its number among the items of all calls of the operation, from 1.
    let match: Int
  }

  /// The maximum number of items of a call that are tried.
  private static let mostItems = 10

  init(call: Int, operation: String, itemCount: Int, isAtomic: Bool, save: Int?) {
    self.call = call
    self.operation = operation
    self.itemCount = itemCount
    self.isAtomic = isAtomic
    self.save = save
  }

  mutating func add(item number: Int, match: Int) {
    reachedItems += 1
    if items.count < Self.mostItems { items.append(Item(number: number, match: match)) }
  }

  func match(of item: Int) -> Int? { items.first { $0.number == item }?.match }
}

extension ExplorationCase {
  /// Returns all cases of a scenario in their order: every single fault, call by call; then the
  /// pairs.
  ///
  /// - Parameters:
  ///   - errors: The errors to try where they are legal; nil means all.
  ///   - conflict: The change that another device makes before a save; nil omits conflicts.
  static func all(
    _ points: [ExplorationPoint], _ errors: [ErrorSpecification]?, _ conflict: FaultConflict?,
    pairs: Bool
  ) -> [ExplorationCase] {
    var cases: [ExplorationCase] = []
    for point in points {
      let legal =
        ServiceOperation.named(point.operation)?.legalCodes(items: point.itemCount) ?? []
      let tried =
        errors.map { $0.filter { legal.contains($0.code) } }
        ?? legal.map { ErrorSpecification($0) }
      cases += tried.map { ExplorationCase(point, .error($0)) }
      cases.append(ExplorationCase(point, .lostRequest))
      if point.answer != nil { cases.append(ExplorationCase(point, .lostResponse)) }
      cases.append(ExplorationCase(point, .offline))
      if let conflict, point.save != nil {
        cases.append(ExplorationCase(point, .conflict(conflict)))
      }
      cases += items(of: point)
    }
    if pairs {
      for point in points { cases += self.pairs(at: point) }
    }
    return cases
  }

  private static let itemError = ErrorSpecification(.zoneBusy, retryAfter: 1)

  /// Returns the cases in which only some items of a call fail.
  private static func items(of point: ExplorationPoint) -> [ExplorationCase] {
    guard point.reachedItems > 1 else { return [] }
    var effects = point.items.map { Effect.itemError(itemError, item: $0.number) }
    if !point.isAtomic { effects.append(.prefix(point.reachedItems / 2, itemError)) }
    return effects.map { ExplorationCase(point, $0) }
  }

  /// The number of calls after the first fault that can have the second one: a client reacts to a
  /// fault in the calls that follow.
  private static let reach = 4

  private static let firstEffects: [Effect] = [
    .error(ErrorSpecification(.networkFailure)), .lostResponse,
  ]

  private static let secondEffects: [Effect] = [
    .error(ErrorSpecification(.serviceUnavailable)), .lostRequest, .lostResponse,
  ]

  private static func pairs(at point: ExplorationPoint) -> [ExplorationCase] {
    var cases: [ExplorationCase] = []
    for first in firstEffects where first != .lostResponse || point.answer != nil {
      for after in 1...reach {
        for second in secondEffects {
          cases.append(ExplorationCase(point, first, Second(after: after, effect: second)))
        }
      }
    }
    return cases
  }
}
