/// Visits the records of a type in the order of an index until a page is complete.
struct SortedWalk: Sendable {
  let index: FieldIndex
  let range: IndexRange
  let ascending: Bool
  /// Whether to include records without the field, which come before all others.
  let includesAbsent: Bool
  /// The number of matches that suffices.
  let need: Int
  /// The maximum number of records to test: if matches are rare, sorting all of them is faster.
  let budget: Int

  struct Outcome {
    /// The first matches in order; nil if the budget was exceeded.
    var records: [Record]?
    var examined = 0
  }

  /// - Parameters:
  ///   - order: The complete order, for records with equal values in the index.
  ///   - hasMoreKeys: Whether the order has more keys than the one of the index.
  ///   - match: Returns the record with the given name if it is a match.
  func run(
    _ order: RecordOrder, hasMoreKeys: Bool, _ match: (RecordName) -> Record?
  ) -> Outcome {
    var outcome = Outcome()
    var group = Group(order: order)
    // The names of one value are in order, so the first ones of a group may suffice.
    let stopsWithinGroups = ascending && !hasMoreKeys
    var isDone = false
    func take(_ name: RecordName, _ startsGroup: Bool) -> Bool {
      if startsGroup {
        group.close()
        if group.closed.count >= need { isDone = true }
      }
      if isDone { return false }
      guard outcome.examined < budget else { return false }
      outcome.examined += 1
      if let record = match(name) { group.open.append(record) }
      if stopsWithinGroups, group.closed.count + group.open.count >= need { isDone = true }
      return !isDone
    }
    var isComplete = true
    func walkAbsent() {
      var isFirst = true
      index.absent.scan { name, _ in
        defer { isFirst = false }
        isComplete = take(name, isFirst)
        return isComplete
      }
    }
    if includesAbsent, ascending { walkAbsent() }
    if isComplete {
      index.scan(range, reversed: !ascending) { name, startsGroup in
        isComplete = take(name, startsGroup)
        return isComplete
      }
    }
    if includesAbsent, !ascending, isComplete { walkAbsent() }
    if isDone || isComplete {
      group.close()
      outcome.records = group.closed
    }
    return outcome
  }

  /// Records with one value, collected to be sorted and added after those of earlier values.
  private struct Group {
    var order: RecordOrder
    var open: [Record] = []
    var closed: [Record] = []

    mutating func close() {
      if open.count > 1 {
        var order = order
        open.sort { order.precedesBeyondFirst($0, $1) }
      }
      closed += open
      open.removeAll(keepingCapacity: true)
    }
  }
}
