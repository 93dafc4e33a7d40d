/// Uploaded files that no record has yet: each upload has a receipt, which a save may name until it
/// expires.
struct Uploads: Sendable {
  /// The uploads by receipt.
  private(set) var entries = RareMap<String, Upload>()
  /// The number of files that were stored or removed so far. A state document does not have it.
  private(set) var changes: UInt64 = 0

  /// The lifetime of an upload's address and receipt in milliseconds (DOC WS:UploadAssets: 15
  /// minutes).
  static let life: Int64 = 15 * 60 * 1000

  /// The owner of an upload; receipts are invalid for other callers.
  struct Owner: Equatable, Sendable {
    var container: ContainerIdentifier
    var environment: Environment
    var user: UserRecordName

    static func == (left: Self, right: Self) -> Bool {
      left.user == right.user && left.container == right.container
        && left.environment == right.environment
    }
  }

  struct Upload: Sendable {
    var owner: Owner
    /// The zone whose records can have the file; nil for any, as the receipt of a stored file.
    var zoneID: ZoneID?
    /// Nil until the bytes are uploaded.
    var asset: Asset?
    /// The file from which the bytes were read, which must be unchanged when it is saved.
    var path: String?
    /// The time of expiry in milliseconds since 1970.
    var expires: Int64
  }

  /// Returns the receipt of the upload with the given token. It cannot be guessed from the address.
  static func receipt(of token: String) -> String {
    Base64.encode(SHA1.digest(of: Array("receipt \(token)".utf8)))
  }

  /// Stores an upload. `World.keep` also schedules its expiry.
  mutating func add(_ upload: Upload, receipt: String) {
    entries.updateValue(upload, forKey: receipt)
    changes &+= 1
  }

  /// Stores the bytes of an announced upload. Returns false if there is none, or if it has expired.
  mutating func put(_ asset: Asset, receipt: String, at now: Int64) -> Bool {
    guard let upload = entries[receipt], upload.expires > now, upload.asset == nil else {
      return false
    }
    _ = entries.modify(receipt) { $0.asset = asset }
    changes &+= 1
    return true
  }

  /// Removes the uploads that were announced at least the given milliseconds ago. Returns whether
  /// there were any.
  mutating func removeAll(olderThan age: Int64, at now: Int64) -> Bool {
    // After the clock was set back, uploads may be of the future.
    let old = entries.filter { age == 0 || now &- ($0.value.expires &- Self.life) >= age }
    for (receipt, _) in old { entries.removeValue(forKey: receipt) }
    changes &+= UInt64(old.count)
    return !old.isEmpty
  }

  /// Removes an upload if it has expired.
  mutating func expire(_ receipt: String, at now: Int64) {
    guard let upload = entries[receipt], upload.expires <= now else { return }
    entries.removeValue(forKey: receipt)
    changes &+= 1
  }

  /// Returns the file of a receipt for a record of a zone (LOG for the text of an invalid one).
  func asset(
    _ draft: Asset, in zoneID: ZoneID, for owner: Owner, at now: Int64
  ) throws(CloudError) -> Asset {
    guard let receipt = draft.receipt, let upload = entries[receipt], upload.owner == owner,
      upload.expires > now, let asset = upload.asset
    else { throw CloudError(.invalidArguments, ServerText.unknownReceipt) }
    if let place = upload.zoneID, place != zoneID {
      throw CloudError(.invalidArguments, ServerText.receipt(ofUploadTo: place))
    }
    guard draft.fileChecksum.isEmpty || draft.fileChecksum.hasBytes(of: asset.fileChecksum) else {
      throw CloudError(.invalidArguments, ServerText.receipt(ofFile: asset.fileChecksum))
    }
    guard let path = upload.path else { return asset }
    // The native client reads the file again during the save, and fails if it has changed.
    guard let bytes = HostFile.read(path) else {
      throw CloudError(.assetFileNotFound, ServerText.assetFileNotFound(path))
    }
    guard bytes == asset.data else {
      throw CloudError(.assetFileModified, ServerText.standard(for: .assetFileModified))
    }
    return asset
  }

  /// Returns the files that may still be saved at the given time.
  func assets(at now: Int64) -> [Asset] {
    entries.compactMap { $0.value.expires > now ? $0.value.asset : nil }
  }
}

extension CallContext {
  /// Returns the caller as the owner of uploads.
  func uploadOwner() throws(CloudError) -> Uploads.Owner {
    guard let userRecordName else {
      throw CloudError(.notAuthenticated, ServerText.authenticationRequired)
    }
    return Uploads.Owner(
      container: container, environment: environment, user: userRecordName)
  }
}
