/// Reads single values of the field types. What does not fit is refused with CloudKit's sentence.
enum ValueReader {
  static func wrong(_ type: FieldType) -> CloudError {
    CloudError(.invalidArguments, ServerText.invalidValue(expected: type.rawValue))
  }

  static func string(_ node: JSONNode) throws(CloudError) -> String {
    guard let text = node.string else { throw wrong(.string) }
    return text
  }

  static func int64(_ node: JSONNode) throws(CloudError) -> Int64 {
    guard let integer = node.int else { throw wrong(.int64) }
    return integer
  }

  static func double(_ node: JSONNode) throws(CloudError) -> Double {
    guard let number = node.double else { throw wrong(.double) }
    return number
  }

  /// Whole milliseconds since 1970 (LIVE).
  static func timestamp(_ node: JSONNode) throws(CloudError) -> Int64 {
    guard let integer = node.int else { throw wrong(.timestamp) }
    return integer
  }

  static func bytes(_ node: JSONNode) throws(CloudError) -> [UInt8] {
    guard let bytes = node.withUTF8({ Base64.decode($0) }) ?? nil else { throw wrong(.bytes) }
    return bytes
  }

  /// `{recordName, zoneID, action}`; the action may be missing only inside a query (DOC).
  static func reference(_ node: JSONNode, needsAction: Bool) throws(CloudError) -> Reference {
    guard node.kind == .object else { throw wrong(.reference) }
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
      throw CloudError(.invalidArguments, "Invalid reference: it needs an action")
    }
    return Reference(recordName: name, zoneID: zoneID, action: action ?? .none)
  }

  private static func malformed(
    _ what: String, _ key: JSONKey, _ known: [StaticString]
  ) -> CloudError {
    CloudError(.invalidArguments, "Invalid \(what): \(key.unknown(among: known).sentence)")
  }

  static func location(_ node: JSONNode) throws(CloudError) -> Location {
    guard node.kind == .object else { throw wrong(.location) }
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
    guard let number = node.double else { throw wrong(.location) }
    return number
  }

  /// `{data}`, `{path}` or what `assets/upload` answered, with its `receipt`. What an answer shows of an asset
  /// cannot be attached again (LIVE).
  static func asset(_ node: JSONNode) throws(CloudError) -> Asset {
    guard node.kind == .object else { throw wrong(.asset) }
    if let data = node.member("data"), !data.isNull {
      guard let bytes = data.withUTF8({ Base64.decode($0) }) ?? nil else {
        throw CloudError(.invalidArguments, "Invalid asset: 'data' must be base64")
      }
      return Asset(data: bytes)
    }
    if let path = node.member("path")?.string { return Asset(path: path) }
    guard let receipt = node.member("receipt")?.string else {
      throw CloudError(.invalidArguments, ServerText.badReceipt)
    }
    return Asset(
      receipt: receipt, fileChecksum: node.member("fileChecksum")?.string,
      size: node.member("size")?.int.flatMap { Int(exactly: $0) })
  }

  /// What an untagged value is, by its form.
  static func inferredType(_ node: JSONNode) throws(CloudError) -> FieldType {
    switch node.kind {
    case .int: return .int64
    case .double: return .double
    case .string: return .string
    case .object:
      // What an upload answered names its record too.
      for key in ["receipt", "data", "path"] as [StaticString] where node.member(key) != nil {
        return .asset
      }
      if node.member("recordName") != nil { return .reference }
      if node.member("latitude") != nil { return .location }
      throw CloudError(
        .invalidArguments,
        "Invalid value, an object without a type is a reference with its recordName, a location with "
          + "its latitude, or a file with its data, path or receipt")
    case .null, .bool, .array:
      throw CloudError(
        .invalidArguments, "Invalid value, \(node.kindName) is no value of any field type")
    }
  }
}
