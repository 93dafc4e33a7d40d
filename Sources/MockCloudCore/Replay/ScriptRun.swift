/// A call that was not what the script expects.
public struct ScriptMismatch: Sendable {
  public let operation: String
  /// The entry that the call was compared with; nil where none was left.
  public let entry: Int?
  public let message: String
  public let differences: [JSONDifference]
}

/// A script on its way: what was used of it, and what was captured.
struct ScriptRun: Sendable {
  let script: Script
  /// The places of the entries that were not used, by operation.
  private var remaining: [String: OrderedMap<UInt64, Bool>]
  /// Where any entry may be the one that is looked for.
  private var index: ScriptIndex?
  /// How many entries were used.
  private(set) var consumed = 0
  private(set) var captures = PatternMatcher.Captures()
  /// The calls that matched nothing: the first of them.
  private(set) var mismatches: [ScriptMismatch] = []
  /// How many there were.
  private(set) var mismatchCount = 0

  /// What a script has for a call.
  struct Answer: Sendable {
    let response: JSONValue
    let status: Int32
    let delay: Int64
    let blocks: [JSONValue]?
  }

  /// Beyond these, mismatches are only counted.
  static let mostMismatches = 100
  /// So many differences of each are kept; the answer of the call has them all.
  private static let mostNoted = 10
  /// Of so many entries the one is looked for that a call is most like.
  private static let mostCompared = 50

  /// - Parameter isUsed: Says of each place whether its entry was used.
  init(
    _ script: Script, captures: PatternMatcher.Captures = PatternMatcher.Captures(),
    mismatches: [ScriptMismatch] = [], mismatchCount: Int = 0,
    isUsed: (Int) -> Bool = { _ in false }
  ) {
    self.script = script
    self.captures = captures
    self.mismatches = mismatches
    self.mismatchCount = mismatchCount
    var places: [String: [UInt64]] = [:]
    for (place, entry) in script.entries.enumerated() {
      if isUsed(place) {
        consumed += 1
      } else {
        places[entry.operation, default: []].append(UInt64(place))
      }
    }
    remaining = places.mapValues { OrderedMap(rising: $0, value: true) }
    switch script.mode {
    case .anyOrder, .passthrough: index = ScriptIndex(script, isUsed: isUsed)
    case .strict, .perOperation: index = nil
    }
  }

  /// The places of the entries that were not used, in their order.
  var unused: [Int] { script.entries.indices.filter { !isUsed($0) } }

  func isUsed(_ place: Int) -> Bool {
    remaining[script.entries[place].operation]?[UInt64(place)] == nil
  }

  // MARK: Calls

  /// Returns the response of a call and uses up the entry that it matches. A call that matches none is noted.
  ///
  /// - Parameter spellings: The request in the ways in which it can be written; it matches where one
  ///   of them does.
  /// - Returns: Nil where the cloud is to answer.
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

  /// Returns the response of the entry at that place, which must match.
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
      index?.candidates(operation, spelling) { place in
        if let found, found.place <= place { return false }
        let matcher = compare(place, [spelling])
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

  /// Of the first entries of the operation, the one that the request is most like.
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

  /// Compares the request of an entry with the spellings of one; of those that differ, the nearest
  /// is returned.
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
    consumed += 1
    remaining[entry.operation]?.removeValue(forKey: UInt64(place))
    index?.remove(place)
    return answer
  }

  // MARK: Mismatches

  private mutating func nothingLeft(_ operation: String) -> Misuse {
    let count = script.entries.count
    let of = script.mode == .strict ? "" : " of '\(operation)'"
    let left = remaining.filter { !$0.value.isEmpty }.keys.sorted()
    var text = "no entry\(of) of the script was left, \(consumed) of \(count) were used"
    if script.mode != .strict, !left.isEmpty {
      text += "; entries were left of " + left.map { "'\($0)'" }.joined(separator: ", ")
    }
    return mismatch(operation, nil, "came when " + text, [])
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
