/// A call that the script does not expect.
public struct ScriptMismatch: Sendable {
  public internal(set) var operation: String
  /// The entry that the call was compared with; nil if none was left.
  public internal(set) var entry: Int?
  public internal(set) var message: String
  public internal(set) var differences: [JSONDifference]
}

/// A script with its progress: the used entries and the captured values.
struct ScriptRun: Sendable {
  let script: Script
  /// The indices of the unused entries, by operation.
  private var remaining: [String: RareMap<UInt64, Bool>]
  /// The indices of the unused entries' requests, by operation, for modes in which any may match.
  private var requestIndexes: [String: PatternIndex] = [:]
  /// The number of calls of entries that have responded to some of their calls.
  private var uses = RareMap<UInt64, Int>()
  /// The number of entries that have responded to all of their calls.
  private(set) var consumed = 0
  private(set) var captures = PatternMatcher.Captures()
  /// The first calls that matched no entry.
  private(set) var mismatches: [ScriptMismatch] = []
  /// The number of such calls.
  private(set) var mismatchCount = 0

  /// The response of a script for a call.
  struct Answer: Sendable {
    var response: JSONValue
    var status: Int32
    var delay: Int64
    var blocks: [JSONValue]?
  }

  /// The maximum number of stored mismatches; further ones are only counted.
  static let mostMismatches = 100
  /// The maximum number of stored differences of each; the answer of the call has all of them.
  private static let mostNoted = 10
  /// The maximum number of entries among which the nearest to a call is searched.
  private static let mostCompared = 50

  /// - Parameter uses: Returns the number of calls that the entry at an index has responded to.
  init(
    _ script: Script, captures: PatternMatcher.Captures = PatternMatcher.Captures(),
    mismatches: [ScriptMismatch] = [], mismatchCount: Int = 0,
    uses: (Int) -> Int = { _ in 0 }
  ) {
    self.script = script
    self.captures = captures
    self.mismatches = mismatches
    self.mismatchCount = mismatchCount
    var places: [String: [UInt64]] = [:]
    for (place, entry) in script.entries.enumerated() {
      let count = uses(place)
      if count >= entry.times {
        consumed += 1
        continue
      }
      places[entry.operation, default: []].append(UInt64(place))
      if count > 0 { self.uses.updateValue(count, forKey: UInt64(place)) }
    }
    remaining = places.mapValues { RareMap(rising: $0, value: true) }
    switch script.mode {
    case .anyOrder, .passthrough:
      requestIndexes = places.mapValues { places in
        PatternIndex(places.map { (Int($0), script.entries[Int($0)].request) })
      }
    case .strict, .perOperation: break
    }
  }

  /// The indices of the unused entries in order.
  var unused: [Int] { script.entries.indices.filter { !isUsed($0) } }

  func isUsed(_ place: Int) -> Bool {
    remaining[script.entries[place].operation]?[UInt64(place)] == nil
  }

  /// The number of calls that an entry has responded to.
  func uses(of place: Int) -> Int {
    isUsed(place) ? script.entries[place].times : uses[UInt64(place)] ?? 0
  }

  // MARK: Calls

  /// Returns the response for a call, and marks the matching entry as used. A call without a
  /// matching entry is stored as a mismatch.
  ///
  /// - Parameter spellings: The possible spellings of the request, one of which must match.
  /// - Returns: Nil if the cloud runs the call.
  mutating func take(
    _ operation: String, _ spellings: [JSONValue]
  ) throws(Misuse) -> Answer? {
    switch script.mode {
    case .strict: return try takeNext(operation, spellings)
    case .perOperation:
      guard let place = remaining[operation]?.first?.key else { throw nothingLeft(operation) }
      return try take(Int(place), spellings)
    case .anyOrder, .passthrough: return try takeFirstMatch(operation, spellings)
    }
  }

  private mutating func takeNext(
    _ operation: String, _ spellings: [JSONValue]
  ) throws(Misuse) -> Answer {
    guard consumed < script.entries.count else { throw nothingLeft(operation) }
    let wanted = script.entries[consumed].operation
    guard wanted == operation else {
      let difference = JSONDifference(
        path: "operation", wanted: .string(wanted), found: .string(operation), nearest: nil)
      throw mismatch(operation, consumed, "is not the call of", [difference])
    }
    return try take(consumed, spellings)
  }

  /// Returns the response of the entry at an index, which must match.
  private mutating func take(_ place: Int, _ spellings: [JSONValue]) throws(Misuse) -> Answer {
    let matcher = compare(place, spellings)
    guard matcher.matches else {
      throw mismatch(
        script.entries[place].operation, place, "does not match",
        matcher.differences)
    }
    return try use(place, matcher.captures)
  }

