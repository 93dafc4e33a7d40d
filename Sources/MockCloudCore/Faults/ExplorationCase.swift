/// One case of an exploration: the faults of one run of the scenario.
public struct ExplorationCase: Sendable {
  /// The number of the failing call, from 1, among the fault points of the counting run.
  public let call: Int
  /// The operation of that call.
  public let operation: String
  public let effect: Effect
  /// A second fault in a later call.
  public let second: Second?
  /// The number of successful calls in the counting run, up to this one.
  private let answer: Int

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
    answer = point.answer ?? 0
  }

  /// The case as rules of the fault language, with which the scenario fails in the same way.
  public var rules: [FaultRule] {
    let number = effect == .lostResponse ? answer : call
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
    }
  }

  fileprivate func rule(
    at number: Int, id: String, arms: [String] = [], isArmed: Bool = true
  ) -> FaultRule {
    var condition = FaultCondition()
    var window = FaultWindow()
    if self == .offline { window.from = number } else { window.nth = number }
    condition.window = window
    return FaultRule(id: id, when: condition, then: [effect], arms: arms, isArmed: isArmed)
  }

  private var effect: FaultEffect {
    switch self {
    case .error(let error): .error(error, .fixed)
    // The client cannot distinguish a lost request from a lost response.
    case .lostRequest: .lostRequest(ErrorSpecification(.serverResponseLost))
    case .lostResponse: .lostResponse(ErrorSpecification(.serverResponseLost))
    case .offline: .error(ErrorSpecification(.networkUnavailable), .fixed)
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
}

extension ExplorationCase {
  /// Returns all cases of a scenario in their order: every single fault, call by call; then the
  /// pairs.
  ///
  /// - Parameter errors: The errors to try where they are legal; nil means all.
  static func all(
    _ points: [ExplorationPoint], _ errors: [ErrorSpecification]?, pairs: Bool
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
