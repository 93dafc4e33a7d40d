/// Something that happened outside of any call's answer.
public enum Event: Sendable {
  /// A device's account changed: CloudKit posts `CKAccountChanged`.
  case accountChange(AccountChange)
  /// A push reached a device.
  case notification(Notification)
  /// An operation called one of its blocks.
  case operation(OperationReport)

  /// What changed about a device's account.
  public struct AccountChange: Sendable {
    /// Milliseconds since 1970.
    public let time: Int64
    /// The device's name.
    public let device: String
    /// What the device knows of its account from now on.
    public let status: AccountStatus
    /// The record name of the user that the device showed before; nil for none.
    public let previousUser: String?
    /// The record name of the user that the device shows from now on; nil for none.
    public let currentUser: String?
  }

  /// A push that is on its way to a device, or reached it.
  public struct Notification: Sendable {
    /// When the change was made, in milliseconds since 1970.
    public let time: Int64
    /// The name of the device that the push goes to.
    public let device: String
    /// The record name of the user whose subscription fired.
    public let userRecordName: String
    /// What the push brings.
    public let push: Push
    /// When a fault lets it arrive, in milliseconds since 1970; nil where none delays it.
    var arrival: Int64?
    /// Whether a later push to the device takes this one's place while it waits.
    var isCoalescing = false
  }
  /// A block that an operation called.
  public struct OperationReport: Sendable {
    /// When it was called, in milliseconds since 1970.
    public let time: Int64
    /// The name of the device that submitted the operation.
    public let device: String
    /// The record name of the user whose operation it is; nil for none.
    public let userRecordName: String?
    public let operationID: String
    /// The operation's name in the dialect.
    public let operation: String
    /// The block's name, for example `perRecordSave`.
    public let block: String
    /// 0, or the code of the error that the operation came to; nil in blocks that do not say.
    public let status: Int32?
    /// Whether it is the last block of the operation.
    public let isLast: Bool
    /// What the block was given.
    let content: any BlockContent
  }
}

extension Event {
  /// The name of the device that the event is for.
  public var device: String {
    switch self {
    case .accountChange(let change): change.device
    case .notification(let notification): notification.device
    case .operation(let report): report.device
    }
  }
}

/// What a block was given. How it is written down is known further up.
protocol BlockContent: Sendable {}
