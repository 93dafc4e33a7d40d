extension CreateContainer: WireHarnessOperation, WireRequest {
  static let contextKeys: ContextKeys = [.environment]

  init() { self.init("") }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("container", &container)
    try keys.key("schema", &schema)
    keys.passed("environment")
  }

  func write(_ answer: ContainerIdentifier, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.member("container", answer)
    writer.json.endObject()
  }
}

extension ResetCloud.Part: RequestChoice {}

extension ResetCloud: WireHarnessOperation, WireRequest {
  init() { self.init(keep: []) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    var kept = Part.allCases.filter(keep.contains)
    try keys.list("keep", &kept)
    keep = Set(kept)
  }
}

extension TakeSnapshot: WireHarnessOperation, WireRequest {
  init() { self.init("") }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("name", &snapshot)
  }
}

extension RestoreSnapshot: WireHarnessOperation, WireRequest {
  init() { self.init("") }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("name", &snapshot)
  }
}

extension RemoveSnapshot: WireHarnessOperation, WireRequest {
  init() { self.init("") }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("name", &snapshot)
  }
}

extension ListSnapshots: WireHarnessOperation, KeylessRequest {
  func write(_ answer: [String], to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.key("snapshots")
    writer.json.array(answer) { json, name in
      json.beginObject()
      json.member("name", name)
      json.endObject()
    }
    writer.json.endObject()
  }
}

extension SetLimits: WireHarnessOperation, WireRequest {
  init() { self.init(changes: []) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("limits", &changes, as: LimitChanges.self)
  }

  func write(_ answer: Limits, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.limits(answer)
    writer.json.endObject()
  }
}

/// Limits by name.
enum LimitChanges: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> [Limits.Change] {
    try changes(node)
  }

  static func write(_ value: [Limits.Change], to writer: inout KeyWriter) {
    writer.json.beginObject()
    for change in value { change.write(to: &writer.json) }
    writer.json.endObject()
  }

  static func changes(_ node: JSONNode) throws(RequestError) -> [Limits.Change] {
    try node.requireObject("limits")
    var changes: [Limits.Change] = []
    for (key, value) in node.members {
      do throws(RequestError) {
        let change = try change(key, value)
        if let problem = change.problem { throw problem }
        changes.append(change)
      } catch {
        throw error.inside("limits")
      }
    }
    return changes
  }

  private static func change(_ key: JSONKey, _ value: JSONNode) throws(RequestError)
    -> Limits.Change
  {
    if let number = Limits.numbers.first(where: { $0.name ~= key }) {
      return .number(number, try amount(number.name, value))
    }
    if let quota = Limits.quotas.first(where: { $0.name ~= key }) {
      return .quota(quota, try amount(quota.name, value))
    }
    if let toggle = Limits.switches.first(where: { $0.name ~= key }) {
      return .toggle(toggle, try value.flag(toggle.name))
    }
    if Limits.firstReadingName ~= key {
      if value.isNull { return .firstReading(nil) }
      var reader = KeyReader()
      return .firstReading(
        try Limits.FirstReading.read(value, Limits.firstReadingName, &reader))
    }
    throw RequestError.unknownName(key.text, called: "limit", known: Limits.names)
  }

  private static func amount(
    _ name: StaticString, _ node: JSONNode
  ) throws(RequestError) -> Int? {
    try node.integer(name).map { Int(clamping: $0) }
  }
}

extension Limits.FirstReading: RequestChoice {}

extension Limits.Change {
  fileprivate func write(to json: inout JSONWriter) {
    switch self {
    case .number(let number, let value): json.limit(number.name, value)
    case .quota(let quota, let value): json.limit(quota.name, value)
    case .toggle(let toggle, let value):
      json.key(toggle.name)
      if let value { json.bool(value) } else { json.null() }
    case .firstReading(let value):
      json.key(Limits.firstReadingName)
      if let value { json.string(value.rawValue) } else { json.null() }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func limit(_ name: StaticString, _ amount: Int?) {
    key(name)
    if let amount { int(amount) } else { null() }
  }

  /// Writes the member `limits`.
  mutating func limits(_ limits: Limits) {
    key("limits")
    withKeyWriter { Limits.write(limits, to: &$0) }
  }
}

/// All limits; those without a key have their defaults.
extension Limits: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Limits {
    var limits = Limits()
    limits.apply(try LimitChanges.changes(node))
    return limits
  }

  static func write(_ value: Limits, to writer: inout KeyWriter) {
    writer.json.beginObject()
    for number in Limits.numbers {
      writer.json.member(number.name, value[keyPath: number.path])
    }
    for quota in Limits.quotas { writer.json.limit(quota.name, value[keyPath: quota.path]) }
    for toggle in Limits.switches {
      writer.json.member(toggle.name, value[keyPath: toggle.path])
    }
    writer.json.member(Limits.firstReadingName, value.firstReading.rawValue)
    writer.json.endObject()
  }
}
