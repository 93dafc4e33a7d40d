/// `mock/explore/begin`: stores the state of the cloud and counts the calls of the service from
/// here on, to run the scenario again with failing calls.
public struct BeginExploration: HarnessOperation {
  public static let name = "mock/explore/begin"

  /// The errors to try where they are legal; nil means all.
  public var errors: [ErrorSpecification]?
  /// Whether pairs of faults are tried after the single ones.
  public var triesPairs: Bool
  /// The maximum number of pairs, of which those of the nearest calls come first; nil means the pairs
  /// whose second fault is in one of the four calls after the first.
  public var pairBudget: Int?
  /// The change that another device makes to records just before a call saves them; nil omits
  /// conflicts.
  public var conflict: FaultConflict?
  /// Whether failures of single items are tried too.
  public var triesItems: Bool
  /// Whether errors that last until the cloud is healed are tried too.
  public var triesLasting: Bool
  /// Whether ends of the client are tried too.
  public var triesCrashes: Bool

  public init(
    errors: [ErrorSpecification]? = nil, triesPairs: Bool = false, conflict: FaultConflict? = nil,
    triesItems: Bool = false, triesLasting: Bool = false,
    triesCrashes: Bool = false, pairBudget: Int? = nil
  ) {
    self.errors = errors
    self.pairBudget = pairBudget
    self.triesPairs = triesPairs
    self.conflict = conflict
    self.triesItems = triesItems
    self.triesLasting = triesLasting
    self.triesCrashes = triesCrashes
  }

  /// Returns the number of fault points.
  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Int {
    try check()
    let exploration = Exploration(
      errors: errors, conflict: conflict, options, pairBudget: pairBudget)
    try state.begin(exploration)
    return exploration.points.count
  }

  private var options: Exploration.Options {
    var options: Exploration.Options = []
    if triesPairs { options.insert(.pairs) }
    if triesItems { options.insert(.items) }
    if triesLasting { options.insert(.lasting) }
    if triesCrashes { options.insert(.crashes) }
    return options
  }

  private func check() throws(Misuse) {
    var known: Set<CKErrorCode> = []
    if let budget = pairBudget {
      guard triesPairs else {
        throw Misuse.badMockRequest(
          "pairBudget: 'pairBudget' has no effect without 'pairs'", key: "pairBudget",
          expected: "'pairs': true as well")
      }
      guard 1...ExplorationPairs.mostPairs ~= budget else {
        throw Misuse.badMockRequest(
          "pairBudget: 'pairBudget' is \(budget)", key: "pairBudget",
          expected: "a number from 1 to \(ExplorationPairs.mostPairs)")
      }
    }
    if let problem = conflict?.problem?.inside("conflicts") { throw problem.misuse }
    for (index, error) in (errors ?? []).enumerated() {
      let key = "errors[\(index)]"
      if let problem = error.problem?.inside(key) { throw problem.misuse }
      guard ServiceOperation.allCodes.contains(error.code) else {
        throw Misuse.badMockRequest(
          "\(key): no call fails with '\(error.code.name)' as a whole", key: key,
          expected: ServiceOperation.allCodes.listed)
      }
      guard known.insert(error.code).inserted else {
        throw Misuse.badMockRequest(
          "\(key): '\(error.code.name)' is listed already", key: key, expected: "each error once")
      }
    }
  }
}
