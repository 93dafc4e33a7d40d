/// Reads subscription dictionaries.
struct SubscriptionReader {
  static let keys: [StaticString] = [
    "subscriptionID", "subscriptionType", "zoneID", "query", "firesOn", "firesOnce", "zoneWide",
    "recordType", "notificationInfo",
  ]

  /// - Parameters:
  ///   - isNew: Whether the dictionary is to become a subscription, and does not only name one.
  ///   - isForeign: Keys that somebody else reads.
  static func draft(
    _ node: JSONNode, isNew: Bool, ignoring isForeign: (JSONKey) -> Bool = { _ in false },
    _ fields: inout FieldReader
  ) throws(RequestError) -> SubscriptionDraft {
    try node.requireObject("subscription")
    var draft = SubscriptionDraft(nil)
    for (key, value) in node.members {
      switch key {
      case "subscriptionID": draft.subscriptionID = try value.text("subscriptionID")
      case "subscriptionType":
        draft.kind = try value.choice("subscriptionType", Subscription.Kind.self)
      case "zoneID": draft.zoneID = try value.zoneID("zoneID")
      case "query": try query(value, &draft, &fields)
      case "firesOn":
        draft.firesOn = try value.optionalList("firesOn") { (node) throws(RequestError) in
          guard let trigger = try node.choice("firesOn", Subscription.Trigger.self) else {
            throw RequestError.wrongType("firesOn", node, expected: "create, update or delete")
          }
          return trigger
        }
      case "firesOnce": draft.firesOnce = try value.flag("firesOnce")
      case "zoneWide": draft.zoneWide = try value.flag("zoneWide")
      case "recordType": draft.recordType = try value.text("recordType")
      case "notificationInfo": draft.notificationInfo = try notificationInfo(value)
      default: if !isForeign(key) { throw key.unknown(among: keys) }
      }
    }
    if isNew { try requireMembers(of: draft) }
    return draft
  }

  private static func requireMembers(of draft: SubscriptionDraft) throws(RequestError) {
    switch draft.kind {
    case nil: throw RequestError.missing("subscriptionType")
    case .query where draft.query == nil: throw RequestError.missing("query")
    case .zone where draft.zoneID == nil: throw RequestError.missing("zoneID")
    default: return
    }
  }

  private static func query(
    _ node: JSONNode, _ draft: inout SubscriptionDraft, _ fields: inout FieldReader
  ) throws(RequestError) {
    if node.isNull { return }
    fields.isInQuery = true
    defer { fields.isInQuery = false }
    do throws(RequestError) {
      var reader = QueryReader()
      draft.query = try reader.query(node, &fields)
      draft.inferredFilters = reader.inferredFilters
      draft.predicate = reader.predicate
    } catch {
      throw error.inside("query")
    }
  }

  static func notificationInfo(_ node: JSONNode) throws(RequestError) -> NotificationInfo? {
    if node.isNull { return nil }
    try node.requireObject("notificationInfo")
    var info = NotificationInfo()
    for (key, value) in node.members {
      do throws(RequestError) {
        try read(key, value, into: &info)
      } catch {
        throw error.inside("notificationInfo")
      }
    }
    return info
  }

  private static func read(
    _ key: JSONKey, _ value: JSONNode, into info: inout NotificationInfo
  ) throws(RequestError) {
    if let text = NotificationInfo.texts.first(where: { $0.name ~= key }) {
      info[keyPath: text.path] = try value.text(text.name)
    } else if let list = NotificationInfo.lists.first(where: { $0.name ~= key }) {
      info[keyPath: list.path] = try value.texts(list.name)
    } else if let flag = NotificationInfo.flags.first(where: { $0.name ~= key }) {
      info[keyPath: flag.path] = try value.flag(flag.name) ?? false
    } else if case "desiredKeys" = key {
      // How the native framework calls it.
      info.additionalFields = try value.texts("desiredKeys")
    } else {
      throw key.unknown(
        among: NotificationInfo.texts.map(\.name) + NotificationInfo.lists.map(\.name)
          + NotificationInfo.flags.map(\.name))
    }
  }
}
