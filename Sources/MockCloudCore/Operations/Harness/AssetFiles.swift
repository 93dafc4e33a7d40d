/// The files with the assets of a state document: one for each asset, named by the checksum of its
/// bytes, in a folder named after the document.
struct AssetFiles: Sendable {
  private let folder: String
  /// The files that were read, by name.
  private var known: [String: Asset] = [:]

  init(beside path: String) { folder = path + ".assets" }

  /// Returns the name of an asset's file: its checksum in characters that file names allow.
  static func name(of asset: Asset) -> String {
    let letters = asset.fileChecksum.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      default: byte
      }
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// Returns the asset in a file; nil if the file does not exist or does not match its checksum.
  mutating func asset(_ name: String) -> Asset? {
    if let asset = known[name] { return asset }
    guard !name.utf8.contains(UInt8(ascii: "/")), let data = HostFile.read("\(folder)/\(name)")
    else { return nil }
    let asset = Asset(data: data)
    guard Self.name(of: asset).hasBytes(of: name) else { return nil }
    known[name] = asset
    return asset
  }

  /// Writes the world's assets, except those that already exist. Returns false if that fails.
  func write(_ world: World) -> Bool {
    let uploaded = world.uploads.assets(at: world.clock.now)
    let assets = world.indexes.files.assets + uploaded
    if assets.isEmpty { return true }
    guard HostFile.makeFolder(folder) else { return false }
    for asset in assets where !asset.isReleased {
      let path = "\(folder)/\(Self.name(of: asset))"
      // A file with this name and size is complete, and never changes.
      if HostFile.size(path) == asset.size { continue }
      guard asset.data.withUnsafeBufferPointer({ HostFile.write($0, to: path) }) else {
        return false
      }
    }
    return true
  }
}
