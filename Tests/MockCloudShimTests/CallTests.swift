import CMockCloud
import Testing

@Suite("Calls through the C interface")
struct CallTests {
  @Test("the library has the version of the header")
  func version() {
    #expect(
      mockcloud_version_number()
        == MOCKCLOUD_VERSION_MAJOR * 1_000_000 + MOCKCLOUD_VERSION_MINOR * 1000
        + MOCKCLOUD_VERSION_PATCH)
    #expect(String(cString: mockcloud_version_string()) == MOCKCLOUD_VERSION_STRING)
    #expect(mockcloud_abi_version() == MOCKCLOUD_ABI_VERSION)
  }

  @Test("a call returns an answer and its status")
  func answers() throws {
    let cloud = try Handle()
    let clock = call(cloud.pointer, "mock/clock")
    #expect(clock == Answer(status: 0, json: #"{"now":"2026-01-01T00:00:00.000Z"}"#))
    #expect(call(cloud.pointer, "mock/clock", "{}") == clock)
  }

  @Test("a copy is independent of its original")
  func fork() throws {
    let cloud = try Handle()
    var copy: OpaquePointer?
    #expect(mockcloud_fork(cloud.pointer, &copy) == 0)
    defer { mockcloud_destroy(copy) }
    #expect(call(copy, "mock/clock/advance", #"{"seconds": 60}"#).status == 0)
    #expect(call(copy, "mock/clock").holds("00:01:00"))
    #expect(call(cloud.pointer, "mock/clock").holds("00:00:00"))
  }

  @Test("without an event the out parameter receives NULL")
  func noEvent() throws {
    let cloud = try Handle()
    #expect(take { mockcloud_next_event(cloud.pointer, $0) } == Answer(status: 0, json: nil))
  }

  @Test("text that is not UTF-8 is refused in every argument")
  func badUTF8() throws {
    let cloud = try Handle()
    let bad: [CChar] = [-1, -2, 0]
    let request: [CChar] = [0x7b, 0x22, -1, 0x22, 0x3a, 0x31, 0x7d, 0]
    #expect(
      take { mockcloud_call(cloud.pointer, bad, nil, $0) }.status
        == Int32(MOCKCLOUD_UNKNOWN_OPERATION))
    for function in [mockcloud_seed_records, mockcloud_set_error, mockcloud_reset] {
      #expect(
        take { function(cloud.pointer, request, $0) }.status == Int32(MOCKCLOUD_BAD_JSON))
    }
    var none: OpaquePointer?
    #expect(
      take { mockcloud_create(request, &none, $0) }.status == Int32(MOCKCLOUD_BAD_JSON))
    #expect(none == nil)
  }

  @Test("each shorthand runs the operation of its name", arguments: Verb.all)
  func verbs(verb: Verb) throws {
    let byVerb = try Handle()
    let byName = try Handle()
    for request in [verb.request, #"{"unheardOf": 1}"#, "{"] {
      let answer = take { verb.function(byVerb.pointer, request, $0) }
      #expect(answer == call(byName.pointer, verb.operation, request))
      #expect((answer.status == 0) == (request == verb.request))
    }
    #expect(call(byVerb.pointer, "mock/state/save") == call(byName.pointer, "mock/state/save"))
  }

  struct Verb: Sendable, CustomTestStringConvertible {
    typealias Function =
      @Sendable @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, OutString?) -> Int32

    var function: Function
    var operation: String
    var request: String
    var testDescription: String { operation }

    static let all = [
      Verb(
        function: mockcloud_create_container, operation: "mock/container/create",
        request: #"{"container": "iCloud.a"}"#),
      Verb(
        function: mockcloud_seed_records, operation: "mock/seed",
        request: #"{"records": [{"recordName": "n", "recordType": "Note", "fields": {}}]}"#),
      Verb(
        function: mockcloud_set_error, operation: "mock/error/set",
        request: #"{"error": "zoneBusy"}"#),
      Verb(
        function: mockcloud_set_record_errors, operation: "mock/recordErrors/set",
        request: #"{"recordNames": ["n"], "error": 14}"#),
      Verb(
        function: mockcloud_set_account_status, operation: "mock/account/set",
        request: #"{"accountStatus": "restricted"}"#),
      Verb(
        function: mockcloud_advance_clock, operation: "mock/clock/advance",
        request: #"{"seconds": 0.25}"#),
      Verb(function: mockcloud_reset, operation: "mock/reset", request: "{}"),
    ]
  }
}
