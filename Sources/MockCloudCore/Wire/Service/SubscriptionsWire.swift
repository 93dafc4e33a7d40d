extension ListSubscriptions: WireOperation, KeylessRequest {}

extension LookupSubscriptions: WireOperation {
  static let keys: [StaticString] = ["subscriptions"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    let subscriptions = try request.onlyValue("subscriptions")
    self.init(
      try subscriptions.list("subscriptions") { (node) throws(RequestError) in
        try node.requireObject("subscriptions")
        var id: String?
        for (key, value) in node.members {
          switch key {
          case "subscriptionID": id = try value.text("subscriptionID")
          default: throw key.unknown(among: ["subscriptionID"])
          }
        }
        guard let id else { throw RequestError.missing("subscriptionID") }
        return id
      })
  }
}

extension ModifySubscriptions: WireOperation {
  static let keys: [StaticString] = ["operations"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    let operations = try request.onlyValue("operations")
    self.init(
      try operations.list("operations") { (node) throws(RequestError) in
        try Self.item(node, &fields)
      })
  }

  private static func item(
    _ node: JSONNode, _ fields: inout FieldReader
  ) throws(RequestError) -> Item {
    try node.requireObject("operations")
    var kind: Kind?
    var subscription: JSONNode?
    for (key, value) in node.members {
      switch key {
      case "operationType": kind = try value.choice("operationType", Kind.self)
      case "subscription": subscription = value
      default: throw key.unknown(among: ["operationType", "subscription"])
      }
    }
    guard let kind else { throw RequestError.missing("operationType") }
    guard let subscription else { throw RequestError.missing("subscription") }
    do throws(RequestError) {
      let draft = try SubscriptionReader.draft(subscription, isNew: kind != .delete, &fields)
      if kind != .create, draft.subscriptionID == nil {
        throw RequestError.missing("subscriptionID")
      }
      return Item(kind, draft)
    } catch {
      throw error.inside("subscription")
    }
  }
}
