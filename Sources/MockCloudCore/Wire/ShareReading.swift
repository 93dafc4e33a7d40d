/// Reads what a record dictionary says of sharing.
enum ShareReader {
  /// Reads one of the keys that only shares have.
  static func read(
    _ key: JSONKey, _ node: JSONNode, into draft: inout ShareDraft?
  ) throws(RequestError) {
    if node.isNull { return }
    var share = draft ?? ShareDraft()
    switch key {
    case "forRecord":
      do throws(RequestError) {
        (share.rootRecordName, share.rootChangeTag) = try root(node)
      } catch {
        throw error.inside("forRecord")
      }
    case "publicPermission": share.publicPermission = try permission("publicPermission", node)
    default:
      share.participants = try node.list("participants") { (node) throws(RequestError) in
        try participant(node)
      }
    }
    draft = share
  }

  private static func root(_ node: JSONNode) throws(RequestError) -> (String, String?) {
    guard node.kind == .object else {
      throw RequestError(
        "", "must be an object, not \(node.kindName)", expected: "{recordName, recordChangeTag}")
    }
    var name: String?
    var tag: String?
    for (key, value) in node.members {
      switch key {
      case "recordName": name = try value.text("recordName")
      case "recordChangeTag": tag = try value.text("recordChangeTag")
      default: throw key.unknown(among: ["recordName", "recordChangeTag"])
      }
    }
    guard let name else { throw RequestError.missing("recordName") }
    return (name, tag)
  }

  static func permission(
    _ key: StaticString, _ node: JSONNode
  ) throws(RequestError) -> Share.Permission? {
    try node.choice(key, Share.Permission.self)
  }

  private static let participantKeys: [StaticString] = [
    "participantId", "userIdentity", "permission", "type", "acceptanceStatus",
  ]

  private static func participant(_ node: JSONNode) throws(RequestError) -> ParticipantDraft {
    try node.requireObject("participants")
    var draft = ParticipantDraft(Share.LookupInfo())
    var hasIdentity = false
    for (key, value) in node.members {
      switch key {
      case "participantId": _ = try value.text("participantId")
      case "userIdentity":
        draft.lookupInfo = try identity(value)
        hasIdentity = true
      case "permission": draft.permission = try permission("permission", value) ?? .readOnly
      case "type": draft.role = try role(value)
      case "acceptanceStatus": draft.acceptance = try acceptance(value)
      default: throw key.unknown(among: participantKeys)
      }
    }
    guard hasIdentity else { throw RequestError.missing("userIdentity") }
    return draft
  }

  private static func role(_ node: JSONNode) throws(RequestError) -> Share.Role {
    guard let text = try node.text("type") else { return .user }
    guard let role = Share.Role(wireName: text) else {
      throw RequestError.unknownValue("type", text, known: Share.Role.allCases.map(\.rawValue))
    }
    return role
  }

  private static func acceptance(_ node: JSONNode) throws(RequestError) -> Share.Acceptance {
    guard let text = try node.text("acceptanceStatus") else { return .invited }
    guard let acceptance = Share.Acceptance(wireName: text) else {
      throw RequestError.unknownValue(
        "acceptanceStatus", text, known: Share.Acceptance.allCases.map(\.rawValue))
    }
    return acceptance
  }

  /// A user identity dictionary: what it says to find the user by.
  private static func identity(_ node: JSONNode) throws(RequestError) -> Share.LookupInfo {
    try node.requireObject("userIdentity")
    var info = Share.LookupInfo()
    for (key, value) in node.members {
      do throws(RequestError) {
        switch key {
        case "userRecordName":
          info.userRecordName = try value.text("userRecordName") ?? info.userRecordName
        case "lookupInfo":
          let found = try lookupInfo(value)
          info.emailAddress = found.emailAddress
          info.phoneNumber = found.phoneNumber
          info.userRecordName = info.userRecordName ?? found.userRecordName
        case "nameComponents": continue
        default: throw key.unknown(among: ["userRecordName", "lookupInfo", "nameComponents"])
        }
      } catch {
        throw error.inside("userIdentity")
      }
    }
    guard info != Share.LookupInfo() else {
      throw RequestError.missing("lookupInfo").inside("userIdentity")
    }
    return info
  }

  /// `{emailAddress | phoneNumber | userRecordName}`.
  static func lookupInfo(_ node: JSONNode) throws(RequestError) -> Share.LookupInfo {
    guard node.kind == .object else {
      throw RequestError.wrongType("lookupInfo", node, expected: "an object")
    }
    var info = Share.LookupInfo()
    for (key, value) in node.members {
      switch key {
      case "emailAddress": info.emailAddress = try value.text("emailAddress")
      case "phoneNumber": info.phoneNumber = try value.text("phoneNumber")
      case "userRecordName": info.userRecordName = try value.text("userRecordName")
      default:
        throw key.unknown(among: ["emailAddress", "phoneNumber", "userRecordName"])
      }
    }
    guard info != Share.LookupInfo() else { throw RequestError.missing("emailAddress") }
    return info
  }
}
