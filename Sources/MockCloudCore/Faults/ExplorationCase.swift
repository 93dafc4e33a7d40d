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
      case .error, .lostRequest, .offline: point.call
      }
  }

  /// The case as rules of the fault language, with which the scenario fails in the same way.
  public var rules: [FaultRule] {
    guard let second else { return [effect.rule(at: number, id: Self.firstName)] }
    return [
      effect.rule(at: number, id: Self.firstName, arms: [Self.secondName]),
      second.effect.rule(at: second.after, id: Self.secondName, isArmed: false),
    ]
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
    }
  }

  fileprivate func rule(
    at number: Int, id: String, arms: [String] = [], isArmed: Bool = true
  ) -> FaultRule {
    var condition = FaultCondition()
    var window = FaultWindow()
    if self == .offline { window.from = number } else { window.nth = number }
    condition.window = window
    condition.operations = effect.kind.operations
    return FaultRule(id: id, when: condition, then: [effect], arms: arms, isArmed: isArmed)
  }

  private var effect: FaultEffect {
    switch self {
    case .error(let error): .error(error, .fixed)
    // The client cannot distinguish a lost request from a lost response.
    case .lostRequest: .lostRequest(ErrorSpecification(.serverResponseLost))
    case .lostResponse: .lostResponse(ErrorSpecification(.serverResponseLost))
    case .offline: .error(ErrorSpecification(.networkUnavailable), .fixed)
    case .conflict(let conflict): .conflict(conflict)
    }
  }
}

/// A call of the service on which faults could act.
struct ExplorationPoint: Sendable {
  /// Its number among the calls that faults could act on, from 1.
  let call: Int
  let operation: String
  let itemCount: Int
  /// Its number among the successful calls, from 1; nil if it failed.
  var answer: Int?
  /// Its number among the calls that can have a conflict, from 1; nil if it saves no existing
  /// record, or if conflicts are not tried.
  let save: Int?
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
      let legal = LegalErrors.codes(for: point.operation, items: point.itemCount)
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
    }
    if pairs {
      for point in points { cases += self.pairs(at: point) }
    }
    return cases
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
