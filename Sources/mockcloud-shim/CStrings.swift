internal import MockCloudCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Where a C caller wants a string: `char **`, possibly NULL.
typealias OutString = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// The bytes of a C string, without its NUL, for as long as the caller's call lasts.
func bytes(of text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
  let start = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
  return UnsafeBufferPointer(start: start, count: strlen(text))
}

/// The bytes of a string that is part of the program. Under the name of the function above, a literal would
/// become a pointer that is gone when the function returns.
func bytes(ofLiteral text: StaticString) -> UnsafeBufferPointer<UInt8> {
  UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
}

/// A C string that lives as long as the program.
func cString(_ text: StaticString) -> UnsafePointer<CChar> {
  UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// Gives the caller its own copy of `json`, if it wants one; `status`, or what came in its way.
func answer(
  _ status: Int32, _ json: UnsafeBufferPointer<UInt8>, in out: OutString?
) -> Int32 {
  guard let out else { return status }
  out.pointee = nil
  guard let copy = malloc(json.count &+ 1)?.assumingMemoryBound(to: CChar.self) else {
    return MisuseStatus.internalFailure.rawValue
  }
  if let start = json.baseAddress { memcpy(copy, start, json.count) }
  copy[json.count] = 0
  out.pointee = copy
  return status
}

/// Gives the caller the JSON of `misuse`, if it wants it, and returns its status.
func refuse(_ misuse: Misuse, in out: OutString?) -> Int32 {
  answer(misuse.status.rawValue, misuse.json, in: out)
}

/// Gives the caller its own copy of a text, if it wants one; `status`, or what came in its way.
func answer(_ status: Int32, _ text: String, in out: OutString?) -> Int32 {
  var text = text
  return text.withUTF8 { answer(status, $0, in: out) }
}

extension Misuse {
  /// A required pointer is NULL.
  static func null(_ parameter: String) -> Misuse {
    Misuse(.nullArgument, "\(parameter) must not be NULL", key: parameter)
  }

  /// The handle is invalid or was destroyed.
  static var badHandle: Misuse {
    Misuse(
      .badHandle,
      "invalid or destroyed cloud handle", key: "cloud",
      expected: "a handle that mockcloud_create, mockcloud_fork or mockcloud_view returned")
  }
}
