public import CloudKit
public import MockCloudCore

// Users, their devices and accounts. Each change of a device's account posts `CKAccountChanged`.
extension MockCloud {
  /// Adds a user and returns the ID of the user's record.
  ///
  /// - Parameters:
  ///   - alias: The name by which the test refers to the user.
  ///   - devices: Nil means one device named `<alias>-1`.
  @discardableResult
  public func addUser(
    _ alias: String, email: String? = nil, devices: [String]? = nil
  ) throws(Misuse) -> CKRecord.ID {
    var user = AddUser(UserAlias(alias), devices: devices?.map { DeviceName($0) })
    user.emailAddress = email.map { EmailAddress($0) }
    return CKRecord.ID(recordName: try perform(user).text)
  }

  /// Adds a device to a user; nil means the configured user.
  public func addDevice(_ device: String, to user: String? = nil) throws(Misuse) {
    try perform(AddDevice(DeviceName(device), user: user.map { UserName($0) }))
  }

  /// Sets the status of a user's account on one device, or on all devices of the user.
  public func setAccountStatus(
    _ status: CKAccountStatus, user: String? = nil, device: String? = nil
  ) throws(Misuse) {
    try perform(
      SetAccountStatus(
        AccountStatus(status), user: user.map { UserName($0) },
        device: device.map { DeviceName($0) }),
      as: Self.caller(user, device))
  }

  /// Signs a user in on a device.
  ///
  /// - Parameters:
  ///   - user: Nil means the current user of the device.
  ///   - device: Nil means the configured device.
  public func signIn(_ user: String? = nil, device: String? = nil) throws(Misuse) {
    try perform(SignIn(user.map { UserName($0) }, device: device.map { DeviceName($0) }))
  }

  /// Signs the user of a device out; nil means the configured device. Does nothing if nobody is signed
  /// in, as a second `setAccountStatus` with the same status.
  public func signOut(device: String? = nil) throws(Misuse) {
    try perform(SignOut(device: device.map { DeviceName($0) }))
  }

  /// Starts the app of a device again, after a fault has ended it; nil means the configured device.
  /// An app that runs is ended before: its operations in flight end with `operationCancelled`, and
  /// `findings` compares it only with later responses. Long-lived operations continue without its
  /// blocks.
  public func restart(device: String? = nil) throws(Misuse) {
    try perform(RestartDevice(device.map { DeviceName($0) }))
  }
}
