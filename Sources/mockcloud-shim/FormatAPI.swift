// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Called by the variadic functions of `CMockCloud`, which Swift cannot declare.

internal import CMockCloud
internal import MockCloudCore

@_cdecl("mcshim_callf")
public func mcshim_callf(
  _ cloud: OpaquePointer?, _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ operation: UnsafePointer<CChar>?, _ format: UnsafePointer<CChar>?,
  _ arguments: UnsafeMutableRawPointer?
) -> Int32 {
  guard let cloud else { return refuse(.null("cloud"), in: out) }
  guard let operation else { return refuse(.null("operation"), in: out) }
  return ForkGate.pass {
    guard let entry = HandleTable.shared.entry(cloud) else { return refuse(.badHandle, in: out) }
    do throws(Misuse) {
      guard let format else { return entry.call(bytes(of: operation), nil, out) }
      return try RequestFormat.text(bytes(of: format), CArguments(arguments)) {
        entry.call(bytes(of: operation), $0, out)
      }
    } catch {
      return refuse(error, in: out)
    }
  }
}

@_cdecl("mcshim_expect")
public func mcshim_expect(
  _ cloud: OpaquePointer?, _ status: Int32, _ pattern: UnsafePointer<CChar>?,
  _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ operation: UnsafePointer<CChar>?, _ format: UnsafePointer<CChar>?,
  _ arguments: UnsafeMutableRawPointer?
) -> Int32 {
  out?.pointee = nil
  return ForkGate.pass {
    do throws(Misuse) {
      let expectation = try CallExpectation(
        status: status, pattern: pattern.map { bytes(of: $0) })
      var came: UnsafeMutablePointer<CChar>?
      let result = mcshim_callf(cloud, &came, operation, format, arguments)
      defer { mockcloud_string_free(came) }
      return compare(expectation, operation, result, came, in: out)
    } catch {
      return answer(error.status.rawValue, error.message, in: out)
    }
  }
}

/// Compares the outcome of a call with the expectation, and passes the difference to the caller.
private func compare(
  _ expectation: CallExpectation, _ operation: UnsafePointer<CChar>?, _ result: Int32,
  _ came: UnsafeMutablePointer<CChar>?, in out: OutString?
) -> Int32 {
  let difference = expectation.difference(
    operation.map { String(cString: $0) } ?? "NULL", result,
    came.map { bytes(of: $0) } ?? UnsafeBufferPointer(start: nil, count: 0)
  ) { mockcloud_status_name($0).map { String(cString: $0) } ?? "" }
  guard let difference else { return 0 }
  return answer(MisuseStatus.scriptMismatch.rawValue, difference, in: out)
}

/// The arguments of a C function, read by C code.
private struct CArguments: FormatArguments {
  private let pointer: UnsafeMutablePointer<mcshim_arguments>?

  init(_ arguments: UnsafeMutableRawPointer?) {
    pointer = arguments?.assumingMemoryBound(to: mcshim_arguments.self)
  }

  func nextInt() -> Int64 { mcshim_next_int(pointer) }
  func nextLong() -> Int64 { mcshim_next_long(pointer) }
  func nextLongLong() -> Int64 { mcshim_next_long_long(pointer) }
  func nextSize() -> UInt64 { mcshim_next_size(pointer) }
  func nextDouble() -> Double { mcshim_next_double(pointer) }
  func nextText() -> UnsafeBufferPointer<UInt8>? { mcshim_next_text(pointer).map { bytes(of: $0) } }
  func nextPointer() -> UnsafeRawPointer? { mcshim_next_pointer(pointer) }
}
