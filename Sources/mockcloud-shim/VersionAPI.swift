// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import CMockCloud
internal import MockCloudCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

@_cdecl("mockcloud_version_number")
public func mockcloud_version_number() -> Int32 {
  MOCKCLOUD_VERSION_MAJOR * 1_000_000 + MOCKCLOUD_VERSION_MINOR * 1000 + MOCKCLOUD_VERSION_PATCH
}

@_cdecl("mockcloud_version_string")
public func mockcloud_version_string() -> UnsafePointer<CChar>? {
  mcshim_version()
}

@_cdecl("mockcloud_abi_version")
public func mockcloud_abi_version() -> Int32 {
  MOCKCLOUD_ABI_VERSION
}

@_cdecl("mockcloud_status_name")
public func mockcloud_status_name(_ status: Int32) -> UnsafePointer<CChar>? {
  ForkGate.pass { StatusNames.all[status] } ?? cString("unknown")
}

/// The names of all statuses as C strings, which are never freed, because C may keep them.
private enum StatusNames {
  nonisolated(unsafe) static let all: [Int32: UnsafePointer<CChar>] = {
    var names: [Int32: UnsafePointer<CChar>] = [
      0: cString("ok"), Int32(MOCKCLOUD_JSON_ABSENT): cString("jsonAbsent"),
      Int32(MOCKCLOUD_JSON_OTHER_TYPE): cString("jsonOtherType"),
    ]
    for misuse in MisuseStatus.allCases { names[misuse.rawValue] = cString(name(of: misuse)) }
    for code in CKErrorCode.allCases {
      names[code.rawValue] = strdup(code.name).map { UnsafePointer($0) }
    }
    return names
  }()
}

private func name(of misuse: MisuseStatus) -> StaticString {
  switch misuse {
  case .nullArgument: "nullArgument"
  case .badHandle: "badHandle"
  case .badJSON: "badJSON"
  case .unknownOperation: "unknownOperation"
  case .badMockRequest: "badMockRequest"
  case .scriptMismatch: "scriptMismatch"
  case .internalFailure: "internal"
  case .clientEnded: "clientEnded"
  }
}
