public import CloudKit
internal import Foundation
public import MockCloudCore

// Pushes to devices.
extension MockCloud {
  /// A push that arrived at a device.
  public struct Push: @unchecked Sendable {
    /// The name of the device.
    public let device: String
    /// The record name of the user whose subscription fired.
    public let userRecordName: String
    /// What the app gets, for example in
    /// `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`.
    public let userInfo: [AnyHashable: Any]

    /// The notification that an app makes of it.
    public var notification: CKNotification? {
      CKNotification(fromRemoteNotificationDictionary: userInfo)
    }
  }

  /// Removes the pushes that have arrived since the last call, and returns them, oldest first. Throws if
  /// there is no such device.
  ///
  /// - Parameter device: Only the pushes to this device; nil means those to all devices.
  public func takePushes(device: String? = nil) throws(Misuse) -> [Push] {
    // What is due now arrives now.
    try perform(RunUntilIdle(limitMilliseconds: 0), as: Self.caller(nil, device))
    return core.takeEvents { event in
      guard case .notification(let push) = event else { return false }
      return device.map { push.device == DeviceName($0) } ?? true
    }.events.compactMap { event in
      guard case .notification(let push) = event else { return nil }
      let json = try? JSONSerialization.jsonObject(with: Data(push.push.payload))
      return Push(
        device: push.device.text, userRecordName: push.userRecordName.text,
        userInfo: json as? [AnyHashable: Any] ?? [:])
    }
  }
}
