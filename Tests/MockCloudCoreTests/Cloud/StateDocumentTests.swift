import Foundation
import Testing

@testable import MockCloudCore

/// The whole world as a document: writing, reading and writing again returns the same document.
@Suite struct StateDocumentTests {
  /// Creates a world with all kinds of content that a document can have.
  private func fullCloud() throws -> Cloud {
    let cloud = try Cloud(
      json: """
        {"seed": -7, "clock": "1999-12-31T23:59:59.999Z", "containers": "declared",
         "defaults": {"container": "iCloud.é", "environment": "production", "device": "pad"},
         "users": [{"alias": "ann", "emailAddress": "a@example.com", "phoneNumber": "+1",
                    "nameComponents": {"givenName": "Ann", "familyName": "Ö\\u0000"},
                    "devices": ["phone", "pad"]}],
         "limits": {"pageSize": 3, "storagePerUser": 100000, "caseSensitiveEquality": true}}
        """)
    try cloud.createContainer("iCloud.é")
    try cloud.createContainer("iCloud.e\u{301}")
    try cloud.setAccountStatus(.restricted, user: "me")
    try cloud.setError(.zoneBusy, for: ["records/query"], retryAfter: 0.1, reason: "\"busy\"\n")
    try cloud.setError(.quotaExceeded)
    try cloud.perform(
      SetRecordErrors([SetRecordErrors.Target("x", zoneID: "Trips"), SetRecordErrors.Target("y")]))
    try seedFields(cloud)
    try seedHistory(cloud)
    return cloud
  }

  private func seedFields(_ cloud: Cloud) throws {
    let place = Location(
      latitude: -90, longitude: 180, horizontalAccuracy: 1, verticalAccuracy: 0.5, altitude: -430,
      speed: .leastNonzeroMagnitude, course: 359.9, timestamp: -1)
    let reference = Reference(recordName: "a", action: .deleteSelf)
    let values: [String: FieldValue?] = [
      "string": .string("\u{0}\u{1F}\"\\/\u{2028}é\u{301}😀"), "int": .int64(.min),
      "double": .double(-0.0), "tiny": .double(.leastNonzeroMagnitude),
      "huge": .double(.greatestFiniteMagnitude),
      "time": .timestamp(-1), "bytes": .bytes([0, 255, 10]), "reference": .reference(reference),
      "place": .location(place), "file": .asset(Asset(data: Array(0...255))),
      "strings": .stringList(["", "b"]), "ints": .int64List([.max, 0]),
      "doubles": .doubleList([1, 0.1]), "times": .timestampList([0]),
      "blobs": .bytesList([[], [1]]),
      "references": .referenceList([reference]), "places": .locationList([place]),
      "files": .assetList([Asset(data: [])]), "none": .stringList([]),
    ]
    var draft = RecordDraft("All", recordName: "all", zoneID: "Trips", fields: values, parent: "a")
    draft.setEncrypted("hidden", for: "secret")
    try cloud.seed([RecordDraft("All", recordName: "a", zoneID: "Trips"), draft])
    try cloud.publicDatabase.seed([RecordDraft("City", recordName: "c", fields: ["n": 1])])
  }

  /// Adds earlier versions, deletions, a second incarnation of a zone, and a new time.
  private func seedHistory(_ cloud: Cloud) throws {
    try cloud.setError(nil)
    try cloud.setError(.zoneBusy, for: ["records/query"], retryAfter: 0.1, reason: "\"busy\"\n")
    try cloud.advanceClock(seconds: 0.001)
    let database = cloud.container("iCloud.e\u{301}").in(.development).privateDatabase
    for round in 0..<3 {
      try database.createZone(named: "Notes")
      let draft = RecordDraft("Note", recordName: "n1", zoneID: "Notes", fields: ["a": "b"])
      var record = try database.save(draft)
      for count in 0..<3 {
        var next = RecordDraft(record)
        next["count"] = .int64(Int64(count))
        record = try database.save(next)
      }
      try database.save(RecordDraft("Note", recordName: "n2", zoneID: "Notes"))
      try database.deleteRecord(named: "n2", in: "Notes")
      if round < 2 { try database.deleteZone(named: "Notes") }
    }
    try cloud.setError(.internalError)
  }

  @Test func survivesSavingAndLoading() throws {
    let cloud = try fullCloud()
    let document = cloud.stateDocument
    for part in [
      #"{"error":{"code":"internalError"}}"#, #""retryAfter":0.1"#, #""previous":{"#,
      #""deletions":[{"sequence""#, #""double":{"value":-0.0"#, #""isEncrypted":true"#,
      #""storagePerUser":100000"#, #""accountStatus":"restricted""#,
    ] {
      #expect(document.utf8.contains(part.utf8), "the document has \(part)")
    }
    let other = try Cloud()
    try other.load(SavedWorld(json: document))
    #expect(other.stateDocument == document)
    #expect(try cloud.savedState().json == document)
  }

  /// A loaded world behaves like the saved one.
  @Test func goesOnAsIfNothingHadHappened() throws {
    let (cloud, other) = (try fullCloud(), try Cloud())
    try other.load(cloud.savedState())
    for cloud in [cloud, other] {
      try cloud.setError(nil)
      let database = cloud.container("iCloud.e\u{301}").in(.development).privateDatabase
      try database.save(RecordDraft("Note", fields: ["a": "c"]))
      let stale = RecordDraft("Note", recordName: "n1", zoneID: "Notes", recordChangeTag: "x")
      #expect(throws: CloudError.self) { try database.save(stale) }
    }
    #expect(cloud.stateDocument == other.stateDocument)
  }

