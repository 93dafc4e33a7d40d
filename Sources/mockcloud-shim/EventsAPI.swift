// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import MockCloudCore

@_cdecl("mockcloud_next_event")
public func mockcloud_next_event(
  _ cloud: OpaquePointer?, _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  out?.pointee = nil
  guard let cloud else { return MisuseStatus.nullArgument.rawValue }
  return ForkGate.pass {
    guard let cloud = HandleTable.shared.cloud(cloud) else {
      return MisuseStatus.badHandle.rawValue
    }
    return cloud.nextEvent { event in
      guard let event else { return 0 }
      return answer(0, event, in: out)
    }
  }
}
