@testable import MockCloudCore

/// Creates the requests of `LargeRequestTests`, and their clouds.
enum LargeWorld {
  static let zone = #""zoneID":{"zoneName":"z"}"#
  /// The zone in requests of participants.
  static let sharedZone = #""zoneID":{"zoneName":"z","ownerRecordName":"_me"}"#

  /// Creates a cloud with a number of users in addition to the caller: `u0` and so on.
  static func cloud(users count: Int = 0) throws -> Cloud {
    let limits = [
      "bytesPerRequest", "bytesPerRecord", "itemsPerRequest", "participantsPerShare",
      "fieldsPerType",
    ].map { #""\#($0)":1000000000"# }
    let users =
      [#"{"alias":"me","userRecordName":"_me","devices":["phone","pad"]}"#]
      + (0..<count).map { #"{"alias":"u\#($0)","userRecordName":"_u\#($0)"}"# }
    return try Cloud(
      json: #"{"limits":{\#(limits.joined(separator: ","))},"users":\#(list(users))}"#)
  }

  static func list(_ elements: some Sequence<String>) -> String {
    "[\(elements.joined(separator: ","))]"
  }

  static func names(_ count: Int) -> String { list((0..<count).map { #""n\#($0)""# }) }

  static func numbered(_ count: Int, _ element: (Int) -> String) -> String {
    list((0..<count).map(element))
  }

  // MARK: Records

  /// - Parameter members: Further members of the record, each preceded by a comma.
  static func record(_ name: String, _ members: String = "", type: String = "Note") -> String {
    #"{\#(zone),"recordName":"\#(name)","recordType":"\#(type)"\#(members)}"#
  }

  static func plain(_ number: Int) -> String { record("r\(number)") }

  static func below(_ parent: String) -> String { #","parent":{"recordName":"\#(parent)"}"# }

  /// Returns a record whose parent is the one before it.
  static func link(_ number: Int) -> String {
    record("r\(number)", number == 0 ? "" : below("r\(number - 1)"))
  }

  /// Returns a record whose parent is the first one.
  static func child(_ number: Int) -> String {
    record("r\(number)", number == 0 ? "" : below("r0"))
  }

  static func share(
    _ name: String, of root: String, _ participants: Range<Int>, status: String = "ACCEPTED"
  ) -> String {
    let participants = list(
      participants.map {
        #"{"userIdentity":{"userRecordName":"_u\#($0)"},"permission":"READ_WRITE","#
          + #""acceptanceStatus":"\#(status)"}"#
      })
    return record(
      name, #","forRecord":{"recordName":"\#(root)"},"participants":\#(participants)"#,
      type: "cloudkit.share")
  }

  /// Returns records with a share each, which has the number of its root.
  static func sharedRoots(_ count: Int) -> String {
    list(
      (0..<count).flatMap { number in
        [plain(number), share("s\(number)", of: "r\(number)", 0..<1, status: "INVITED")]
      })
  }

  // MARK: Requests

  static func seed(_ cloud: Cloud, _ records: String, _ more: String = "") {
    ask(cloud, "mock/seed", #"{"zones":[{"zoneName":"z"}],"records":\#(records)\#(more)}"#)
  }

  /// Makes a call that prepares the world and should succeed; otherwise the measured call fails,
  /// since its world differs.
  @discardableResult
  static func ask(_ cloud: Cloud, _ operation: String, _ request: String) -> String {
    let answer = cloud.call(operation, request)
    return answer.status == 0 ? answer.json : ""
  }

  static func modify(
    _ operations: [String], _ context: String = zone, atomic: Bool = true
  ) -> String {
    #"{\#(context),"atomic":\#(atomic),"operations":\#(list(operations))}"#
  }

  static func operation(_ kind: String, _ record: String) -> String {
    #"{"operationType":"\#(kind)","record":\#(record)}"#
  }

  static func saves(_ records: [String], kind: String = "forceUpdate") -> String {
    modify(records.map { operation(kind, $0) })
  }

  static func lookups(_ count: Int, _ more: String = "") -> String {
    #"{\#(zone),"records":\#(numbered(count) { #"{"recordName":"r\#($0)"}"# })\#(more)}"#
  }

  /// Returns the text of a member of an answer.
  static func value(of key: String, in json: String) -> String {
    let parts = json.split(separator: #""\#(key)":""#, maxSplits: 1)
    guard parts.count == 2 else { return "" }
    return String(parts[1].prefix { $0 != "\"" })
  }
}
