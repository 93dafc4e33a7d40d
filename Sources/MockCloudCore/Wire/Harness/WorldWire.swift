extension CreateContainer: WireHarnessOperation {
  static let keys: [StaticString] = ["container", "schema", "environment"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    var container: String?
    var schema: String?
    for (key, value) in request.members {
      switch key {
      case "container": container = try value.text("container")
      case "schema": schema = try value.text("schema")
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
    guard let container else { throw RequestError.missing("container") }
    self.init(container, schema: schema)
  }

  func write(_ answer: String, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.member("container", answer)
    writer.json.endObject()
  }
}

extension ListRecords: WireHarnessOperation {
  static let keys: [StaticString] = ["zoneID", "recordType", "all"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init()
    for (key, value) in request.members {
      switch key {
      case "zoneID": zoneID = try value.zoneID("zoneID")
      case "recordType": recordType = try value.text("recordType")
      case "all": all = try value.flag("all") ?? false
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
  }

  func write(_ answer: [Stored], to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.key("records")
    writer.json.array(answer) { json, stored in
      json.beginObject()
      json.recordBody(stored.record, RecordStyle(desiredKeys: nil))
      if all {
        json.place(stored.database.container, stored.database.environment)
        json.member("database", stored.database.owner == nil ? "public" : "private")
      }
      json.endObject()
    }
    writer.json.endObject()
  }
}

extension ResetCloud: WireHarnessOperation {
  static let keys: [StaticString] = ["keep"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init()
    for (key, value) in request.members {
      switch key {
      case "keep":
        keep = Set(try value.optionalList("keep", Self.part) ?? [])
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
  }

  private static func part(_ node: JSONNode) throws(RequestError) -> Part {
    guard let part = node.string.flatMap(Part.init) else {
      let known = Part.allCases.map(\.rawValue)
      let name = NameRules.shortened(node.string ?? node.kindName)
      throw RequestError(
        "", "'\(name)' cannot be kept", expected: known.joined(separator: ", "),
        nearest: Spelling.nearest(to: name, among: known))
    }
    return part
  }
}

extension JSONNode {
  /// The `name` of a snapshot request, which has no other key.
  fileprivate func snapshotName(_ keys: [StaticString]) throws(RequestError) -> String {
    var name: String?
    for (key, value) in members {
      switch key {
      case "name": name = try value.text("name")
      default: try ContextKeys.check(key, own: keys)
      }
    }
    guard let name else { throw RequestError.missing("name") }
    return name
  }
}

extension TakeSnapshot: WireHarnessOperation {
  static let keys: [StaticString] = ["name"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init(try request.snapshotName(Self.keys))
  }
}

extension RestoreSnapshot: WireHarnessOperation {
  static let keys: [StaticString] = ["name"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init(try request.snapshotName(Self.keys))
  }
}

extension SetLimits: WireHarnessOperation {
  static let keys: [StaticString] = ["limits"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    let limits = try request.onlyValue("limits")
    self.init(changes: try Self.changes(limits))
  }

  static func changes(_ node: JSONNode) throws(RequestError) -> [Change] {
    try node.requireObject("limits")
    var changes: [Change] = []
    for (key, value) in node.members {
      do throws(RequestError) {
        changes.append(try change(key, value))
      } catch {
        throw error.inside("limits")
      }
    }
    return changes
  }

  private static func change(_ key: JSONKey, _ value: JSONNode) throws(RequestError) -> Change {
    if let number = Limits.numbers.first(where: { $0.name ~= key }) {
      return .number(number, try amount(number.name, value, least: number.least))
    }
    if let quota = Limits.quotas.first(where: { $0.name ~= key }) {
      return .quota(quota, try amount(quota.name, value))
    }
    if let toggle = Limits.switches.first(where: { $0.name ~= key }) {
      return .toggle(toggle, try value.flag(toggle.name))
    }
    let name = NameRules.shortened(key.text)
    throw RequestError(
      name, "unknown limit '\(name)'", nearest: Spelling.nearest(to: name, among: Limits.names))
  }

  private static func amount(
    _ name: StaticString, _ node: JSONNode, least: Int = 0
  ) throws(RequestError) -> Int? {
    guard let amount = try node.integer(name) else { return nil }
    guard amount >= least, let amount = Int(exactly: amount) else {
      throw RequestError(
        "\(name)", "'\(name)' is \(amount), which is too little", expected: "\(least) or more")
    }
    return amount
  }

  func write(_ answer: Limits, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.limits(answer)
    writer.json.endObject()
  }
}

extension JSONWriter {
  /// The member `limits`.
  mutating func limits(_ limits: Limits) {
    key("limits")
    beginObject()
    for number in Limits.numbers { member(number.name, limits[keyPath: number.path]) }
    for quota in Limits.quotas {
      key(quota.name)
      if let bytes = limits[keyPath: quota.path] { int(bytes) } else { null() }
    }
    for toggle in Limits.switches { member(toggle.name, limits[keyPath: toggle.path]) }
    endObject()
  }
}
