extension CloudState {
  /// Tells the client that the service has stored its long-lived operation, whose request has arrived and
  /// whose response is under way.
  ///
  /// - Returns: The number of posted events.
  mutating func tellStored(_ entry: OperationsInFlight.Entry) -> Int {
    if case .events = entry.reporting {
      post(.persisted, of: entry, WrittenReport([]))
      return 1
    }
    // A client that takes blocks asks whether there is anything new.
    world.operations.noteStored(entry.number)
    return 0
  }
}
