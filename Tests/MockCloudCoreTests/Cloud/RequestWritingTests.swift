import Testing

@testable import MockCloudCore

/// A written request is read as the same request.
@Suite struct RequestWritingTests {
  /// Every valid request of every scenario is written, read and written again. Both texts are the
  /// same, and the first has the same effect as the request.
  @Test(arguments: ScenarioFile.copiable) func requestsSurvive(_ file: ScenarioFile) throws {
    var runner = try ScenarioRunner(file)
    try runner.run { cloud, call in
      if let written = written(call) {
        let again = Self.respelled(call.operation, written)
        #expect(again == written, "\(call.operation) \(call.request ?? "")")
        check(call, written, on: cloud)
      }
      return cloud.answer(to: call)
    }
  }

  /// The request as the library spells it, with its context keys; nil if it is invalid.
  private func written(_ call: ScenarioCall) -> String? {
    Self.respelled(call.operation, call.request ?? "{}")
  }

  /// Runs both spellings, each on its own copy of the cloud.
  private func check(_ call: ScenarioCall, _ written: String, on cloud: Cloud) {
    // A state document refers to its own world, and a file would be written twice.
    guard call.operation != "mock/state/save" else { return }
    let expected = cloud.fork().answer(to: call)
    let answer = cloud.fork().answer(
      to: ScenarioCall(operation: call.operation, request: withContext(of: call, written)))
    #expect(answer.status == expected.status, "\(call.operation) \(written)")
    #expect(answer.json == expected.json, "\(call.operation) \(written)")
  }

  /// Adds the context keys, which belong to the call and not to its operation.
  private func withContext(of call: ScenarioCall, _ written: String) -> String {
    guard case .object(let sent)? = acceptedJSON(call.request ?? "{}"),
      case .object(var members)? = acceptedJSON(written)
    else { return written }
    let names = (ContextKeys.names + DeliveryReader.options).map { [UInt8]($0.description.utf8) }
    for member in sent
    where names.contains(member.key) && !members.contains(where: { $0.key == member.key }) {
      members.append(member)
    }
    return JSONCopy.object(members).text
  }

  static func respelled(_ operation: String, _ request: String) -> String? {
    let name = Array(operation.utf8)
    guard let registered = name.withUnsafeBufferPointer({ Registry.operation(named: $0) }) else {
      return nil
    }
    return Array(request.utf8).withUnsafeBufferPointer { text in
      var writer = JSONWriter()
      do throws(JSONReadFailure<RequestError>) {
        return try JSONReader().read(text) { (node) throws(RequestError) -> String? in
          guard node.kind == .object else { return nil }
          try registered.type.respell(node, to: &writer)
          return writer.text
        }
      } catch {
        return nil
      }
    }
  }

  struct Row: CustomStringConvertible, Sendable {
    let operation: String
    let request: String
    let written: String

    var description: String { request }
  }

