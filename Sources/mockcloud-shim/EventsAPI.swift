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
      return try entry.cloud.nextEvent(or: entry.defaults) { event in
        guard let event else { return 0 }
        return answer(0, event, in: out)
      }
    } catch {
      return error.status.rawValue
    }
  }
}
