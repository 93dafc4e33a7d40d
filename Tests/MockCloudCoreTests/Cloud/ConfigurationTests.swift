import Foundation
import Testing

@testable import MockCloudCore

/// The configuration of a cloud: from text, or from the environment.
@Suite struct ConfigurationTests {
  private func refusal(_ text: String) throws -> Misuse {
    try #require(throws: Misuse.self, "\(text)") { _ = try Cloud(json: text) }
  }

  @Test func nothingSaidIsTheStandardCloud() throws {
    let standard = try Cloud().stateDocument
    #expect(try Cloud(json: "{}").stateDocument == standard)
    let spelledOut = """
      {"seed": 1, "clock": "2026-01-01T00:00:00.000Z", "containers": "implicit",
       "defaults": {"container": "iCloud.mockcloud.default", "environment": "development",
                    "database": "private", "user": "me"},
       "account": {"accountStatus": "available"}, "users": [], "limits": {}}
      """
    #expect(try Cloud(json: spelledOut).stateDocument == standard)
  }

  @Test func everyKeyTakesEffect() throws {
    let cloud = try Cloud(
      json: """
        {"seed": 42, "clock": "2000-02-29T12:00:00Z", "containers": "declared",
         "account": {"accountStatus": "restricted"}, "limits": {"pageSize": 7},
         "users": [{"alias": "ann", "devices": ["phone", "pad"]}],
         "defaults": {"container": "iCloud.a", "environment": "production", "database": "public",
                      "device": "pad"}}
        """)
    #expect(try cloud.now() == 951_825_600_000)
    #expect(throws: CloudError.self) { try cloud.publicDatabase.zones() }
    try cloud.createContainer("iCloud.a")
    #expect(try cloud.container().accountStatus() == .restricted)
    #expect(try cloud.container().as("me").accountStatus() == .restricted)
    let info = cloud.call("mock/info")
    #expect(info.json.utf8.contains(#""pageSize":7"#.utf8))
    try cloud.setAccountStatus(.available)
    #expect(try cloud.container().userRecordName() == cloud.container().as("ann").userRecordName())
    // `production` has no types yet, and no zones can be created in `public`.
    let zone = #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Z"}}}]}"#
    let save = #"{"operations":[{"operationType":"save","record":{"recordType":"T"}}]}"#
    #expect(cloud.call("records/modify", save).status == 2)
    #expect(cloud.call("zones/modify", zone).json.utf8.contains("public database".utf8))
  }

  @Test func theSeedDrawsTheNames() throws {
    func draw(_ seed: Int64) throws -> [String] {
      let cloud = try Cloud(Configuration(seed: seed))
      return [
        try cloud.container().userRecordName().text,
        try cloud.privateDatabase.save(RecordDraft("Note")).recordName.text,
      ]
    }
    #expect(try draw(5) == draw(5))
    #expect(Set(try draw(5) + draw(6)).count == 4)
    #expect(try draw(.min) == draw(.min))
  }

