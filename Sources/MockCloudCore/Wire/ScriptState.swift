// The script in a state document, with its progress.

extension ScriptRun {
  mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    keys.readNullsAsMissing()
    var form = ScriptForm(script)
    try form.head(&keys)
    let run = self
    var entries: [ScriptEntryForm] = []
    var uses: [Int] = []
    try keys.each(
      "entries", .required,
      script.entries.lazy.enumerated().map { (index, entry) in
        let isUsed = run.isUsed(index)
        let count = isUsed ? 0 : run.uses(of: index)
        return UsedEntry(form: ScriptEntryForm(entry), isUsed: isUsed, count: count)
      },
      from: UsedEntry()
    ) { (keys, entry) throws(RequestError) in
      try entry.form.keys(&keys)
      try keys.key("consumed", &entry.isUsed, or: false)
      try keys.key("used", &entry.count, or: 0)
    } take: { (entry) throws(RequestError) in
      var entry = entry
      uses.append(try entry.uses())
      entries.append(entry.form)
    }
    var captured: JSONValue? = captures.isEmpty ? nil : .object(captures.members)
    try keys.key("captured", &captured, as: JSONValue.Object.self)
    var mismatches: [ScriptMismatch] = []
    try keys.each(
      "mismatches", mismatchCount > 0 ? .stated : .sparse, self.mismatches, from: ScriptMismatch()
    ) { (keys, mismatch) throws(RequestError) in
      try mismatch.keys(&keys)
    } take: {
      mismatches.append($0)
    }
    var count = mismatchCount > 0 ? mismatchCount : nil
    try keys.key("mismatchCount", &count)
    if keys.isWriting { return }
    form.entries = entries
    try form.check(uses)
    guard mismatches.count <= Self.mostMismatches, count ?? mismatches.count >= mismatches.count
    else { throw RequestError("mismatchCount", "'mismatchCount' does not fit 'mismatches'") }
    self = ScriptRun(
      form.script, captures: PatternMatcher.Captures(captured?.members ?? []),
      mismatches: mismatches, mismatchCount: count ?? mismatches.count
    ) { uses[$0] }
  }
}

/// An entry with its progress.
private struct UsedEntry {
  var form = ScriptEntryForm()
  /// Whether it has responded to all of its calls.
  var isUsed = false
  /// The number of calls that it has responded to, if it was not all of them.
  var count = 0

  /// Checks the entry, and returns the number of calls that it has responded to.
  mutating func uses() throws(RequestError) -> Int {
    try form.check()
    let times = form.entry.times
    guard count >= 0, count < times, !isUsed || count == 0 else {
      throw RequestError(
        "used", "'used' is \(count), which does not fit 'times' and 'consumed'",
        expected: "less than 'times', and not with 'consumed'")
    }
    return isUsed ? times : count
  }
}

extension ScriptForm {
  /// - Parameter uses: The number of calls that each entry has responded to.
  fileprivate func check(_ uses: [Int]) throws(RequestError) {
    try check()
    guard isStrict, let first = uses.indices.first(where: { uses[$0] < entries[$0].entry.times })
    else { return }
    guard let second = uses[(first + 1)...].firstIndex(where: { $0 > 0 }) else { return }
    let key = uses[second] < entries[second].entry.times ? "used" : "consumed"
    throw RequestError(
      "entries[\(second)].\(key)", "a strict script is used from its beginning")
  }
}

extension ScriptMismatch: WireRequest {
  init() { self.init(operation: "", entry: nil, message: "", differences: []) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("operation", &operation)
    try keys.key("entry", &entry)
    try keys.required("message", &message)
    try keys.required("differences", &differences)
  }
}

extension JSONDifference: WireRequest {
  init() { self.init(path: "", wanted: .null, found: nil, nearest: nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("path", &path)
    try keys.required("expected", &wanted, as: JSONValue.self)
    try keys.key("actual", &found, as: JSONValue.self)
    try keys.key("nearest", &nearest)
  }
}
