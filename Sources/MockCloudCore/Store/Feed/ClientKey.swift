/// A client as a zone knows it: a device with the user who was signed in on it. Another user who
/// signs in on the device is another client.
struct ClientKey: OrderedKey {
  var device: DeviceName
  /// The user's record name.
  var user: UserRecordName

  var rank: UInt64 { device.rank }
  static var isOrderedByRankAlone: Bool { false }

  static func compare(_ left: Self, _ right: Self) -> Int {
    let devices = ExactText.compare(left.device, right.device)
    return devices != 0 ? devices : ExactText.compare(left.user, right.user)
  }
}

extension CallContext {
  /// The calling client.
  var client: ClientKey { ClientKey(device: deviceName, user: userRecordName ?? "") }
}
