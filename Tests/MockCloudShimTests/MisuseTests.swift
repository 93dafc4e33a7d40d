import CMockCloud
import Testing

@Suite("Misuse of the C interface")
struct MisuseTests {
  let nullArgument = Int32(MOCKCLOUD_NULL_ARGUMENT)
  let badHandle = Int32(MOCKCLOUD_BAD_HANDLE)

  @Test("the error of a required pointer that is NULL names it")
  func nulls() throws {
    let cloud = try Handle()
    let noCloud = call(nil, "mock/clock")
    #expect(noCloud.status == nullArgument)
    #expect(noCloud.holds(#""key":"cloud""#))
    let noOperation = take { mockcloud_call(cloud.pointer, nil, nil, $0) }
    #expect(noOperation.status == nullArgument)
    #expect(noOperation.holds(#""key":"operation""#))
    let noPlace = take { mockcloud_create("{}", nil, $0) }
    #expect(noPlace.status == nullArgument)
    #expect(noPlace.holds(#""key":"out_cloud""#))
    #expect(mockcloud_fork(cloud.pointer, nil) == nullArgument)
    #expect(take { mockcloud_next_event(nil, $0) } == Answer(status: nullArgument, json: nil))
    #expect(take { mockcloud_reset(nil, nil, $0) }.status == nullArgument)
    mockcloud_destroy(nil)
    mockcloud_string_free(nil)
  }

  @Test("a response is dropped if its out parameter is NULL")
  func droppedAnswers() throws {
    let cloud = try Handle()
    #expect(mockcloud_call(cloud.pointer, "mock/clock", nil, nil) == 0)
    #expect(mockcloud_next_event(cloud.pointer, nil) == 0)
    #expect(mockcloud_call(nil, nil, nil, nil) == nullArgument)
  }

  @Test("an invalid handle is refused", arguments: [1, 0x5a5a, -1, -4096, Int.min])
  func forgedHandles(value: Int) {
    let forged = OpaquePointer(bitPattern: value)
    #expect(call(forged, "mock/clock").status == badHandle)
    #expect(call(forged, "mock/clock").holds("\"message\""))
    #expect(take { mockcloud_next_event(forged, $0) } == Answer(status: badHandle, json: nil))
    var copy = OpaquePointer(bitPattern: 1)
    #expect(mockcloud_fork(forged, &copy) == badHandle)
    #expect(copy == nil)
    mockcloud_destroy(forged)
  }

  @Test("a destroyed handle is refused and can be destroyed again")
  func staleHandles() throws {
    var cloud: OpaquePointer?
    try #require(mockcloud_create("{}", &cloud, nil) == 0)
    mockcloud_destroy(cloud)
    mockcloud_destroy(cloud)
    #expect(call(cloud, "mock/clock").status == badHandle)
    #expect(call(cloud, "no such operation").status == badHandle)
    #expect(take { mockcloud_advance_clock(cloud, nil, $0) }.status == badHandle)
  }

  @Test("every status has a unique name, and other numbers have none")
  func statusNames() {
    let names = (Int32(-8)...37).map { String(cString: mockcloud_status_name($0)) }
    #expect(Set(names).count == names.count)
    #expect(!names.contains("unknown"))
    #expect(names[8] == "ok")
    #expect(names[8 + 26] == "zoneNotFound")
    for status in [Int32.min, -9, 38, Int32.max] {
      #expect(String(cString: mockcloud_status_name(status)) == "unknown")
    }
  }
}
