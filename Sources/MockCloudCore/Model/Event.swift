/// Something that happened outside of any call's answer.
enum Event: Sendable {
  case accountChange(AccountChange)
  case notification(Notification)

  /// A device's account changed: CloudKit posts `CKAccountChanged`.
  struct AccountChange: Sendable {
    /// Milliseconds since 1970.
    let time: Int64
    let device: String
    let status: AccountStatus
    /// Record names; nil stands for nobody.
    let previousUser: String?
    let currentUser: String?
  }

  /// A push that is on its way to a device, or reached it.
  struct Notification: Sendable {
    /// When the change was made, in milliseconds since 1970.
    let time: Int64
    let device: String
    let userRecordName: String
    /// JSON.
    let payload: [UInt8]
  }
}
