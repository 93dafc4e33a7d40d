internal import MockCloudCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The result parameter of a C function for a string: `char **`, possibly NULL.
typealias OutString = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// Returns the bytes of a C string without its NUL, valid during the caller's call.
func bytes(of text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
  let start = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
  return UnsafeBufferPointer(start: start, count: strlen(text))
}

/// Returns the bytes of a string literal. With an overload of the function above, a literal would
/// become a pointer that is invalid after the call.
func bytes(ofLiteral text: StaticString) -> UnsafeBufferPointer<UInt8> {
  UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
}

/// Returns a C string that is valid for the lifetime of the program.
func cString(_ text: StaticString) -> UnsafePointer<CChar> {
  UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// Passes a copy of `json` to the caller if `out` is not NULL. Returns `status`, or the status of a
/// failure.
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

/// Passes the JSON of `misuse` to the caller if `out` is not NULL. Returns its status.
func refuse(_ misuse: Misuse, in out: OutString?) -> Int32 {
  ForkGate.pass { answer(misuse.status.rawValue, misuse.json, in: out) }
}

/// Passes a copy of a text to the caller if `out` is not NULL. Returns `status`, or the status of a
/// failure.
func answer(_ status: Int32, _ text: String, in out: OutString?) -> Int32 {
  var text = text
  return text.withUTF8 { answer(status, $0, in: out) }
}

extension Misuse {
  /// A required pointer is NULL.
  static func null(_ parameter: String) -> Misuse {
    Misuse(.nullArgument, "\(parameter) must not be NULL", key: parameter)
  }
}
