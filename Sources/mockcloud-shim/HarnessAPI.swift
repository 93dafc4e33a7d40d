// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Functions for common operations of the harness: each is `mockcloud_call` with one operation's
// name.

@_cdecl("mockcloud_create_container")
public func mockcloud_create_container(
  _ cloud: OpaquePointer?, _ request: UnsafePointer<CChar>?,
  _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  call(cloud, bytes(ofLiteral: "mock/container/create"), request, out)
}

@_cdecl("mockcloud_seed_records")
public func mockcloud_seed_records(
  _ cloud: OpaquePointer?, _ request: UnsafePointer<CChar>?,
  _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  call(cloud, bytes(ofLiteral: "mock/seed"), request, out)
}

@_cdecl("mockcloud_set_error")
public func mockcloud_set_error(
  _ cloud: OpaquePointer?, _ request: UnsafePointer<CChar>?,
  _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  call(cloud, bytes(ofLiteral: "mock/error/set"), request, out)
}

@_cdecl("mockcloud_set_record_errors")
public func mockcloud_set_record_errors(
  _ cloud: OpaquePointer?, _ request: UnsafePointer<CChar>?,
  _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  call(cloud, bytes(ofLiteral: "mock/recordErrors/set"), request, out)
}

@_cdecl("mockcloud_set_account_status")
public func mockcloud_set_account_status(
  _ cloud: OpaquePointer?, _ request: UnsafePointer<CChar>?,
  _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  call(cloud, bytes(ofLiteral: "mock/account/set"), request, out)
}

@_cdecl("mockcloud_advance_clock")
public func mockcloud_advance_clock(
  _ cloud: OpaquePointer?, _ request: UnsafePointer<CChar>?,
  _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  call(cloud, bytes(ofLiteral: "mock/clock/advance"), request, out)
}

@_cdecl("mockcloud_reset")
public func mockcloud_reset(
  _ cloud: OpaquePointer?, _ request: UnsafePointer<CChar>?,
  _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  call(cloud, bytes(ofLiteral: "mock/reset"), request, out)
}
