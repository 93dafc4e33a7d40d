extension FetchDatabaseChanges: WireOperation {
  static let keys: [StaticString] = ["syncToken", "resultsLimit"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init()
    for (key, value) in request.members {
      switch key {
      case "syncToken": syncToken = try value.text("syncToken")
      case "resultsLimit": resultsLimit = try value.count("resultsLimit")
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
  }
}

extension FetchChangedZones: WireOperation {
  static let keys: [StaticString] = ["metaSyncToken", "resultsLimit"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init()
    for (key, value) in request.members {
      switch key {
      case "metaSyncToken": metaSyncToken = try value.text("metaSyncToken")
      case "resultsLimit": resultsLimit = try value.count("resultsLimit")
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
  }
}

extension JSONNode {
  /// A whole number of things; one that no `Int` holds is as good as the nearest that it does.
  func count(_ key: StaticString) throws(RequestError) -> Int? {
    try integer(key).map { Int(clamping: $0) }
  }
}
