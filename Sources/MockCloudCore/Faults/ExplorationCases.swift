/// Makes the cases with one fault in their order, call by call.
struct ExplorationCases {
  /// The errors to try where they are legal; nil means all.
  let errors: [ErrorSpecification]?
  /// The change that another device makes before a save; nil omits conflicts.
  let conflict: FaultConflict?
  let options: Exploration.Options
  private(set) var all: [ExplorationCase] = []
  /// The numbers of calls and of successful calls so far, by device and operation.
  private var calls: [ExactText: Int] = [:]
  private var answers: [ExactText: Int] = [:]

  init(
    _ points: [ExplorationPoint], _ errors: [ErrorSpecification]?, _ conflict: FaultConflict?,
    _ options: Exploration.Options
  ) {
    self.errors = errors
    self.conflict = conflict
    self.options = options
    for point in points {
      calls[Self.key(point.device, point.operation), default: 0] += 1
      if point.isAnswered { answers[Self.key(point.device, point.operation), default: 0] += 1 }
      addSingle(point)
    }
  }

  /// The refusal of an error that would not be tried, because no call can fail with it.
  static func refusal(
    of errors: [ErrorSpecification], at points: [ExplorationPoint], _ options: Exploration.Options
  ) -> Misuse? {
    var legal: Set<CKErrorCode> = []
    for point in points where !errors.isEmpty {
      legal.formUnion(point.chances.legal)
      for item in point.triedItems { legal.formUnion(item.codes) }
      if point.reachedItems > 1 { legal.insert(itemError.code) }
    }
    guard let index = errors.firstIndex(where: { !legal.contains($0.code) }) else { return nil }
    return Misuse.badMockRequest(
      "errors[\(index)]: no call of the first run can fail with "
        + "'\(errors[index].code.name)'"
        + (options.contains(.items) ? "" : " as a whole"), key: "errors[\(index)]",
      expected: legal.isEmpty ? "a scenario that makes calls" : legal.listed)
  }

  static func key(_ device: DeviceName, _ operation: String) -> ExactText {
    "\(device.text.utf8.count):\(device)\(operation)"
  }

  private mutating func addSingle(_ point: ExplorationPoint) {
    let (legal, needsNetwork) = point.chances
    var tried =
      errors.map { $0.filter { legal.contains($0.code) } } ?? legal.map { ErrorSpecification($0) }
    // The run with the first fault of a pair alone has the calls that can have the second one.
    let first = ExplorationPairs.firstError
    if options.contains(.pairs), legal.contains(first.code), !tried.contains(first) {
      tried.append(first)
    }
    all += tried.map { made(point, .error($0)) }
    addEach([.lostRequest, .lostResponse, .offline], point, needsNetwork)
    if options.contains(.crashes) { addEach([.crashBefore, .crashAfter], point, needsNetwork) }
    if options.contains(.lasting) {
      all += Self.lasting.filter(legal.contains).map { made(point, .lasting(.init($0))) }
    }
    if let conflict, point.meetsConflict { all.append(made(point, .conflict(conflict))) }
    addItems(of: point)
  }

  /// Adds the cases of the faults that can act on the call.
  private mutating func addEach(
    _ effects: [ExplorationCase.Effect], _ point: ExplorationPoint, _ needsNetwork: Bool
  ) {
    for effect in effects where point.canHave(effect, needsNetwork: needsNetwork) {
      all.append(made(point, effect))
    }
  }

  /// The errors that last: they are over only if somebody does something about them.
  private static let lasting: [CKErrorCode] = [
    .quotaExceeded, .notAuthenticated, .accountTemporarilyUnavailable, .requestRateLimited,
    .serviceUnavailable, .zoneNotFound, .userDeletedZone,
  ]

  /// Returns a case, with the number of the call among those that its rule counts.
  private func made(
    _ point: ExplorationPoint, _ effect: ExplorationCase.Effect
  ) -> ExplorationCase {
    let counts = effect == .lostResponse || effect == .crashAfter ? answers : calls
    let number = (effect.operations ?? [point.operation]).reduce(0) { sum, name in
      sum + (counts[Self.key(point.device, name)] ?? 0)
    }
    return ExplorationCase(point, effect, number: number)
  }

  private static let itemError = ErrorSpecification(.zoneBusy, retryAfter: 1)

  /// Adds the cases in which only some items of a call fail.
  private mutating func addItems(of point: ExplorationPoint) {
    if point.reachedItems > 1 {
      all += point.items.map { made(point, Self.itemError, $0) }
      if !point.isAtomic {
        all.append(made(point, .prefix(point.reachedItems / 2, Self.itemError)))
      }
    }
    for (item, codes) in point.triedItems {
      let legal = codes.map { ErrorSpecification($0) }
      let tried = errors.map { $0.filter { codes.contains($0.code) } } ?? legal
      all += tried.map { made(point, $0, item) }
    }
  }

  private func made(
    _ point: ExplorationPoint, _ error: ErrorSpecification, _ item: ExplorationPoint.Item
  ) -> ExplorationCase {
    ExplorationCase(point, .itemError(error, item: item.number), number: item.match)
  }
}
