/// A file in a field. Equal files have equal checksums, and all records with a file share its
/// bytes.
public struct Asset: Hashable, Sendable {
  /// The bytes; empty if they are not stored here: see `isReleased`, `receipt` and `path`.
  public let data: [UInt8]
  /// Base64 of the byte 1 and the 20 bytes of the SHA-1 of the data (LIVE: 21 bytes, first 0x01).
  public let fileChecksum: String
  public let size: Int
  /// Only in drafts: the receipt of an upload, which stands for the uploaded file.
  let receipt: String?
  /// Only in drafts: the host's file with the bytes, which is read when the draft is saved.
  let path: String?
  /// Whether the bytes were discarded, as in versions that are kept only for conflicts.
  let isReleased: Bool

  public init(data: [UInt8]) {
    self.init(
      data: data, fileChecksum: Base64.encode([1] + SHA1.digest(of: data)), size: data.count)
  }

  /// Creates an asset for a file that a client has uploaded.
  init(receipt: String, fileChecksum: String?, size: Int?) {
    self.init(data: [], fileChecksum: fileChecksum ?? "", size: size ?? 0, receipt: receipt)
  }

  /// Creates an asset for a file of the host.
  public init(path: String) {
    self.init(data: [], fileChecksum: "", size: 0, path: path)
  }

  /// Creates an asset for a file whose bytes were discarded.
  init(released fileChecksum: String, size: Int) {
    self.init(data: [], fileChecksum: fileChecksum, size: size, isReleased: true)
  }

  /// Returns the file as it arrives if its transfer is cut short: checksum and size are those of
  /// the whole.
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
    left.fileChecksum.hasBytes(of: right.fileChecksum) && left.path == right.path
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(fileChecksum) }
}

extension FieldValue {
  /// Whether the value is a file or a list of files.
  var holdsAssets: Bool {
    switch self {
    case .asset, .assetList: true
    default: false
    }
  }

  /// The files of the value.
  var assets: [Asset] {
    switch self {
    case .asset(let asset): [asset]
    case .assetList(let list): list
    default: []
    }
  }

  /// Returns the value with a function applied to every file.
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
  /// Returns the same version without the bytes of its files.
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
