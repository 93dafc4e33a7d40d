import CMockCloud
import Testing

/// The C handle of a cloud, which is destroyed with this value.
final class Handle {
  let pointer: OpaquePointer

  init(_ config: String = #"{"seed": 1}"#) throws {
    var cloud: OpaquePointer?
    try #require(mockcloud_create(config, &cloud, nil) == 0)
    pointer = try #require(cloud)
  }

  deinit { mockcloud_destroy(pointer) }
}

/// The result of a C function: its status, and its string if there is one.
struct Answer: Equatable {
  var status: Int32
  var json: String?

  func holds(_ part: String) -> Bool { json?.contains(part) ?? false }
}

typealias OutString = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// Calls a C function with an uninitialised out parameter, and takes its result.
func take(_ function: (OutString?) -> Int32) -> Answer {
  // If a function did not set the parameter, freeing it would end the process.
  var out = UnsafeMutablePointer<CChar>(bitPattern: 0x5a5a)
  let status = function(&out)
  defer { mockcloud_string_free(out) }
  return Answer(status: status, json: out.map { String(cString: $0) })
}

func call(_ cloud: OpaquePointer?, _ operation: String, _ request: String? = nil) -> Answer {
  take { mockcloud_call(cloud, operation, request, $0) }
}
