/// An occurrence that is not part of any call's answer.
public enum Event: Sendable {
  /// A device's account changed: CloudKit posts `CKAccountChanged`.
  case accountChange(AccountChange)
  /// A push arrived at a device.
  case notification(Notification)
  /// An operation called one of its blocks.
  case operation(OperationReport)

  /// A change of a device's account.
  public struct AccountChange: Sendable {
    /// Milliseconds since 1970.
    public let time: Int64
    /// The device's name.
    public let device: DeviceName
    /// The new status of the account on the device.
    public let status: AccountStatus
    /// The record name of the device's previous user; nil for none.
    public let previousUser: UserRecordName?
    /// The record name of the device's current user; nil for none.
    public let currentUser: UserRecordName?
  }

  /// A push that is on its way to a device, or has arrived.
  public struct Notification: Sendable {
    /// The time of the change, in milliseconds since 1970.
    public internal(set) var time: Int64
    /// The name of the receiving device.
    public internal(set) var device: DeviceName
    /// The record name of the user whose subscription fired.
    public internal(set) var userRecordName: UserRecordName
    /// The content of the push.
    public internal(set) var push: Push
    /// The time of arrival set by a fault, in milliseconds since 1970; nil if none delays the push.
    var arrival: Int64?
    /// Whether a later push to the device replaces this one while it waits.
    var isCoalescing = false
    /// Whether it waits for its device to be online.
    var isHeld = false
  }
  /// A block that an operation called.
  public struct OperationReport: Sendable {
    /// The time of the block's call, in milliseconds since 1970.
    public let time: Int64
    /// The name of the device that submitted the operation.
    public let device: DeviceName
    /// The record name of the user of the operation; nil for none.
    public let userRecordName: UserRecordName?
    public let operationID: String
    /// The operation's name in the dialect.
    public let operation: String
    /// The block's name, for example `perRecordSave`.
    public let block: String
    /// 0, or the code of the operation's error; nil in blocks without a status.
    public let status: Int32?
    /// Whether it is the last block of the operation.
    public let isLast: Bool
    /// The arguments of the block.
    let content: any BlockContent
  }
}

extension Event {
  /// The name of the device that receives the event.
  public var device: DeviceName {
    switch self {
    case .accountChange(let change): change.device
    case .notification(let notification): notification.device
    case .operation(let report): report.device
    }
  }
}

/// The arguments of a block. Their JSON encoding is in a later folder.
protocol BlockContent: Sendable {}
