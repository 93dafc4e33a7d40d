extension OperationsInFlight {
  /// Returns the inconsistencies of the operations, with the ID of each operation.
  func problems(_ agenda: Agenda) -> [(id: String, text: String)] {
    var problems: [(id: String, text: String)] = []
    var places: Set<UInt64> = []
    var last: UInt64?
    for entry in entries.all {
      let number = entry.number
      if let last, last >= number { problems.append((entry.id, "it is not in its order")) }
      last = number
      if self.entry(entry.id)?.number != number {
        problems.append((entry.id, "it has another number"))
      }
      if case .underWay(_, let place) = entry.state, !agenda.has(place, of: number) {
        problems.append((entry.id, "it is under way, and the agenda does not have its arrival"))
      }
      guard case .waiting = entry.state else { continue }
      if entry.dependencies == 0 { places.insert(entry.place) }
      if (ready[entry.place] == number) != (entry.dependencies == 0) {
        problems.append((entry.id, "its dependencies contradict that it is ready or not"))
      }
    }
    for place in ready.all where !places.contains(place.number) {
      problems.append(("\(place.value)", "a ready operation is not waiting"))
    }
    return problems
  }
}