  private mutating func takeFirstMatch(
    _ operation: String, _ spellings: [JSONValue]
  ) throws(Misuse) -> Answer? {
    var found: (place: Int, captures: PatternMatcher.Captures)?
    for spelling in spellings {
      _ = requestIndexes[operation]?.candidates(spelling) { place in
        if let found, found.place <= place { return false }
        var matcher = PatternMatcher.test(captures, isExact: script.isExact)
        if let pattern = script.entries[place].request { matcher.match(pattern, spelling) }
        if matcher.matches { found = (place, matcher.captures) }
        return !matcher.matches
      }
    }
    if let found { return try use(found.place, found.captures) }
    if script.mode == .passthrough { return nil }
    guard let nearest = nearest(operation, spellings) else { throw nothingLeft(operation) }
    let count = remaining[operation]?.count ?? 0
    throw mismatch(
      operation, nearest.place,
      count == 1 ? "does not match" : "matches none of \(count) entries and is most like",
      nearest.differences)
  }

  /// Returns the nearest entry to the request among the first entries of the operation.
  private func nearest(
    _ operation: String, _ spellings: [JSONValue]
  ) -> (place: Int, differences: [JSONDifference])? {
    var nearest: (place: Int, differences: [JSONDifference])?
    var compared = 0
    remaining[operation]?.scan { place, _ in
      let differences = compare(Int(place), spellings).differences
      if differences.count < nearest?.differences.count ?? .max {
        nearest = (Int(place), differences)
      }
      compared += 1
      return compared < Self.mostCompared
    }
    return nearest
  }

  /// Compares the request of an entry with the spellings of a request. If none matches, returns the
  /// comparison with the nearest.
  private func compare(_ place: Int, _ spellings: [JSONValue]) -> PatternMatcher {
    var nearest = PatternMatcher(captures, isExact: script.isExact)
    Steps.take()
    guard let pattern = script.entries[place].request else { return nearest }
    for (index, spelling) in spellings.enumerated() {
      var matcher = PatternMatcher(captures, isExact: script.isExact)
      matcher.match(pattern, spelling)
      if index == 0 || matcher.differences.count < nearest.differences.count { nearest = matcher }
      if matcher.matches { break }
    }
    return nearest
  }

  private mutating func use(
    _ place: Int, _ captured: PatternMatcher.Captures
  ) throws(Misuse) -> Answer {
    let entry = script.entries[place]
    var filling = TemplateFilling(captured)
    let answer = Answer(
      response: filling.fill(entry.response), status: entry.status, delay: entry.delay,
      blocks: entry.blocks?.map { filling.fill($0) })
    if let missing = filling.missing {
      throw mismatch(
        entry.operation, place, "needs '$\(missing)', which no request captured yet, for", [])
    }
    if filling.isTooLarge {
      throw mismatch(entry.operation, place, "would get a response that is too large from", [])
    }
    captures = captured
    let count = uses(of: place) + 1
    if count < entry.times {
      uses.updateValue(count, forKey: UInt64(place))
      return answer
    }
    uses.removeValue(forKey: UInt64(place))
    consumed += 1
    remaining[entry.operation]?.removeValue(forKey: UInt64(place))
    requestIndexes[entry.operation]?.remove(place)
    return answer
  }

  // MARK: Mismatches

  private mutating func nothingLeft(_ operation: String) -> Misuse {
    let count = script.entries.count
    let of = script.mode == .strict ? "" : " of '\(operation)'"
    let left = Array(remaining.filter { !$0.value.isEmpty }.keys).genericSorted(by: <)
    var text = "no entry\(of) of the script was left, \(consumed) of \(count) were used"
    if script.mode != .strict, !left.isEmpty {
      text += "; entries were left of " + left.map { "'\($0)'" }.joined(separator: ", ")
    }
    return mismatch(operation, nil, "was made when " + text, [])
  }

  private mutating func mismatch(
    _ operation: String, _ entry: Int?, _ text: String, _ differences: [JSONDifference]
  ) -> Misuse {
    var message = "the call of '\(operation)' \(text)"
    if let entry { message += " entries[\(entry)] of the script" }
    if let first = differences.first {
      message += "; \(first.sentence)"
      if differences.count > 1 { message += ", and \(differences.count - 1) more differences" }
    }
    if mismatchCount < .max { mismatchCount += 1 }
    if mismatches.count < Self.mostMismatches {
      mismatches.append(
        ScriptMismatch(
          operation: operation, entry: entry, message: message,
          differences: Array(differences.prefix(Self.mostNoted))))
    }
    let place = entry.map { "entries[\($0)]" }
    let path = differences.first?.path ?? ""
    let key = place.map { place in
      if path.isEmpty { return place }
      return path == "operation" ? "\(place).operation" : "\(place).request.\(path)"
    }
    var misuse = Misuse(
      .scriptMismatch, message, key: key, expected: differences.first?.expected,
      nearest: differences.first?.nearest)
    misuse.differences = differences
    return misuse
  }
}
