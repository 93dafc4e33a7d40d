/// The counts of a rule by key. Most rules have only the empty key, which is stored directly.
struct FaultTally<Value: Sendable>: Sendable {
  private let standard: Value
  private var own: Value?
  private var others = OrderedMap<ExactText, Value>()
  /// The last key that was counted and its value, which `others` may not have yet: most calls have
  /// the same key as the one before.
  private var lastKey: ExactText = ""
  private var last: Value?
  /// The number of that key (`FaultMarks`).
  private var lastMark = FaultMarks.unknown

  init(_ standard: Value) { self.standard = standard }

  /// The value for the empty key.
  var first: Value { own ?? standard }

  /// All counted keys with their values, in order.
  var all: [(key: ExactText, value: Value)] {
    var others = others
    if let last { others.updateValue(last, forKey: lastKey) }
    var all = others.map { (key: $0.key, value: $0.value) }
    if let own { all.insert(("", own), at: 0) }
    return all
  }

  /// Changes the value of a key.
  @discardableResult
  mutating func modify<Result>(_ key: ExactText, _ body: (inout Value) -> Result) -> Result {
    let standard = standard
    if key.isEmpty {
      var value = own ?? standard
      let result = body(&value)
      own = value
      return result
    }
    if last == nil || lastKey != key { begin(key) }
    var value = last ?? standard
    let result = body(&value)
    last = value
    return result
  }

  /// Changes the value of the key of a point.
  @inline(__always)
  mutating func modify<Result>(
    _ key: FaultKey, at moment: borrowing FaultMoment, _ body: (inout Value) -> Result
  ) -> Result {
    let mark = moment.marks[key]
    if mark == FaultMarks.empty {
      var value = own ?? standard
      let result = body(&value)
      own = value
      return result
    }
    if mark == lastMark, mark != FaultMarks.unknown, var value = last {
      let result = body(&value)
      last = value
      return result
    }
    let result = modify(moment.keys[key], body)
    lastMark = mark
    return result
  }

  @inline(never)
  private mutating func begin(_ key: ExactText) {
    if let last { others.updateValue(last, forKey: lastKey) }
    lastKey = key
    last = others[key]
    lastMark = FaultMarks.unknown
  }
}
