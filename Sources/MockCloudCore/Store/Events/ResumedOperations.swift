// Long-lived operations that another client asks for before they have ended.

extension OperationsInFlight {
  /// Lets a client get the blocks of a long-lived operation that has not reported: instead of its client
  /// if that one has ended, and once more after it otherwise. Returns false if another one that asked for
  /// them waits already.
  mutating func resume(_ id: String, _ reporting: Reporting) -> Bool {
    guard case .handed = reporting, let entry = entry(id), !entry.isReplayed, !entry.isTakenOver
    else { return false }
    let isResumed = entries.modify(entry.number) { entry in
      if case .nobody = entry.reporting {
        (entry.reporting, entry.asked) = (reporting, ResponseOrder.last)
        entry.isTakenOver = true
        return true
      }
      guard case .handed = entry.reporting, entry.successor == nil else { return false }
      entry.successor = (reporting, ResponseOrder.last)
      return true
    }
    return isResumed ?? false
  }

  /// Returns and removes the client that gets the blocks of an operation once more.
  mutating func takeSuccessor(of id: String) -> (reporting: Reporting, asked: UInt64)? {
    guard let entry = entry(id), let successor = entry.successor else { return nil }
    entries.modify(entry.number) { $0.successor = nil }
    return successor
  }

  /// Registers that an operation reports. Its answer was fetched if another client than its own gets it,
  /// as if it were reported again.
  mutating func noteFetched(_ number: UInt64) {
    entries.modify(number) { if $0.isTakenOver { $0.isReplayed = true } }
  }

  /// Registers that the service has stored a long-lived operation, until its client is told.
  mutating func noteStored(_ number: UInt64) {
    entries.modify(number) { $0.isStored = true }
  }

  /// Whether the service has stored an operation, and its client was not told.
  func isStored(_ number: UInt64) -> Bool { entries.read(number) { $0.isStored } ?? false }

  /// Returns whether the client is told now that the service has stored an operation.
  mutating func takeStored(_ number: UInt64) -> Bool {
    guard isStored(number) else { return false }
    entries.modify(number) { $0.isStored = false }
    return true
  }

  /// Lets an operation continue whose client has ended. If it has reported, it is removed, or its answer
  /// is kept for another client.
  mutating func leaveClient(of number: UInt64) {
    guard let entry = entries[number], case .handed = entry.reporting else { return }
    entries.modify(number) { entry in
      entry.successor = nil
      entry.untaken = nil
      (entry.reporting, entry.isTakenOver) = (.nobody, false)
    }
    guard entry.outcome != nil else { return }
    if case .waiting = entry.state { withdraw(entry) }
    noteUntaken(number)
    _ = finish(entry.id)
  }

  /// Lets all operations continue whose clients have the blocks of another world: of one that this one
  /// replaces, or of which it is a copy.
  mutating func leaveClients() {
    for entry in entries.all { leaveClient(of: entry.number) }
  }
}
