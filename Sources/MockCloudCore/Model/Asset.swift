/// A file that a field holds. Equal files have equal checksums, and the bytes are shared by all
/// records that hold them.
public struct Asset: Hashable, Sendable {
  /// Empty where the bytes are not here: see `isReleased`, `receipt` and `path`.
  public let data: [UInt8]
  /// Base64 of the byte 1 and the 20 bytes of the SHA-1 of the data (LIVE: 21 bytes, first 0x01).
  public let fileChecksum: String
  public let size: Int
  /// Set in drafts alone: stands for the file that was uploaded under it.
  let receipt: String?
  /// Set in drafts alone: the file of the host that has the bytes, which is read when the draft is
  /// saved.
  let path: String?
  /// Whether the bytes were let go of, as in versions that only conflicts still show.
  let isReleased: Bool

  public init(data: [UInt8]) {
    self.init(
      data: data, fileChecksum: Base64.encode([1] + SHA1.digest(of: data)), size: data.count)
  }

  /// What a client says of a file that it has uploaded.
  init(receipt: String, fileChecksum: String?, size: Int?) {
    self.init(data: [], fileChecksum: fileChecksum ?? "", size: size ?? 0, receipt: receipt)
  }

  /// A file of the host.
  public init(path: String) {
    self.init(data: [], fileChecksum: "", size: 0, path: path)
  }

  /// A file whose bytes are gone.
  init(released fileChecksum: String, size: Int) {
    self.init(data: [], fileChecksum: fileChecksum, size: size, isReleased: true)
  }

  /// The file as it comes where its transfer ends early: checksum and size are those of the whole.
  func prefix(_ bytes: Int) -> Asset {
    Asset(
      data: Array(data.prefix(bytes)), fileChecksum: fileChecksum, size: size,
      isReleased: isReleased)
  }

  private init(
    data: [UInt8], fileChecksum: String, size: Int, receipt: String? = nil, path: String? = nil,
    isReleased: Bool = false
  ) {
    self.data = data
    self.fileChecksum = fileChecksum
    self.size = size
    self.receipt = receipt
    self.path = path
    self.isReleased = isReleased
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.fileChecksum == right.fileChecksum && left.path == right.path
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(fileChecksum) }
}

extension FieldValue {
  /// Whether files are what the value holds.
  var holdsAssets: Bool {
    switch self {
    case .asset, .assetList: true
    default: false
    }
  }

  /// The files that the value holds.
  var assets: [Asset] {
    switch self {
    case .asset(let asset): [asset]
    case .assetList(let list): list
    default: []
    }
  }

  /// The value with every file changed.
  func mappingAssets<Failure: Error>(
    _ change: (Asset) throws(Failure) -> Asset
  ) throws(Failure) -> FieldValue {
    switch self {
    case .asset(let asset): return .asset(try change(asset))
    case .assetList(let list):
      var changed: [Asset] = []
      for asset in list { changed.append(try change(asset)) }
      return .assetList(changed)
    default: return self
    }
  }
}

extension Record {
  /// The same version without the bytes of its files.
  func releasingAssets() -> Record {
    guard fields.contains(where: { $0.value.holdsAssets }) else { return self }
    let released = fields.map { field in
      Field(
        name: field.name,
        value: field.value.mappingAssets { Asset(released: $0.fileChecksum, size: $0.size) },
        isEncrypted: field.isEncrypted)
    }
    return Record(
      recordName: recordName, zoneID: zoneID, recordType: recordType,
      recordChangeTag: recordChangeTag, fields: released, created: created, modified: modified,
      parent: parent, sharing: sharing)
  }
}
