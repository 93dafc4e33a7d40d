public import Foundation

/// Identifies a push (Apple: `CKNotification.ID`). Equal IDs have the same text.
public final class CKNotificationID: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  private let text: String

  init(_ text: String) {
    self.text = text
    super.init()
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CKNotificationID)?.text.hasBytes(of: text) ?? false
  }

  public override var hash: Int { text.hashValue }

  public override var description: String { "<CKNotificationID: \(text)>" }

  public override func copy() -> Any { self }
  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Archives

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    guard let text = archive.string("NotificationUUID"), archive.isSound else { return nil }
    self.text = text
    super.init()
  }

  public func encode(with coder: NSCoder) {
    coder.encode(text: text, forKey: "NotificationUUID")
  }
}
