public import Foundation

/// A position in the changes of a database or of a zone (Apple: `CKServerChangeToken`).
///
/// Equal tokens have the same data, which only the service understands.
public final class CKServerChangeToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// What the service made.
  public let data: Data

  init(data: Data) {
    self.data = data
    super.init()
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CKServerChangeToken)?.data == data
  }

  public override var hash: Int { data.hashValue }

  public override var description: String {
    "<CKServerChangeToken: data=\(data.base64EncodedString())>"
  }

  public override func copy() -> Any { self }
  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Archives

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    // The service would read an empty token as none.
    guard let data = archive.data("ChangeTokenData"), !data.isEmpty, archive.isSound else {
      return nil
    }
    self.data = data
    super.init()
  }

  public func encode(with coder: NSCoder) {
    coder.encode(data as NSData, forKey: "ChangeTokenData")
  }
}
