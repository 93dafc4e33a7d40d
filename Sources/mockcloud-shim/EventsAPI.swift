// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import MockCloudCore

@_cdecl("mockcloud_next_event")
public func mockcloud_next_event(
  _ cloud: OpaquePointer?, _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  out?.pointee = nil
  guard let cloud else { return MisuseStatus.nullArgument.rawValue }
  return ForkGate.pass {
    guard let entry = HandleTable.shared.entry(cloud) else {
      return MisuseStatus.badHandle.rawValue
    }
    do throws(Misuse) {
      var status: Int32 = 0
      try entry.cloud.nextEvent(or: entry.defaults) { event in
        status = answer(0, event, in: out)
        return status == 0
      }
      return status
    } catch {
      return error.status.rawValue
    }
  }
}
