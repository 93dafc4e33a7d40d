/// The rules that were evaluated for a call and did not act, as the journal reports them.
public struct FaultPasses: Sendable {
  /// A rule that did not act.
  public struct Pass: Sendable {
    /// The rule's name.
    public let rule: String
    /// The key of the rule that did not match, as in `mock/faults/report`.
    public let reason: String
  }

  /// A hundred rules may be evaluated for every call: an index takes less memory than a name.
  fileprivate struct Place: Sendable {
    let index: Int32
    let reason: FaultReason
  }

  private let names: FaultRules.Names
  private let places: [Place]

  fileprivate init?(_ names: FaultRules.Names, _ places: [Place]) {
    if places.isEmpty { return nil }
    self.names = names
    self.places = places
  }

  /// The passes in the order of the points of a call, and at each point in the order of the rules.
  public var all: [Pass] {
    places.compactMap { place in
      guard names.texts.indices.contains(Int(place.index)) else { return nil }
      return Pass(rule: names.texts[Int(place.index)], reason: place.reason.rawValue)
    }
  }

  /// The approximate number of bytes in memory.
  var weight: Int { places.count &* MemoryLayout<Place>.stride }
}

extension FaultRules {
  /// The names of rules in their order, shared by all calls with the same rules.
  final class Names: Sendable {
    fileprivate let texts: [String]

    init(_ rules: [ArmedRule]) { texts = rules.map(\.rule.id) }
  }

  /// Returns the rules for an operation that were evaluated for a call and did not act.
  mutating func passes(_ candidates: Candidates, of call: UInt64) -> FaultPasses? {
    var places: [FaultPasses.Place] = []
    places.reserveCapacity(candidates.count)
    // Reads in place: copies of the counters would be retained and released.
    all.withUnsafeBufferPointer { rules in
      candidates.scan { index in
        guard index < rules.count, rules[index].counters.lastCall == call,
          let reason = rules[index].counters.lastReason
        else { return }
        places.append(FaultPasses.Place(index: Int32(truncatingIfNeeded: index), reason: reason))
      }
    }
    return places.isEmpty ? nil : FaultPasses(names, places)
  }
}
