import Foundation
import Testing

@testable import MockCloudCore

/// The environment variables other than the configuration: faults, the journal, the final state.
@Suite struct LaunchTests {
  /// A folder for the files of one test.
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("mockcloud-launch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func write(_ text: String, _ name: String) throws -> String {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    return path(name)
  }

  private func lines(_ name: String) throws -> [String] {
    try String(contentsOfFile: path(name), encoding: .utf8).split(separator: "\n").map(String.init)
  }

  private func cloud(_ environment: [String: String]) throws -> Cloud {
    try Cloud(LaunchEnvironment { environment[$0] })
  }

  private func save(_ cloud: Cloud) -> Int32 {
    let request = #"{"operations":[{"operationType":"save","record":{"recordType":"Note"}}]}"#
    return cloud.call("records/modify", request).status
  }

  private let busy = #"[{"when": {"op": "records/modify"}, "then": {"error": "zoneBusy"}}]"#

  /// Variables with other names, such as that of the library's path, configure no cloud.
  @Test func variablesThatConfigureACloud() {
    for (name, isVariable) in [
      ("MOCKCLOUD_CONFIG", true), ("MOCKCLOUD_STATE_OUT", true), ("MOCKCLOUD_LIBRARY", false),
      ("MOCKCLOUD_LOG", false), ("MOCKCLOUD_", false),
    ] {
      #expect(LaunchEnvironment.isSet { $0 == name ? "x" : nil } == isVariable)
      #expect(!LaunchEnvironment.isSet { $0 == name ? "" : nil })
    }
  }

  // MARK: Faults

