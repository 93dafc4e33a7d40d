// The script in a state document, with its progress.

extension ScriptRun {
  mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    keys.readNullsAsMissing()
    var form = ScriptForm(script)
    try form.head(&keys)
    let run = self
    var entries: [ScriptEntryForm] = []
    var used: [Bool] = []
    try keys.each(
      "entries", .required,
      script.entries.lazy.enumerated().map { (ScriptEntryForm($1), run.isUsed($0)) },
      from: (ScriptEntryForm(), false)
    ) { (keys, entry) throws(RequestError) in
      try entry.0.keys(&keys)
      try keys.key("consumed", &entry.1, or: false)
    } take: { (entry, isUsed) throws(RequestError) in
      var entry = entry
      try entry.check()
      entries.append(entry)
      used.append(isUsed)
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
    try form.check(used: used)
    guard mismatches.count <= Self.mostMismatches, count ?? mismatches.count >= mismatches.count
    else { throw RequestError("mismatchCount", "'mismatchCount' does not fit 'mismatches'") }
    self = ScriptRun(
      form.script, captures: PatternMatcher.Captures(captured?.members ?? []),
      mismatches: mismatches, mismatchCount: count ?? mismatches.count
    ) { used[$0] }
  }
}

extension ScriptForm {
  /// - Parameter used: Whether each entry was used.
  fileprivate func check(used: [Bool]) throws(RequestError) {
    try check()
    guard isStrict, let first = used.firstIndex(of: false) else { return }
    guard let second = used[first...].firstIndex(of: true) else { return }
    throw RequestError("entries[\(second)].consumed", "a strict script is used from its beginning")
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
