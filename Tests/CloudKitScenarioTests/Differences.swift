import Foundation

/// What answers in JSON have, and the objects of CloudKit have not, or otherwise. docs/SWIFT.md has
/// the reasons.
enum Differences {
  private static let unsayable: Set<String> = [
    // Of errors: the objects have a code and a text. The methods report no partial failures.
    "ckErrorName", "serverErrorCode", "uuid", "error",
    // Of records.
    "pluginFields", "deleted", "deviceID", "shortGUID",
    // Of files: a version of a conflict has none.
    "fileChecksum", "downloadURL", "size",
    // Of zones.
    "syncToken",
    // Of shares: the environment is that of the app.
    "environment", "databaseScope",
    // Of subscriptions: a predicate is not a list of filters.
    "filterBy", "sortBy", "predicate", "zoneWide",
  ]

  /// Whether the objects do not have a member of an answer, or have it otherwise.
  ///
  /// - Parameters:
  ///   - said: The value that they have.
  ///   - expected: The value in the answer.
  ///   - object: The object of the answer with the member.
  ///   - path: The place of that object.
  static func isNone(
    _ said: JSONCopy?, _ expected: JSONCopy, _ key: String, in object: JSONCopy, _ path: [String]
  ) -> Bool {
    // CloudKit makes it of what the client has, which may be the system fields alone.
    if key == "ancestorRecord" { return said?.hasNoFields ?? false }
    guard said == nil else { return false }
    if unsayable.contains(key) { return true }
    switch key {
    // An empty list has no type of its own.
    case "type": return object.member("value") == .array([])
    // A reference has its zone always; the dialect tells it as the client wrote it.
    case "zoneID": return path.contains("fields")
    case _ where isUnknown(expected, key): return true
    // The records of deletions are not told.
    case "clientRecord": return expected.hasNoFields
    // The objects have data, not text.
    case "clientChangeToken": return expected.string.flatMap { Data(base64Encoded: $0) } == nil
    default: return false
    }
  }

  /// Whether the objects, or a world in which they were saved, may have more.
  static func isMore(_ key: String, _ value: JSONCopy, _ path: [String]) -> Bool {
    switch key {
    // The client knows older versions than the service keeps.
    case "ancestorRecord": true
    // A query subscription without a zone is one for all zones.
    case "zoneWide": value == .bool(true)
    // Predicates have references, which have a zone.
    case "zoneID": path.contains("filterBy")
    default: isUnknown(value, key)
    }
  }

  /// Whether it is the value of an unknown part of a location, which has all parts.
  private static func isUnknown(_ value: JSONCopy, _ key: String) -> Bool {
    switch key {
    case "horizontalAccuracy", "altitude", "timestamp": value.means(.int(0))
    case "verticalAccuracy", "speed", "course": value.means(.int(-1))
    default: false
    }
  }

  /// What worlds have otherwise: the sizes of requests make other times on slow networks, and the
  /// numbers and pushes of operations come as they end.
  static let otherwiseInWorlds: Set<String> = [
    "clock", "errors", "lastOperation", "operations", "pushes", "turns",
  ]
}

extension JSONCopy {
  fileprivate var hasNoFields: Bool { member("fields") == .object([]) }
}