  static let rows: [Row] = [
    Row(
      operation: "records/modify",
      request: """
        {"numberAsStrings": true, "atomic": true, "savePolicy": "ifServerRecordUnchanged",
         "desiredKeys": [], "user": "me", "operations": [{"record": {"fields": {
           "b": {"value": 1}, "a": {"value": null}, "e": {"value": true, "type": "STRING"},
           "c": {"value": 1.0, "type": "DOUBLE", "isEncrypted": true},
           "f": {"value": {"path": "/x"}}, "g": {"value": {"receipt": "r", "size": 3}}},
           "parent": null, "created": {}, "recordName": "r"}, "operationType": "save"}],
         "zoneID": {"ownerName": "o", "zoneName": "z"}}
        """,
      written: #"""
        {"operations":[{"operationType":"save","record":{"recordName":"r","fields":{\#
        "a":{"value":null},"b":{"value":1},"c":{"value":1.0,"type":"DOUBLE","isEncrypted":true},\#
        "e":{"value":true,"type":"STRING"},"f":{"value":{"path":"/x"}},\#
        "g":{"value":{"receipt":"r","size":3}}},"parent":null}}],\#
        "zoneID":{"zoneName":"z","ownerRecordName":"o"},"atomic":true,"desiredKeys":[],\#
        "numbersAsStrings":true}
        """#),
    Row(
      operation: "records/modify",
      request: """
        {"operations": [{"operationType": "create", "record": {"recordType": "cloudkit.share",
          "forRecord": {"recordName": "root", "recordChangeTag": "1"}, "parent": {"recordName": "p"},
          "participants": [{"userIdentity": {"userRecordName": "u", "lookupInfo":
            {"emailAddress": "e"}}, "type": "PRIVATE_USER", "permission": "READ_WRITE"}]}}]}
        """,
      written: #"""
        {"operations":[{"operationType":"create","record":{"recordType":"cloudkit.share",\#
        "parent":{"recordName":"p"},"forRecord":{"recordName":"root","recordChangeTag":"1"},\#
        "participants":[{"userIdentity":{"lookupInfo":{"emailAddress":"e","userRecordName":"u"}},\#
        "permission":"READ_WRITE"}]}}]}
        """#),
    Row(
      operation: "changes/zone",
      request: """
        {"zones": [{"zoneID": {"zoneName": "a"}}, {"zoneID": {"zoneName": "b"},
          "numbersAsStrings": false, "desiredRecordTypes": ["T"]}], "numbersAsStrings": true}
        """,
      written: #"""
        {"zones":[{"zoneID":{"zoneName":"a"}},{"zoneID":{"zoneName":"b"},\#
        "desiredRecordTypes":["T"],"numbersAsStrings":false}],"numbersAsStrings":true}
        """#),
    Row(
      operation: "records/query",
      request: """
        {"query": {"recordType": "T", "filterBy": [{"fieldName": "n", "comparator": "EQUALS",
          "fieldValue": {"value": 1}}, {"systemFieldName": "createdTimestamp",
          "comparator": "LESS_THAN", "fieldValue": {"value": 1, "type": "TIMESTAMP"}}],
          "sortBy": [{"fieldName": "n", "ascending": true}]}, "zoneWide": false}
        """,
      written: #"""
        {"query":{"recordType":"T","filterBy":[{"comparator":"EQUALS","fieldName":"n",\#
        "fieldValue":{"value":1}},{"comparator":"LESS_THAN","systemFieldName":"createdTimestamp",\#
        "fieldValue":{"value":1,"type":"TIMESTAMP"}}],"sortBy":[{"fieldName":"n"}]}}
        """#),
    Row(
      operation: "mock/clock/advance", request: #"{"seconds": 90.5}"#,
      written: #"{"seconds":90.5}"#),
    Row(
      operation: "mock/error/set", request: #"{"error": null, "operation": "zones/list"}"#,
      written: #"{"operation":["zones/list"],"error":null}"#),
    Row(
      operation: "mock/limits/set", request: #"{"limits": {"itemsPerRequest": null}}"#,
      written: #"{"limits":{"itemsPerRequest":null}}"#),
    Row(
      operation: "mock/reset", request: #"{"keep": ["clock", "schema"]}"#,
      written: #"{"keep":["schema","clock"]}"#),
  ]

  /// Defaults are left out, keys are in a fixed order, and all other values are unchanged.
  @Test(arguments: rows) func requestsAreSpelledInOneWay(_ row: Row) {
    #expect(Self.respelled(row.operation, row.request) == row.written)
    #expect(Self.respelled(row.operation, row.written) == row.written)
  }

  /// The default of a key in the table agrees with the initial value of the property.
  @Test func nothingIsWrittenOfNothing() {
    for operation in Registry.operations where Self.respelled(operation.name, "{}") != nil {
      #expect(Self.respelled(operation.name, "{}") == "{}", "\(operation.name)")
    }
  }
}
