/// The operations of a state document.
extension OperationsInFlight {
  /// The operations for a state document: those that did not run to their end, and those whose
  /// answers are kept.
  /// The remaining blocks of a partly reported operation are left out, but it can be reported
  /// again.
  var saved: OperationsInFlight {
    var saved = OperationsInFlight(seed: seed)
    saved.lastNumber = lastNumber
    for entry in entries.all {
      var entry = entry
      // Who loads the state is another client: that of a document reads events.
      if case .handed = entry.reporting { (entry.reporting, entry.isTakenOver) = (.nobody, false) }
      entry.handed = nil
      entry.successor = nil
      switch entry.state {
      case .waiting, .underWay, .finished: break
      case .reporting where entry.expires != nil:
        entry.state = .finished
        entry.isReplayed = false
      case .reporting, .running: continue
      }
      saved.entries.append(entry)
      if entry.isReady { saved.ready.insert(entry.number, at: entry.place) }
    }
    saved.lastForeign = lastNumber
    saved.inherited = Set(saved.entries.all.map(\.number))
    return saved
  }

  /// Restores the answer of the operation that was submitted last.
  ///
  /// - Parameter isAskedFor: Whether a repeated report was requested.
  mutating func restore(_ outcome: any ReportedCall, until expires: Int64, isAskedFor: Bool) {
    let place = entries.modify(lastNumber) { entry in
      entry.outcome = outcome
      entry.expires = expires
      entry.isReplayed = isAskedFor
      entry.state = isAskedFor ? .waiting : .finished
      return entry.place
    }
    if let place, !isAskedFor { ready.remove(place) }
  }

  /// Restores an operation under way.
  mutating func restore(_ number: UInt64, _ call: any CallUnderWay, _ place: Agenda.Place) {
    if let entry = entries[number] { ready.remove(entry.place) }
    suspend(number, call, place)
  }

  /// Skips numbers, so that the next operation comes after the given one.
  mutating func skip(to number: UInt64) { lastNumber = max(lastNumber, number) }
}
