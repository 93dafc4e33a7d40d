import Testing

@testable import MockCloudCore

/// The networks of devices from Swift; the scenarios test them through JSON.
@Suite struct CloudNetworkTests {
  private let cloud: Cloud
  private let database: CloudDatabase

  init() throws {
    cloud = try Cloud.withNote()
    database = cloud.privateDatabase
  }

  @Test func aNetworkComesBackByItsSchedule() throws {
    try cloud.setNetwork(.offline, schedule: [DeviceNetwork.Step(after: 30_000, .online)])
    #expect(try code { _ = try database.record(named: "n1") } == .networkUnavailable)
    try cloud.advanceClock(seconds: 30)
    #expect(try database.record(named: "n1")["title"] == "Milk")
    let error = #expect(throws: Misuse.self) { try cloud.setNetwork(.online, device: "watch") }
    #expect(error?.key == "device")
  }

  @Test func aSlowNetworkTakesTheTimeOfItsBytes() throws {
    let network = DeviceNetwork(.online, bytesPerSecond: 3)
    #expect(network.duration(ofBytes: 0) == 0)
    #expect(network.duration(ofBytes: 1) == 334)
    #expect(network.duration(ofBytes: 3) == 1000)
    #expect(network.duration(ofBytes: .max) == .max)
    let start = try cloud.now()
    try cloud.setNetwork(.online, bytesPerSecond: 1000)
    try database.save(
      RecordDraft(
        "Note", recordName: "long", fields: ["title": .string(String(repeating: "x", count: 5000))]
      ))
    let saved = try cloud.now() - start
    // The request transfers the text to the service, and the answer transfers it back.
    #expect(saved > 10_000 && saved < 11_000)
  }

  /// Pushes held for a device are saved with the world and keep their order.
  @Test(arguments: [false, true]) func heldPushesAreSaved(_ isLoaded: Bool) throws {
    try cloud.addDevice("pad")
    let subscription = """
      {"operations": [{"operationType": "create", "subscription": {"subscriptionID": "q",
      "subscriptionType": "query", "query": {"recordType": "Note"},
      "notificationInfo": {"shouldSendContentAvailable": true}}}]}
      """
    #expect(cloud.call("subscriptions/modify", subscription).status == 0)
    try cloud.setNetwork(
      .unreachable, device: "pad", schedule: [DeviceNetwork.Step(after: 60_000, .oneWay)])
    try database.save(RecordDraft("Note", recordName: "n2"))
    try cloud.advanceClock(seconds: 1)
    try database.save(RecordDraft("Note", recordName: "n3"))
    var other = cloud
    if isLoaded {
      other = try Cloud(json: #"{"seed": 9}"#)
      try other.load(cloud.savedState())
      #expect(other.stateDocument == cloud.stateDocument)
    }
    try other.advanceClock(seconds: 100)
    #expect(other.nextEvent() == nil)
    try other.setNetwork(.online, device: "pad")
    try other.advanceClock(seconds: 0)
    for name in ["n2", "n3"] {
      #expect(other.nextEvent()?.contains(#""rid":"\#(name)""#) == true)
    }
    #expect(other.nextEvent() == nil)
  }
}
