/// Makes the cases with two faults: the second is in a call that followed the first, in the run with
/// the first fault alone.
struct ExplorationPairs: Sendable {
  /// The places of the cases whose faults are the first of pairs.
  private let firsts: [Int]
  /// The maximum number of pairs.
  private let budget: Int
  /// The number of calls after a first fault that can have the second one: a client reacts to a fault
  /// in the calls that follow.
  private let reach: Int
  /// The calls after the first fault, by the place of its case.
  private var sequels = RareMap<Int, [ExplorationPoint]>()

  static let firstError = ErrorSpecification(.networkFailure)
  /// The maximum number of pairs.
  static let mostPairs = 100_000

  private static let secondEffects: [ExplorationCase.Effect] = [
    .error(ErrorSpecification(.serviceUnavailable)), .lostRequest, .lostResponse,
  ]

  /// - Parameters:
  ///   - cases: The cases with one fault.
  ///   - budget: The maximum number of pairs; nil means those of near calls.
  init(_ cases: [ExplorationCase], budget: Int?) {
    let effects: [ExplorationCase.Effect] = [.error(Self.firstError), .lostResponse]
    firsts = cases.indices.filter { effects.contains(cases[$0].effect) }
    self.budget = budget ?? Self.mostPairs
    let least = 4
    let layer = max(1, firsts.count * Self.secondEffects.count)
    reach = budget.map { max(least, $0 / layer + 1) } ?? least
  }

  /// Adds a call after the fault of the case at a place, unless it is too far from it.
  mutating func add(_ point: ExplorationPoint, after place: Int) {
    let index = Bisection.first(in: firsts.indices) { firsts[$0] >= place }
    guard index < firsts.count, firsts[index] == place else { return }
    sequels.modify(place, default: []) { sequel in
      if sequel.count < reach { sequel.append(point) }
    }
  }

  /// Notes that a call after the fault of the case at a place succeeded.
  mutating func noteAnswer(_ callNumber: UInt64, after place: Int) {
    _ = sequels.modify(place) { sequel in
      let index = sequel.lastIndex { $0.callNumber == callNumber }
      if let index { sequel[index].isAnswered = true }
    }
  }

  /// Returns a call after the fault of the case at a place, by its number from 1.
  func point(_ number: Int, after place: Int) -> ExplorationPoint? {
    sequels[place].flatMap { $0.indices.contains(number - 1) ? $0[number - 1] : nil }
  }

  /// Returns the pairs, those of the nearest calls first.
  ///
  /// - Parameter cases: The cases with one fault.
  func pairs(of cases: [ExplorationCase]) -> [ExplorationCase] {
    var pairs: [ExplorationCase] = []
    var counts: [Counts] = firsts.map { _ in Counts() }
    for after in 1...reach {
      for (index, place) in firsts.enumerated() {
        guard let point = point(after, after: place) else { continue }
        counts[index].note(point)
        let needsNetwork = point.chances.needsNetwork
        for effect in Self.secondEffects
        where point.canHave(effect, needsNetwork: needsNetwork) {
          guard pairs.count < budget else { return pairs }
          let second = ExplorationCase.Second(
            after: after, operation: point.operation, device: point.device, effect: effect,
            number: counts[index].number(of: point, effect), run: place)
          pairs.append(cases[place].followed(by: second))
        }
      }
    }
    return pairs
  }

  /// The numbers of calls after a first fault, by device and operation.
  private struct Counts {
    private var calls: [ExactText: Int] = [:]
    private var answers: [ExactText: Int] = [:]

    mutating func note(_ point: ExplorationPoint) {
      let key = ExplorationCases.key(point.device, point.operation)
      calls[key, default: 0] += 1
      if point.isAnswered { answers[key, default: 0] += 1 }
    }

    /// Returns the number of the last call among those that the rule of an effect counts.
    func number(of point: ExplorationPoint, _ effect: ExplorationCase.Effect) -> Int {
      let counts = effect == .lostResponse ? answers : calls
      return counts[ExplorationCases.key(point.device, point.operation)] ?? 0
    }
  }
}
