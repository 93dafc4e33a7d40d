extension FetchZoneChanges: WireOperation {
  static let keys: [StaticString] = ["zones"] + ZoneChanges.Options.keys
  private static let itemKeys: [StaticString] = ["zoneID", "syncToken"] + ZoneChanges.Options.keys

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init([])
    var zones: JSONNode?
    for (key, value) in request.members {
      switch key {
      case "zones": zones = value
      default:
        guard try !options.read(key, value) else { continue }
        try ContextKeys.check(key, own: Self.keys)
      }
    }
    guard let zones else { throw RequestError.missing("zones") }
    items = try zones.list("zones") { (node) throws(RequestError) in try Self.item(node) }
  }

  private static func item(_ node: JSONNode) throws(RequestError) -> Item {
    try node.requireObject("zones")
    var zoneID: ZoneID?
    var item = Item(ZoneID(zoneName: "", ownerName: ""))
    for (key, value) in node.members {
      switch key {
      case "zoneID": zoneID = try value.zoneID("zoneID")
      case "syncToken": item.syncToken = try value.text("syncToken")
      default:
        guard try !item.options.read(key, value) else { continue }
        throw key.unknown(among: itemKeys)
      }
    }
    guard let zoneID else { throw RequestError.missing("zoneID") }
    item.zoneID = zoneID
    return item
  }
}

extension FetchRecordChanges: WireOperation {
  static let keys: [StaticString] = [
    "zoneID", "syncToken", "resultsLimit", "desiredKeys", "reverse", "numbersAsStrings",
    "numberAsStrings",
  ]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init(ZoneID(zoneName: "", ownerName: ""))
    var zoneID: ZoneID?
    for (key, value) in request.members {
      switch key {
      case "zoneID": zoneID = try value.zoneID("zoneID")
      case "syncToken": syncToken = try value.text("syncToken")
      case "desiredRecordTypes": throw key.unknown(among: Self.keys + ContextKeys.all)
      default:
        guard try !options.read(key, value) else { continue }
        try ContextKeys.check(key, own: Self.keys)
      }
    }
    guard let zoneID else { throw RequestError.missing("zoneID") }
    self.zoneID = zoneID
  }
}

extension ZoneChanges.Options {
  static let keys: [StaticString] = [
    "resultsLimit", "desiredKeys", "desiredRecordTypes", "reverse", "numbersAsStrings",
    "numberAsStrings",
  ]

  /// Takes the key if it is one of the options; false where it is not.
  fileprivate mutating func read(_ key: JSONKey, _ value: JSONNode) throws(RequestError) -> Bool {
    switch key {
    case "resultsLimit": resultsLimit = try value.count("resultsLimit")
    case "desiredKeys": desiredKeys = try value.texts("desiredKeys")
    case "desiredRecordTypes": desiredRecordTypes = try value.texts("desiredRecordTypes")
    case "reverse": reverse = try value.flag("reverse")
    case "numbersAsStrings", "numberAsStrings":
      numbersAsStrings = try value.flag("numbersAsStrings")
    default: return false
    }
    return true
  }
}

extension FetchZoneChanges {
  var style: AnswerStyle {
    AnswerStyle(
      numbersAsStrings: options.numbersAsStrings ?? false,
      zones: items.map(\.options.numbersAsStrings))
  }
}

extension FetchRecordChanges {
  var style: AnswerStyle { AnswerStyle(numbersAsStrings: options.numbersAsStrings ?? false) }
}