  @Test func isWrittenToFilesAndReadFromThem() throws {
    let cloud = try fullCloud()
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("mockcloud-\(ProcessInfo.processInfo.processIdentifier).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let saved = cloud.call("mock/state/save", #"{"path": "\#(path)"}"#)
    #expect(saved.status == 0)
    #expect(acceptedJSON(saved.json) == acceptedJSON(#"{"path": "\#(path)"}"#))
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("\n  \"stateVersion\": 1"))
    let other = try Cloud()
    #expect(other.call("mock/state/load", #"{"path": "\#(path)"}"#).status == 0)
    #expect(other.stateDocument == cloud.stateDocument)
    let third = try Cloud(json: #"{"state": "\#(path)"}"#)
    #expect(third.stateDocument == cloud.stateDocument)
  }

  /// Documents of every earlier version and form can be loaded.
  @Test func earlierDocumentsLoad() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../states")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count >= 2)
    for name in names {
      let path = folder.appendingPathComponent(name).path
      let cloud = try Cloud(json: #"{"state": "\#(path)"}"#)
      #expect(try cloud.problems() == [])
      let other = try Cloud()
      try other.load(cloud.savedState())
      #expect(other.stateDocument == cloud.stateDocument)
    }
  }

  @Test func aPathThatCannotBeWrittenIsRefused() throws {
    let cloud = try Cloud()
    for path in ["/nonexistent/folder/state.json", "", "/"] {
      let answer = cloud.call("mock/state/save", #"{"path": "\#(path)"}"#)
      #expect(answer.status == MisuseStatus.badMockRequest.rawValue)
      #expect(cloud.call("mock/state/load", #"{"path": "\#(path)"}"#).status == answer.status)
    }
  }

  /// If the defaults named no existing user, no call could run.
  @Test func defaultsMustNameSomebody() throws {
    let document = try Cloud().stateDocument
    let cloud = try Cloud()
    for (old, new, key) in [
      (#""user":"me"}"#, #""user":"you"}"#, "state.defaults.user"),
      (#""user":"me"}"#, #""user":"me","device":"pad"}"#, "state.defaults.device"),
    ] {
      let broken = document.replacingOccurrences(of: old, with: new)
      #expect(broken != document)
      let answer = cloud.call("mock/state/load", #"{"state": \#(broken)}"#)
      #expect(answer.status == MisuseStatus.badMockRequest.rawValue)
      let error = acceptedJSON(answer.json)?.member("error")
      #expect(error?.member("key")?.string == key)
      #expect(cloud.stateDocument == document)
    }
  }

  /// A reset that keeps the people of a loaded state must also keep a valid caller.
  @Test func aResetKeepsACallerWhoIsThere() throws {
    let cloud = try Cloud(
      json: #"{"users": [{"alias": "ann", "devices": ["pad"]}], "defaults": {"device": "pad"}}"#)
    try cloud.load(try Cloud().savedState())
    try cloud.reset(keeping: [.users])
    #expect(try cloud.container().userRecordName() == Cloud().container().userRecordName())
    try cloud.reset()
    #expect(try cloud.container().userRecordName() == cloud.container().as("ann").userRecordName())
  }

  /// An invalid document is never loaded in part.
  @Test func brokenDocumentsChangeNothing() throws {
    let document = try fullCloud().stateDocument
    let whole = try readJSON(document).get()
    let cloud = try Cloud()
    let before = cloud.stateDocument
    var refused = 0
    for (path, broken) in whole.everyBreakage() {
      let answer = cloud.call("mock/state/load", #"{"state": \#(broken.text)}"#)
      if answer.status == 0 {
        // Members with a default may be missing; then the document is valid.
        _ = cloud.call("mock/reset")
        continue
      }
      refused += 1
      #expect(answer.status == MisuseStatus.badMockRequest.rawValue, "\(path): \(answer.json)")
      #expect(cloud.stateDocument == before, "\(path)")
    }
    #expect(refused > 100)
  }
}

extension Sequence where Element == UInt8 {
  /// Whether the bytes contain the given ones as a contiguous part.
  func contains(_ part: some Sequence<UInt8>) -> Bool {
    let (all, part) = (Array(self), Array(part))
    guard part.count <= all.count else { return false }
    return (0...(all.count - part.count)).contains { all[$0...].starts(with: part) }
  }
}

extension JSONCopy {
  /// Returns copies of the document, in each of which one value has another kind or is missing.
  func everyBreakage(_ path: String = "") -> [(path: String, document: JSONCopy)] {
    var broken: [(path: String, document: JSONCopy)] = []
    func nest(_ inner: JSONCopy, _ path: String, _ place: (JSONCopy) -> JSONCopy) {
      for (path, part) in inner.everyBreakage(path) { broken.append((path, place(part))) }
    }
    switch self {
    case .object(let members):
      for (index, member) in members.enumerated() {
        let path = "\(path).\(String(decoding: member.key, as: UTF8.self))"
        func with(_ value: JSONCopy) -> JSONCopy {
          var members = members
          members[index].value = value
          return .object(members)
        }
        var fewer = members
        fewer.remove(at: index)
        broken.append((path, .object(fewer)))
        let other: JSONCopy = if case .bool = member.value { .text("x") } else { .bool(true) }
        broken.append((path, with(other)))
        nest(member.value, path, with)
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        nest(element, "\(path)[\(index)]") { value in
          var elements = elements
          elements[index] = value
          return .array(elements)
        }
      }
    default: break
    }
    return broken
  }
}