  @Test func faultsAreTextOrAFile() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for value in [busy, #"{"rules": \#(busy)}"#, try write(busy, "faults.json")] {
      let cloud = try cloud(["MOCKCLOUD_FAULTS": value])
      #expect(save(cloud) == 23)
      #expect(try cloud.faults().map(\.id) == ["file/1"])
      try cloud.reset()
      #expect(save(cloud) == 23)
    }
  }

  @Test func aFileOfFaultsIsReadAgainWhereItChanges() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try write(busy, "faults.json")
    let cloud = try cloud(["MOCKCLOUD_FAULTS": file])
    try cloud.addFault(FaultRule(id: "mine", when: .calls("zones/list"), then: [.error(.zoneBusy)]))
    #expect(save(cloud) == 23)
    let document = cloud.stateDocument
    for damage in [#"[{"then": {"eror": 1}}]"#, "[", "", #"[{"id": "mine", "then": []}]"#, "7"] {
      _ = try write(damage, "faults.json")
      #expect(save(cloud) == 23, "\(damage)")
      let report = try cloud.perform(ReportFaults())
      #expect(report.rules.map(\.id) == ["file/1", "mine"])
      #expect(report.file?.path == file)
      #expect(report.file?.problem != nil)
    }
    try FileManager.default.removeItem(atPath: file)
    #expect(save(cloud) == 23)
    _ = try write(#"{"rules": [{"id": "a", "then": {"error": "quotaExceeded"}}]}"#, "faults.json")
    #expect(save(cloud) == 25)
    #expect(try cloud.perform(ReportFaults()).file?.problem == nil)
    // A document stores which rules came from a file, and the file's rules replace them.
    try cloud.perform(LoadState(SavedWorld(json: document)))
    #expect(save(cloud) == 25)
    #expect(try cloud.faults().map(\.id) == ["mine", "a"])
    _ = try write("[]", "faults.json")
    #expect(save(cloud) == 0)
    #expect(try cloud.faults().map(\.id) == ["mine"])
  }

  @Test func filesOfFaultsCanBeLoadedAndLeft() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try write(busy, "faults.json")
    let cloud = try Cloud()
    #expect(try cloud.loadFaults(file) == ["file/1"])
    let fork = cloud.fork()
    try cloud.loadFaults(file, watch: false)
    _ = try write("[]", "faults.json")
    #expect(save(cloud) == 23)
    #expect(save(fork) == 0)
    #expect(try cloud.perform(ReportFaults()).file == nil)
    for (text, key) in [
      (#"[{"then": {"eror": 1}}]"#, "rules[0].then.eror"), ("[{}]", "rules[0].then"),
      (#"{"rule": []}"#, "rule"), ("1", nil),
    ] {
      let path = try write(text, "other.json")
      let error = try #require(throws: Misuse.self) { try cloud.loadFaults(path) }
      #expect(error.key == key)
      #expect(error.message.hasPrefix("path: "))
    }
  }

  @Test(arguments: [
    (["MOCKCLOUD_FAULTS": "["], MisuseStatus.badJSON), (["MOCKCLOUD_FAULTS": "{"], .badJSON),
    (["MOCKCLOUD_FAULTS": "[{}]"], .badMockRequest),
    (["MOCKCLOUD_FAULTS": "/nonexistent.json"], .badMockRequest),
    (["MOCKCLOUD_JOURNAL": "/nonexistent/journal"], .badMockRequest),
    (["MOCKCLOUD_JOURNAL": "/dev/null"], .badMockRequest),
    (["MOCKCLOUD_STATE_OUT": "/nonexistent/state"], .badMockRequest),
    (["MOCKCLOUD_STATE_OUT": "/"], .badMockRequest),
    (["MOCKCLOUD_STATE_OUT": "/dev/null"], .badMockRequest),
  ])
  func whatMakesNoSenseIsNamed(_ environment: [String: String], _ status: MisuseStatus) throws {
    let error = try #require(throws: Misuse.self) { _ = try cloud(environment) }
    #expect(error.status == status)
    #expect(error.message.hasPrefix(environment.keys.first ?? "?"))
  }

  // MARK: The journal and the state

  @Test func theJournalIsWrittenAsItGoes() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let environment = ["MOCKCLOUD_JOURNAL": path("journal")]
    let first = try cloud(environment)
    #expect(save(first) == 0)
    #expect(try lines("journal").count == 1)
    #expect(save(first.fork()) == 0)
    _ = first.call("records/modify", #"{"operations": 1}"#)
    _ = first.call("zones/list", #"{"deliver": "events"}"#)
    try first.perform(AdvanceClock(milliseconds: 0))
    let journal = first.call("mock/journal").json
    #expect(try "{\"calls\":[\(lines("journal").joined(separator: ","))],\"dropped\":0}" == journal)
    #expect(try lines("journal").count == 3)
    // The second cloud of the process has a file of its own.
    let second = try cloud(environment)
    #expect(save(second) == 0)
    #expect(try lines("journal").count == 3)
    #expect(try lines("journal.2").count == 1)
    // Calls that the cloud drops are kept in the file.
    _ = first.call("mock/limits/set", #"{"journalBytes": 1}"#)
    _ = first.call("mock/journal/clear")
    try first.reset()
    #expect(save(first) == 0)
    #expect(try lines("journal").count == 4)
    #expect(try lines("journal").last?.hasPrefix(#"{"n":1,"#) == true)
  }

  /// A file system distinguishes composed and decomposed letters, and so must the numbering of
  /// clouds.
  @Test func namesOfFilesAreComparedByBytes() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["caf\u{E9}", "cafe\u{301}"] {
      let path = path("journals") + "-" + name
      #expect(try save(cloud(["MOCKCLOUD_JOURNAL": path])) == 0)
    }
    let made = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(made.count == 2 && !made.contains { $0.hasSuffix(".2") })
  }

  @Test func theStateIsWrittenWhenTheCloudEnds() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (out, state) = (path("out"), try Cloud(json: #"{"seed": 9}"#).stateDocument)
    var expected = ""
    do {
      let cloud = try cloud(["MOCKCLOUD_STATE": state, "MOCKCLOUD_STATE_OUT": out])
      #expect(save(cloud) == 0)
      expected = cloud.stateDocument
      #expect(!FileManager.default.fileExists(atPath: out))
      _ = cloud.fork()
      #expect(!FileManager.default.fileExists(atPath: out))
    }
    #expect(expected != state)
    #expect(try Cloud(json: #"{"state": "\#(out)"}"#).stateDocument == expected)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out"])
  }

  /// A cloud that has ended takes no calls: their effects would be missing in the file.
  @Test func anEndedCloudTakesNoCalls() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let out = path("out")
    let cloud = try cloud(["MOCKCLOUD_STATE_OUT": out])
    #expect(save(cloud) == 0)
    let expected = cloud.stateDocument
    cloud.end()
    #expect(try Cloud(json: #"{"state": "\#(out)"}"#).stateDocument == expected)
    #expect(save(cloud) == MisuseStatus.badHandle.rawValue)
    #expect(throws: Misuse.self) { try cloud.nextEvent { _ in true } }
    cloud.end()
  }
}
