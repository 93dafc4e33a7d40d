public import Foundation

/// A file in a field of a record (Apple: `CKAsset`).
///
/// The file is read when the record is saved. An asset of a fetched record has a file of its own.
/// Equal assets have equal URLs.
open class CKAsset: NSObject, NSSecureCoding, @unchecked Sendable {
  /// The file; nil if it was not fetched.
  public let fileURL: URL?

  /// Creates an asset. The file need not exist before the record is saved.
  public init(fileURL: URL) {
    self.fileURL = fileURL
    super.init()
  }

  /// Creates an asset without a file, as a record in an error has it (HDR: `CKError.h`).
  init(fileURL: URL?) {
    self.fileURL = fileURL
    super.init()
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKAsset else { return false }
    return self === other || (fileURL != nil && fileURL == other.fileURL)
  }

  open override var hash: Int { fileURL?.hashValue ?? 0 }

  open override var description: String {
    "<CKAsset: fileURL=\(fileURL?.absoluteString ?? "nil")>"
  }

  // MARK: Archives

  public static var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    fileURL = archive.url("AssetFileURL")
    guard archive.isSound else { return nil }
    super.init()
  }

  open func encode(with coder: NSCoder) {
    guard let fileURL else { return }
    coder.encode(fileURL as NSURL, forKey: "AssetFileURL")
  }
}
