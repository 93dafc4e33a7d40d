// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import CMockCloud
internal import MockCloudCore

@_cdecl("mockcloud_json_text")
public func mockcloud_json_text(
  _ json: UnsafePointer<CChar>?, _ pointer: UnsafePointer<CChar>?,
  _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  let lookup = { (pointer: Text, json: Text) throws(Misuse) in
    try JSONLookup.text(pointer, in: json) { give($0, in: out) }
  }
  return find(json, pointer, in: out, nil, lookup) { $0 }
}

@_cdecl("mockcloud_json_get")
public func mockcloud_json_get(
  _ json: UnsafePointer<CChar>?, _ pointer: UnsafePointer<CChar>?,
  _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  let lookup = { (pointer: Text, json: Text) throws(Misuse) in
    try JSONLookup.json(pointer, in: json) { give($0, in: out) }
  }
  return find(json, pointer, in: out, nil, lookup) { $0 }
}

@_cdecl("mockcloud_json_int")
public func mockcloud_json_int(
  _ json: UnsafePointer<CChar>?, _ pointer: UnsafePointer<CChar>?,
  _ out: UnsafeMutablePointer<Int64>?
) -> Int32 {
  find(json, pointer, in: out, 0, JSONLookup.int) { give($0, in: out) }
}

@_cdecl("mockcloud_json_double")
public func mockcloud_json_double(
  _ json: UnsafePointer<CChar>?, _ pointer: UnsafePointer<CChar>?,
  _ out: UnsafeMutablePointer<Double>?
) -> Int32 {
  find(json, pointer, in: out, 0, JSONLookup.double) { give($0, in: out) }
}

@_cdecl("mockcloud_json_bool")
public func mockcloud_json_bool(
  _ json: UnsafePointer<CChar>?, _ pointer: UnsafePointer<CChar>?,
  _ out: UnsafeMutablePointer<Int32>?
) -> Int32 {
  find(json, pointer, in: out, 0, JSONLookup.bool) { give($0 ? 1 : 0, in: out) }
}

@_cdecl("mockcloud_json_count")
public func mockcloud_json_count(
  _ json: UnsafePointer<CChar>?, _ pointer: UnsafePointer<CChar>?,
  _ out: UnsafeMutablePointer<Int64>?
) -> Int32 {
  find(json, pointer, in: out, 0, JSONLookup.count) { give($0, in: out) }
}

private typealias Text = UnsafeBufferPointer<UInt8>

/// Looks up a value; `out` is set to `nothing` if it is not found.
private func find<Value, Result>(
  _ json: UnsafePointer<CChar>?, _ pointer: UnsafePointer<CChar>?,
  in out: UnsafeMutablePointer<Result>?, _ nothing: Result,
  _ lookup: (Text, Text) throws(Misuse) -> JSONLookup.Finding<Value>,
  _ give: (Value) -> Int32
) -> Int32 {
  out?.pointee = nothing
  guard let json, let pointer else { return MisuseStatus.nullArgument.rawValue }
  return ForkGate.pass {
    do throws(Misuse) {
      switch try lookup(bytes(of: pointer), bytes(of: json)) {
      case .found(let value): return give(value)
      case .absent: return Int32(MOCKCLOUD_JSON_ABSENT)
      case .otherType: return Int32(MOCKCLOUD_JSON_OTHER_TYPE)
      }
    } catch {
      return error.status.rawValue
    }
  }
}

/// Passes a text to the caller; nil if there was no memory for it.
private func give(_ text: Text?, in out: OutString?) -> Int32 {
  guard let text else { return MisuseStatus.internalFailure.rawValue }
  return answer(Int32(MOCKCLOUD_JSON_FOUND), text, in: out)
}

private func give<Value>(_ value: Value, in out: UnsafeMutablePointer<Value>?) -> Int32 {
  out?.pointee = value
  return Int32(MOCKCLOUD_JSON_FOUND)
}