  @Test func theSystemClockCannotBeMoved() throws {
    let cloud = try Cloud(json: #"{"clock": "system"}"#)
    let error = try #require(throws: Misuse.self) { try cloud.advanceClock(seconds: 1) }
    #expect(error.key == "seconds")
    #expect(abs(Double(try cloud.now()) / 1000 - Date().timeIntervalSince1970) < 60)
  }

  @Test(arguments: [
    (#"{"sed": 1}"#, "sed", "seed"), (#"{"seed": "1"}"#, "seed", nil),
    (#"{"seed": 1.5}"#, "seed", nil), (#"{"clock": "yesterday"}"#, "clock", nil),
    (#"{"clock": "10000-01-01T00:00:00Z"}"#, "clock", nil),
    (#"{"containers": "declard"}"#, "containers", "declared"),
    (#"{"account": {"accountStatus": "availabel"}}"#, "account.accountStatus", "available"),
    (#"{"account": {"status": 1}}"#, "account.status", "accountStatus"),
    (#"{"users": [{}]}"#, "users[0].alias", nil),
    (#"{"users": [{"alias": ""}]}"#, "users[0].alias", nil),
    (#"{"users": [{"alias": "a"}, {"alias": "a"}]}"#, "users[1].alias", nil),
    (#"{"users": [{"alias": "a", "devices": ["device-1"]}]}"#, "users[0].devices[0]", nil),
    (#"{"defaults": {"user": "you"}}"#, "defaults.user", nil),
    (#"{"defaults": {"device": "device-2"}}"#, "defaults.device", "device-1"),
    (#"{"defaults": {"databse": "public"}}"#, "defaults.databse", "database"),
    (#"{"limits": {"pagesize": 3}}"#, "limits.pagesize", "pageSize"),
    (#"{"limits": {"pageSize": -3}}"#, "limits.pageSize", nil),
    (#"{"state": {"stateVersion": 99}}"#, "state.stateVersion", nil),
    (#"{"state": "/nonexistent.json"}"#, "state", nil),
    (#"{"script": {}}"#, "script.entries", nil),
  ])
  func whatMakesNoSenseIsRefusedByName(_ text: String, _ key: String, _ nearest: String?) throws {
    let error = try refusal(text)
    #expect(error.status == .badMockRequest)
    #expect(error.key == key)
    #expect(error.nearest == nearest)
    #expect(acceptedJSON(error.json)?.member("error")?.member("message")?.string == error.message)
  }

  @Test(arguments: ["", "[]", "1", "{", "{} {}", #"{"seed": 1, "seed": 2}"#, "{'seed': 1}"])
  func whatIsNoObjectIsRefused(_ text: String) throws {
    #expect(try refusal(text).status == .badJSON)
  }

  // MARK: The environment

  private func cloud(_ environment: [String: String]) throws -> String {
    var writer = JSONWriter()
    writer.saved(try LaunchEnvironment { environment[$0] }.saved)
    return writer.text
  }

  @Test func anEmptyEnvironmentSaysNothing() throws {
    let standard = try Cloud().stateDocument
    #expect(try cloud([:]) == standard)
    #expect(try cloud(["MOCKCLOUD_CONFIG": "", "MOCKCLOUD_STATE": ""]) == standard)
  }

  @Test func theEnvironmentHoldsTextOrPaths() throws {
    let config = #"{"seed": 8, "users": [{"alias": "ann"}]}"#
    let configured = try Cloud(json: config)
    #expect(try cloud(["MOCKCLOUD_CONFIG": config]) == configured.stateDocument)
    try configured.seed([RecordDraft("Note", recordName: "n1")])
    let state = configured.stateDocument
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("mockcloud-environment-\(getpid()).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try state.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try cloud(["MOCKCLOUD_STATE": state]) == state)
    #expect(try cloud(["MOCKCLOUD_STATE": path]) == state)
    // The state is loaded after the configuration and replaces its world.
    #expect(try cloud(["MOCKCLOUD_CONFIG": #"{"seed": 3}"#, "MOCKCLOUD_STATE": path]) == state)
  }

  @Test(arguments: [
    (["MOCKCLOUD_CONFIG": "{"], MisuseStatus.badJSON),
    (["MOCKCLOUD_CONFIG": #"{"sed": 1}"#], .badMockRequest),
    (["MOCKCLOUD_CONFIG": "[1]"], .badMockRequest),
    (["MOCKCLOUD_STATE": "/nonexistent.json"], .badMockRequest),
    (["MOCKCLOUD_STATE": "/"], .badMockRequest), (["MOCKCLOUD_STATE": "{}"], .badMockRequest),
    (["MOCKCLOUD_STATE": "{]"], .badJSON),
  ])
  func aBrokenEnvironmentIsNamed(_ environment: [String: String], _ status: MisuseStatus) throws {
    let error = try #require(throws: Misuse.self) { _ = try cloud(environment) }
    #expect(error.status == status)
    #expect(error.message.hasPrefix(environment.keys.first ?? "?"))
  }
}
