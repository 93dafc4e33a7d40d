extension LookupRecords: WireOperation {
  static let keys: [StaticString] = [
    "records", "zoneID", "desiredKeys", "numbersAsStrings", "numberAsStrings",
  ]
  private static let itemKeys: [StaticString] = ["recordName", "zoneID", "desiredKeys"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init([])
    var records: JSONNode?
    for (key, value) in request.members {
      switch key {
      case "records": records = value
      case "zoneID": zoneID = try value.zoneID("zoneID")
      case "desiredKeys": desiredKeys = try value.texts("desiredKeys")
      case "numbersAsStrings", "numberAsStrings":
        numbersAsStrings = try value.flag("numbersAsStrings") ?? false
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
    guard let records else { throw RequestError.missing("records") }
    items = try records.list("records") { (node) throws(RequestError) in try Self.item(node) }
  }

  private static func item(_ node: JSONNode) throws(RequestError) -> Item {
    try node.requireObject("records")
    var name: String?
    var item = Item("")
    for (key, value) in node.members {
      switch key {
      case "recordName": name = try value.text("recordName")
      case "zoneID": item.zoneID = try value.zoneID("zoneID")
      case "desiredKeys": item.desiredKeys = try value.texts("desiredKeys")
      default: throw key.unknown(among: itemKeys)
      }
    }
    guard let name else { throw RequestError.missing("recordName") }
    item.recordName = name
    return item
  }
}

extension LookupRecords {
  var style: AnswerStyle { AnswerStyle(numbersAsStrings: numbersAsStrings) }
}
