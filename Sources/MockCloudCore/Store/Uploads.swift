/// Files on their way into records: each upload has a receipt that a save may name for a while.
struct Uploads: Sendable {
  /// By receipt.
  private(set) var entries = OrderedMap<String, Upload>()

  /// Milliseconds that an upload's address and receipt last (DOC WS:UploadAssets: 15 minutes).
  static let life: Int64 = 15 * 60 * 1000

  /// Who may use an upload: receipts mean nothing to anybody else.
  struct Owner: Equatable, Sendable {
    let container: ExactText
    let environment: Environment
    let user: String

    static func == (left: Self, right: Self) -> Bool {
      left.user.hasBytes(of: right.user) && left.container == right.container
        && left.environment == right.environment
    }
  }

  struct Upload: Sendable {
    let owner: Owner
    /// Nil until the bytes have come.
    var asset: Asset?
    /// The file that the bytes were read from, which must still be the same when it is saved.
    var path: String?
    /// Milliseconds since 1970.
    let expires: Int64
  }

  /// The receipt of the upload with that token: whoever knows the address alone cannot guess it.
  static func receipt(of token: String) -> String {
    Base64.encode(SHA1.digest(of: Array("receipt \(token)".utf8)))
  }

  /// Keeps an upload. `World.keep` also sees to its end.
  mutating func add(_ upload: Upload, receipt: String) {
    entries.updateValue(upload, forKey: receipt)
  }

  /// Takes the bytes of an upload that was announced; false where there is none, or not any more.
  mutating func put(_ asset: Asset, receipt: String, at now: Int64) -> Bool {
    guard let upload = entries[receipt], upload.expires > now, upload.asset == nil else {
      return false
    }
    _ = entries.modify(receipt) { $0.asset = asset }
    return true
  }

  /// Forgets all uploads.
  mutating func removeAll() { entries.removeAll() }

  /// Forgets an upload, unless it lasts longer.
  mutating func expire(_ receipt: String, at now: Int64) {
    guard let upload = entries[receipt], upload.expires <= now else { return }
    entries.removeValue(forKey: receipt)
  }

  /// The file of a receipt (LOG for the text of a bad one).
  func asset(
    _ draft: Asset, for owner: Owner, at now: Int64
  ) throws(CloudError) -> Asset {
    guard let receipt = draft.receipt, let upload = entries[receipt], upload.owner == owner,
      upload.expires > now, let asset = upload.asset,
      draft.fileChecksum.isEmpty || draft.fileChecksum.hasBytes(of: asset.fileChecksum)
    else { throw CloudError(.invalidArguments, ServerText.badReceipt) }
    guard let path = upload.path else { return asset }
    // The native client reads the file again while it saves, and fails if it has changed.
    guard let bytes = HostFile.read(path) else {
      throw CloudError(.assetFileNotFound, ServerText.standard(for: .assetFileNotFound))
    }
    guard bytes == asset.data else {
      throw CloudError(.assetFileModified, ServerText.standard(for: .assetFileModified))
    }
    return asset
  }

  /// The files that may still be saved at that time.
  func assets(at now: Int64) -> [Asset] {
    entries.compactMap { $0.value.expires > now ? $0.value.asset : nil }
  }
}

extension CallContext {
  /// The caller as the owner of uploads.
  func uploadOwner() throws(CloudError) -> Uploads.Owner {
    guard let userRecordName else {
      throw CloudError(.notAuthenticated, ServerText.authenticationRequired)
    }
    return Uploads.Owner(
      container: container, environment: environment, user: userRecordName)
  }
}
