/// The script in a state document, with its progress.
extension JSONWriter {
  /// Writes a member of the document; none if no script is loaded.
  mutating func scriptRun(_ run: ScriptRun?) {
    guard let run else { return }
    key("script")
    beginObject()
    member("mode", run.script.mode.rawValue)
    if run.script.isExact { member("exact", true) }
    key("entries")
    beginArray()
    for (place, entry) in run.script.entries.enumerated() {
      request(StoredEntryForm(entry, isConsumed: run.isUsed(place)))
    }
    endArray()
    if !run.captures.isEmpty {
      key("captured")
      value(.object(run.captures.members))
    }
    if run.mismatchCount > 0 {
      key("mismatches")
      array(run.mismatches) { $0.mismatch($1) }
      member("mismatchCount", run.mismatchCount)
    }
    endObject()
  }

  mutating func mismatch(_ mismatch: ScriptMismatch) {
    beginObject()
    member("operation", mismatch.operation)
    if let entry = mismatch.entry { member("entry", entry) }
    member("message", mismatch.message)
    differences(mismatch.differences)
    endObject()
  }
}

/// An entry, and whether it was used.
private struct StoredEntryForm: WireRequest {
  private(set) var form = ScriptEntryForm()
  private(set) var isConsumed = false

  init() {}

  init(_ entry: Script.Entry, isConsumed: Bool) {
    form = ScriptEntryForm(entry)
    self.isConsumed = isConsumed
  }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try form.keys(&keys)
    try keys.key("consumed", &isConsumed, or: false)
  }

  mutating func check() throws(RequestError) { try form.check() }
}

/// The script in a state document, in its JSON form.
private struct ScriptRunForm: WireRequest {
  private var script = ScriptForm()
  private var entries: [StoredEntryForm] = []
  private var captured: JSONValue?
  private var mismatches: [MismatchForm]?
  private var mismatchCount: Int?

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try script.head(&keys)
    try keys.required("entries", &entries, as: ListOf<StoredEntryForm>.self)
    try keys.key("captured", &captured, as: JSONValue.Object.self)
    try keys.key("mismatches", &mismatches, as: ListOf<MismatchForm>.self)
    try keys.key("mismatchCount", &mismatchCount)
  }

  mutating func check() throws(RequestError) {
    script.entries = entries.map(\.form)
    try script.check()
    let listed = mismatches?.count ?? 0
    guard listed <= ScriptRun.mostMismatches, mismatchCount ?? listed >= listed else {
      throw RequestError("mismatchCount", "'mismatchCount' does not fit 'mismatches'")
    }
    var isUnused = false
    for (index, entry) in entries.enumerated() where script.isStrict {
      if entry.isConsumed, isUnused {
        throw RequestError(
          "entries[\(index)].consumed", "a strict script is used from its beginning")
      }
      isUnused = isUnused || !entry.isConsumed
    }
  }

  var run: ScriptRun {
    let captures = PatternMatcher.Captures(captured?.members ?? [])
    let listed = mismatches ?? []
    return ScriptRun(
      script.script, captures: captures, mismatches: listed.map(\.mismatch),
      mismatchCount: mismatchCount ?? listed.count
    ) { entries[$0].isConsumed }
  }
}

private struct MismatchForm: WireRequest {
  private var operation = ""
  private var entry: Int?
  private var message = ""
  private var differences: [DifferenceForm] = []

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("operation", &operation)
    try keys.key("entry", &entry)
    try keys.required("message", &message)
    try keys.required("differences", &differences, as: ListOf<DifferenceForm>.self)
  }

  var mismatch: ScriptMismatch {
    ScriptMismatch(
      operation: operation, entry: entry, message: message,
      differences: differences.map(\.difference))
  }
}

private struct DifferenceForm: WireRequest {
  private var path = ""
  private var expected = JSONValue.null
  private var came: JSONValue?
  private var nearest: String?

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("path", &path)
    try keys.required("expected", &expected, as: JSONValue.self)
    try keys.key("came", &came, as: JSONValue.self)
    try keys.key("nearest", &nearest)
  }

  var difference: JSONDifference {
    JSONDifference(path: path, wanted: expected, found: came, nearest: nearest)
  }
}

extension StateReader {
  mutating func script(_ document: inout ObjectReader) throws(RequestError) {
    guard let node = try document.optional("script") else { return }
    var reader = KeyReader()
    script = try ScriptRunForm.read(node, "script", &reader).run
  }
}
