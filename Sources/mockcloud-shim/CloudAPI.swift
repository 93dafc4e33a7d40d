// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import MockCloudCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

@_cdecl("mockcloud_create")
public func mockcloud_create(
  _ config: UnsafePointer<CChar>?, _ outCloud: UnsafeMutablePointer<OpaquePointer?>?,
  _ outError: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  outCloud?.pointee = nil
  outError?.pointee = nil
  guard let outCloud else { return refuse(.null("out_cloud"), in: outError) }
  return ForkGate.pass {
    do throws(Misuse) {
      let cloud = try Cloud(configurationJSON: config.map { bytes(of: $0) })
      outCloud.pointee = HandleTable.shared.insert(cloud)
      return 0
    } catch {
      return refuse(error, in: outError)
    }
  }
}

@_cdecl("mockcloud_fork")
public func mockcloud_fork(
  _ cloud: OpaquePointer?, _ outCopy: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  outCopy?.pointee = nil
  guard let cloud, let outCopy else { return MisuseStatus.nullArgument.rawValue }
  return ForkGate.pass {
    guard let entry = HandleTable.shared.entry(cloud) else {
      return MisuseStatus.badHandle.rawValue
    }
    outCopy.pointee = HandleTable.shared.insert(entry.cloud.fork(), entry.defaults)
    return 0
  }
}

@_cdecl("mockcloud_diff")
public func mockcloud_diff(
  _ before: OpaquePointer?, _ after: OpaquePointer?,
  _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  guard let before else { return refuse(.null("before"), in: out) }
  guard let after else { return refuse(.null("after"), in: out) }
  return ForkGate.pass {
    guard let first = HandleTable.shared.entry(before)?.cloud,
      let second = HandleTable.shared.entry(after)?.cloud
    else { return refuse(.badHandle, in: out) }
    return first.compare(with: second) { status, json in answer(status, json, in: out) }
  }
}

@_cdecl("mockcloud_view")
public func mockcloud_view(
  _ cloud: OpaquePointer?, _ context: UnsafePointer<CChar>?,
  _ outView: UnsafeMutablePointer<OpaquePointer?>?,
  _ outError: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  outView?.pointee = nil
  outError?.pointee = nil
  guard let cloud else { return refuse(.null("cloud"), in: outError) }
  guard let context else { return refuse(.null("context_json"), in: outError) }
  guard let outView else { return refuse(.null("out_view"), in: outError) }
  return ForkGate.pass {
    do throws(Misuse) {
      guard let entry = HandleTable.shared.entry(cloud) else { throw .badHandle }
      let defaults = try CallDefaults(json: bytes(of: context), over: entry.defaults)
      try entry.cloud.check(defaults)
      // Another thread may have destroyed the cloud in the meantime.
      guard let view = HandleTable.shared.insertView(of: cloud, defaults) else { throw .badHandle }
      outView.pointee = view
      return 0
    } catch {
      return refuse(error, in: outError)
    }
  }
}

@_cdecl("mockcloud_destroy")
public func mockcloud_destroy(_ cloud: OpaquePointer?) {
  guard let cloud else { return }
  ForkGate.pass { HandleTable.shared.remove(cloud) }
}

@_cdecl("mockcloud_live_clouds")
public func mockcloud_live_clouds() -> Int64 {
  ForkGate.pass { HandleTable.shared.count }
}

@_cdecl("mockcloud_call")
public func mockcloud_call(
  _ cloud: OpaquePointer?, _ operation: UnsafePointer<CChar>?, _ request: UnsafePointer<CChar>?,
  _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  guard let operation else { return refuse(.null(cloud == nil ? "cloud" : "operation"), in: out) }
  return call(cloud, bytes(of: operation), request, out)
}

@_cdecl("mockcloud_string_free")
public func mockcloud_string_free(_ json: UnsafeMutablePointer<CChar>?) {
  guard let json else { return }
  Cancellation.disabled { free(json) }
}

/// Runs one operation on the cloud of a handle, for all functions of the ABI that make calls.
func call(
  _ cloud: OpaquePointer?, _ operation: UnsafeBufferPointer<UInt8>,
  _ request: UnsafePointer<CChar>?, _ out: OutString?
) -> Int32 {
  guard let cloud else { return refuse(.null("cloud"), in: out) }
  return ForkGate.pass {
    guard let entry = HandleTable.shared.entry(cloud) else { return refuse(.badHandle, in: out) }
    return entry.call(operation, request.map { bytes(of: $0) }, out)
  }
}
