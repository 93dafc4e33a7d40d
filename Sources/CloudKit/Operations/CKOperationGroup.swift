public import Foundation

/// Operations that belong together (Apple: `CKOperationGroup`).
public final class CKOperationGroup: NSObject, NSSecureCoding, @unchecked Sendable {
  public let operationGroupID: String
  /// The settings of operations of the group that do not set their own. The group gets a copy of what
  /// is set.
  public var defaultConfiguration: CKOperationConfiguration! {
    get { storedConfiguration }
    set { storedConfiguration = newValue?.over(nil) ?? CKOperationConfiguration() }
  }
  @_Guarded private var storedConfiguration = CKOperationConfiguration()
  /// What the operations are for.
  @_Guarded public var name: String?
  /// The number of operations or items that the group is for; 0 if it is not known.
  @_Guarded public var quantity = 0
  @_Guarded public var expectedSendSize = TransferSize.unknown
  @_Guarded public var expectedReceiveSize = TransferSize.unknown

  /// The expected size of a transfer (Apple: `CKOperationGroup.TransferSize`).
  public enum TransferSize: Int, Sendable {
    case unknown
    case kilobytes
    case megabytes
    case tensOfMegabytes
    case hundredsOfMegabytes
    case gigabytes
    case tensOfGigabytes
    case hundredsOfGigabytes
  }

  public override init() {
    operationGroupID = UUID().uuidString
    super.init()
  }

  /// The group as it is now: what its client changes later has no effect on the copy.
  var copied: CKOperationGroup {
    let copy = CKOperationGroup(operationGroupID)
    copy.defaultConfiguration = defaultConfiguration
    copy.name = name
    copy.quantity = quantity
    copy.expectedSendSize = expectedSendSize
    copy.expectedReceiveSize = expectedReceiveSize
    return copy
  }

  private init(_ operationGroupID: String) {
    self.operationGroupID = operationGroupID
    super.init()
  }

  // MARK: Archives

  public static var supportsSecureCoding: Bool { true }

  /// Reads a group. Its default configuration is not in archives.
  public init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    guard let identifier = archive.string("OperationGroupID") else { return nil }
    operationGroupID = identifier
    name = archive.string("Name")
    quantity = archive.integer("Quantity") ?? 0
    expectedSendSize = TransferSize(rawValue: archive.integer("ExpectedSendSize") ?? 0) ?? .unknown
    expectedReceiveSize =
      TransferSize(rawValue: archive.integer("ExpectedReceiveSize") ?? 0) ?? .unknown
    guard archive.isSound else { return nil }
    super.init()
  }

  public func encode(with coder: NSCoder) {
    coder.encode(text: operationGroupID, forKey: "OperationGroupID")
    coder.encode(text: name, forKey: "Name")
    coder.encode(quantity, forKey: "Quantity")
    coder.encode(expectedSendSize.rawValue, forKey: "ExpectedSendSize")
    coder.encode(expectedReceiveSize.rawValue, forKey: "ExpectedReceiveSize")
  }
}
