/// Reads single values of the field types. Values of the wrong form are refused with CloudKit's
/// sentence.
enum ValueReader {
  static func wrong(_ type: FieldType, _ node: JSONNode) -> CloudError {
    // Bytes are written as text, so that the content of the text is invalid rather than its type.
    let isText = (type == .bytes || type == .bytesList) && node.kind == .string
    let found = isText ? "text that is not base64" : node.kindName
    return CloudError(
      .invalidArguments,
      ServerText.invalidValue(expected: type.rawValue) + ": found \(found), needs \(form(of: type))"
    )
  }

  /// Describes the form of values of the type.
  private static func form(of type: FieldType) -> String {
    switch type {
    case .string: "a string"
    case .int64: "an integer"
    case .double: "a number"
    case .timestamp: "an integer of milliseconds since 1970"
    case .bytes: "base64"
    case .reference: "an object with recordName and action"
    case .location: "an object with latitude and longitude"
    case .asset: "an object with data, path or receipt"
    case .stringList, .int64List, .doubleList, .timestampList, .bytesList, .referenceList,
      .locationList, .assetList:
      "a list"
    }
  }

  static func string(_ node: JSONNode) throws(CloudError) -> String {
    guard let text = node.string else { throw wrong(.string, node) }
    return text
  }

  static func int64(_ node: JSONNode) throws(CloudError) -> Int64 {
    guard let integer = node.int else { throw wrong(.int64, node) }
    return integer
  }

  static func double(_ node: JSONNode) throws(CloudError) -> Double {
    guard let number = node.double else { throw wrong(.double, node) }
    return number
  }

  /// Reads whole milliseconds since 1970 (LIVE).
  static func timestamp(_ node: JSONNode) throws(CloudError) -> Int64 {
    guard let integer = node.int else { throw wrong(.timestamp, node) }
    return integer
  }

  static func bytes(_ node: JSONNode) throws(CloudError) -> [UInt8] {
    guard let bytes = node.withUTF8({ Base64.decode($0) }) ?? nil else { throw wrong(.bytes, node) }
    return bytes
  }

  /// Reads `{recordName, zoneID, action}`; the action may be missing only in a query (DOC).
  static func reference(_ node: JSONNode, needsAction: Bool) throws(CloudError) -> Reference {
    guard node.kind == .object else {
      throw CloudError(
        .invalidArguments,
        "\(ServerText.undecodableReference): found \(node.kindName), needs \(form(of: .reference))")
    }
    var name: String?
    var zoneID: ZoneID?
    var action: Reference.Action?
    for (key, value) in node.members {
      switch key {
      case "recordName": name = value.string
      case "zoneID":
        do throws(RequestError) {
          zoneID = try value.zoneID("zoneID")
        } catch {
          throw CloudError(.invalidArguments, "Invalid reference: \(error.sentence)")
        }
      case "action":
        action = value.string.flatMap(Reference.Action.init)
        if action == nil {
          throw CloudError(
            .invalidArguments,
            "Invalid reference: 'action' must be NONE, DELETE_SELF or VALIDATE")
        }
      default: throw malformed("reference", key, ["recordName", "zoneID", "action"])
      }
    }
    guard let name, !name.isEmpty else {
      throw CloudError(.invalidArguments, "Invalid reference: it needs a recordName")
    }
    guard action != nil || !needsAction else {
      throw CloudError(
        .invalidArguments, "Invalid reference: it needs an action: NONE, DELETE_SELF or VALIDATE")
    }
    return Reference(recordName: RecordName(name), zoneID: zoneID, action: action ?? .none)
  }

  private static func malformed(
    _ what: String, _ key: JSONKey, _ known: [StaticString]
  ) -> CloudError {
    CloudError(.invalidArguments, "Invalid \(what): \(key.unknown(among: known).sentence)")
  }

  static func location(_ node: JSONNode) throws(CloudError) -> Location {
    guard node.kind == .object else { throw wrong(.location, node) }
    var latitude: Double?
    var longitude: Double?
    var location = Location(latitude: 0, longitude: 0)
    for (key, value) in node.members where !value.isNull {
      switch key {
      case "latitude": latitude = try coordinate(value, within: 90)
      case "longitude": longitude = try coordinate(value, within: 180)
      case "horizontalAccuracy": location.horizontalAccuracy = try reading(value)
      case "verticalAccuracy": location.verticalAccuracy = try reading(value)
      case "altitude": location.altitude = try reading(value)
      case "speed": location.speed = try reading(value)
      case "course": location.course = try reading(value)
      case "timestamp": location.timestamp = try timestamp(value)
      default:
        throw malformed(
          "location", key,
          [
            "latitude", "longitude", "horizontalAccuracy", "verticalAccuracy", "altitude", "speed",
            "course", "timestamp",
          ])
      }
    }
    guard let latitude, let longitude else {
      throw CloudError(.invalidArguments, "Invalid location: it needs latitude and longitude")
    }
    location.latitude = latitude
    location.longitude = longitude
    return location
  }

  private static func coordinate(_ node: JSONNode, within limit: Double) throws(CloudError)
    -> Double
  {
    let degrees = try reading(node)
    guard degrees.magnitude <= limit else {
      throw CloudError(
        .invalidArguments, "Invalid location: \(degrees) degrees is beyond \(limit)")
    }
    return degrees
  }

  private static func reading(_ node: JSONNode) throws(CloudError) -> Double {
    guard let number = node.double else {
      throw CloudError(
        .invalidArguments,
        ServerText.invalidValue(expected: FieldType.location.rawValue)
          + ": found \(node.kindName) where a number is needed")
    }
    return number
  }

  /// Reads `{data}`, `{path}` or the result of `assets/upload`, with its `receipt`. An asset as an
  /// answer shows it cannot be saved again (LIVE).
  static func asset(_ node: JSONNode) throws(CloudError) -> Asset {
    guard node.kind == .object else { throw wrong(.asset, node) }
    if let data = node.member("data"), !data.isNull {
      guard let bytes = data.withUTF8({ Base64.decode($0) }) ?? nil else {
        throw CloudError(.invalidArguments, "Invalid asset: 'data' must be base64")
      }
      return Asset(data: bytes)
    }
    if let path = node.member("path")?.string { return Asset(path: path) }
    guard let receipt = node.member("receipt")?.string else {
      throw CloudError(.invalidArguments, ServerText.missingReceipt)
    }
    return Asset(
      receipt: receipt, fileChecksum: node.member("fileChecksum")?.string,
      size: node.member("size")?.int.flatMap { Int(exactly: $0) })
  }

  /// Returns the type of a value without a type, by its form.
  static func inferredType(_ node: JSONNode) throws(CloudError) -> FieldType {
    switch node.kind {
    case .int: return .int64
    case .double: return .double
    case .string: return .string
    case .object:
      // The result of an upload names its record too.
      for key in ["receipt", "data", "path"] as [StaticString] where node.member(key) != nil {
        return .asset
      }
      if node.member("recordName") != nil { return .reference }
      if node.member("latitude") != nil { return .location }
      throw CloudError(
        .invalidArguments,
        "Invalid value, an object without a type needs recordName (REFERENCE), latitude (LOCATION), "
          + "or data, path or receipt (ASSETID)")
    case .null, .bool, .array:
      throw CloudError(
        .invalidArguments,
        "Invalid value, \(node.kindName) is not a value of any field type"
          + (node.kind == .bool ? "; INT64 holds 0 or 1" : ""))
    }
  }
}
