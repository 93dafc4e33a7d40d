extension ModifyRecords: WireOperation {
  static let keys: [StaticString] = [
    "operations", "zoneID", "atomic", "savePolicy", "desiredKeys", "numbersAsStrings",
    "numberAsStrings", "clientChangeToken",
  ]
  private static let itemKeys: [StaticString] = [
    "operationType", "record", "savePolicy", "desiredKeys",
  ]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init([])
    var operations: JSONNode?
    for (key, value) in request.members {
      switch key {
      case "operations": operations = value
      case "zoneID": zoneID = try value.zoneID("zoneID")
      case "atomic": atomic = try value.flag("atomic") ?? true
      case "savePolicy":
        savePolicy = try value.choice("savePolicy", SavePolicy.self) ?? .ifServerRecordUnchanged
      case "desiredKeys": desiredKeys = try value.texts("desiredKeys")
      case "numbersAsStrings", "numberAsStrings":
        numbersAsStrings = try value.flag("numbersAsStrings") ?? false
      case "clientChangeToken": clientChangeToken = try value.text("clientChangeToken")
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
    guard let operations else { throw RequestError.missing("operations") }
    items = try operations.list("operations") { (node) throws(RequestError) in
      try Self.item(node, &fields)
    }
  }

  private static func item(
    _ node: JSONNode, _ fields: inout FieldReader
  ) throws(RequestError) -> Item {
    try node.requireObject("operations")
    var kind: Kind?
    var draft: RecordDraft?
    var policy: SavePolicy?
    var desiredKeys: [String]?
    for (key, value) in node.members {
      switch key {
      case "operationType": kind = try value.choice("operationType", Kind.self)
      case "record":
        do throws(RequestError) {
          draft = try fields.draft(value)
        } catch {
          throw error.inside("record")
        }
      case "savePolicy": policy = try value.choice("savePolicy", SavePolicy.self)
      case "desiredKeys": desiredKeys = try value.texts("desiredKeys")
      default: throw key.unknown(among: itemKeys)
      }
    }
    guard let kind else { throw RequestError.missing("operationType") }
    guard let draft else { throw RequestError.missing("record") }
    return Item(kind, draft, savePolicy: policy, desiredKeys: desiredKeys)
  }
}

extension ModifyRecords {
  var style: AnswerStyle { AnswerStyle(numbersAsStrings: numbersAsStrings) }
}
