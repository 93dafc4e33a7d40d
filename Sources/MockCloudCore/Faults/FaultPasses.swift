/// The rules that a call asked and that did not act, as the journal reports them.
public struct FaultPasses: Sendable {
  /// A rule that did not act.
  public struct Pass: Sendable {
    /// The rule's name.
    public let rule: String
    /// The key of the rule that kept it from acting, as in `mock/faults/report`.
    public let reason: String
  }

  /// A hundred rules may be asked at every call, so that a place is kept in place of a name.
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

  /// In the order of the points of a call, and at each in the order of the rules.
  public var all: [Pass] {
    places.compactMap { place in
      guard names.texts.indices.contains(Int(place.index)) else { return nil }
      return Pass(rule: names.texts[Int(place.index)], reason: place.reason.rawValue)
    }
  }

  /// About how many bytes they keep in memory.
  var weight: Int { places.count &* MemoryLayout<Place>.stride }
}

extension FaultRules {
  /// The names of rules in their order, shared by all calls that were made with these rules.
  final class Names: Sendable {
    fileprivate let texts: [String]

    init(_ rules: [ArmedRule]) { texts = rules.map(\.rule.id) }
  }

  /// The rules about an operation that a call asked and that did not act.
  mutating func passes(_ candidates: Candidates, of call: UInt64) -> FaultPasses? {
    var places: [FaultPasses.Place] = []
    places.reserveCapacity(candidates.count)
    // Read in place: a copy of what a rule has counted would have to be kept alive.
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
