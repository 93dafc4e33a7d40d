import CMockCloud
import Testing

@Suite("Views, formats and lookups through the C interface")
struct ViewTests {
  @Test("a view has another caller, and is destroyed with its cloud")
  func view() throws {
    var cloud: OpaquePointer?
    try #require(
      mockcloud_create(
        #"{"users": [{"alias": "me"}, {"alias": "bob", "devices": ["phone"]}]}"#, &cloud, nil) == 0)
    var view: OpaquePointer?
    #expect(mockcloud_view(cloud, #"{"user": "bob"}"#, &view, nil) == 0)
    #expect(
      call(view, "account/userRecordID")
        == call(cloud, "account/userRecordID", #"{"user": "bob"}"#))
    #expect(call(view, "account/userRecordID") != call(cloud, "account/userRecordID"))
    #expect(mockcloud_live_clouds() >= 1)
    mockcloud_destroy(cloud)
    #expect(call(view, "account/userRecordID").status == Int32(MOCKCLOUD_BAD_HANDLE))
  }

  @Test("a list of arguments may be read twice")
  func format() throws {
    let cloud = try Handle()
    let answers = withVaList([CInt(7)]) { list in
      (0..<2).map { _ in
        take {
          mockcloud_vcallf(
            cloud.pointer, $0, "mock/match", "{'pattern': {'n': %d}, 'value': {'n': 7.0}}", list)
        }
      }
    }
    #expect(answers[0].holds(#""matches":true"#))
    #expect(answers[0] == answers[1])
  }

  @Test("a difference is a text, and NULL if there is none")
  func expectation() throws {
    let cloud = try Handle()
    let difference = withVaList([]) { list in
      take { mockcloud_vexpect(cloud.pointer, 0, "{'now': 1}", $0, "mock/clock", "{}", list) }
    }
    #expect(difference.status == Int32(MOCKCLOUD_SCRIPT_MISMATCH))
    #expect(difference.holds("mock/clock: now: expected 1, got \"2026"))
    let none = withVaList([]) { list in
      take { mockcloud_vexpect(cloud.pointer, 0, "{'now': '$any'}", $0, "mock/clock", "{}", list) }
    }
    #expect(none == Answer(status: 0, json: nil))
  }

  @Test("values are found by pointers")
  func lookups() {
    let json = #"{"a": [1, {"b": "x"}]}"#
    #expect(take { mockcloud_json_text(json, "/a/-1/b", $0) } == Answer(status: 0, json: "x"))
    var number: Int64 = 9
    #expect(mockcloud_json_int(json, "/a/0", &number) == Int32(MOCKCLOUD_JSON_FOUND))
    #expect(number == 1)
    #expect(mockcloud_json_int(json, "/a/1", &number) == Int32(MOCKCLOUD_JSON_OTHER_TYPE))
    #expect(number == 0)
    #expect(mockcloud_json_count(json, "/b", nil) == Int32(MOCKCLOUD_JSON_ABSENT))
  }
}
