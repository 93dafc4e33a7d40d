/// The counts of a rule by key.
///
/// The value of the last key is stored directly: most rules have only the empty key, and most calls
/// have the same keys as the one before.
struct FaultTally<Value: Sendable>: Sendable {
  /// The number of the last key (`FaultMarks`).
  private(set) var mark = FaultMarks.empty
  /// The value of the last key.
  fileprivate(set) var last: Value
  /// Whether the last key was counted.
  fileprivate var isCounted = false
  private var lastKey: ExactText = ""
  private let standard: Value
  /// The values of all other keys that were counted. That of the last one may be out of date.
  private var others = OrderedMap<ExactText, Value>()

  init(_ standard: Value) {
    self.standard = standard
    last = standard
  }

  /// The value for the empty key.
  var first: Value { lastKey.isEmpty ? last : others[""] ?? standard }

  /// All counted keys with their values, in order.
  var all: [(key: ExactText, value: Value)] {
    var all = others
    if isCounted { all.updateValue(last, forKey: lastKey) }
    return all.map { (key: $0.key, value: $0.value) }
  }

  /// Changes the value of a key.
  @discardableResult
  mutating func modify<Result>(_ key: ExactText, _ body: (inout Value) -> Result) -> Result {
    if lastKey != key { begin(key) }
    return modifyLast(body)
  }

  /// Changes the value of the last key.
  private mutating func modifyLast<Result>(_ body: (inout Value) -> Result) -> Result {
    isCounted = true
    return body(&last)
  }

  /// Changes the value of the key of a point.
  mutating func modify<Result>(
    _ key: FaultKey, at moment: borrowing FaultMoment, _ body: (inout Value) -> Result
  ) -> Result {
    let mark = moment.marks[key]
    if mark != self.mark || mark == FaultMarks.unknown {
      let text = moment.keys[key]
      if lastKey != text { begin(text) }
      self.mark = mark
    }
    return modifyLast(body)
  }

  @inline(never)
  private mutating func begin(_ key: ExactText) {
    if isCounted { others.updateValue(last, forKey: lastKey) }
    let known = others[key]
    (lastKey, last, isCounted) = (key, known ?? standard, known != nil)
    mark = key.isEmpty ? FaultMarks.empty : FaultMarks.unknown
  }
}

extension FaultTally<Int> {
  /// Counts a match for the last key. Returns its number.
  @inline(__always)
  mutating func countMatch() -> Int {
    isCounted = true
    last &+= 1
    return last
  }
}

extension FaultTally<ArmedRule.Count> {
  /// Counts a match within the window for the last key. Returns its number.
  @inline(__always)
  mutating func countSeen() -> Int {
    isCounted = true
    last.seen &+= 1
    return last.seen
  }
}
