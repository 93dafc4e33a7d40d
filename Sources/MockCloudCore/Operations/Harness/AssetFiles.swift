/// The files beside a state document: one for each of the world's files, in a folder that is named
/// after the document, under the checksum of its bytes.
struct AssetFiles: Sendable {
  private let folder: String
  /// Those that were read, by their names.
  private var known: [String: Asset] = [:]

  init(beside path: String) { folder = path + ".assets" }

  /// The name of the file with these bytes: its checksum in letters that names may have.
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

  /// The file of that name; nil where there is none, or where it has other bytes than its name says.
  mutating func asset(_ name: String) -> Asset? {
    if let asset = known[name] { return asset }
    guard !name.utf8.contains(UInt8(ascii: "/")), let data = HostFile.read("\(folder)/\(name)")
    else { return nil }
    let asset = Asset(data: data)
    guard Self.name(of: asset).hasBytes(of: name) else { return nil }
    known[name] = asset
    return asset
  }

  /// Writes the world's files, except those that exist already; false where that fails.
  func write(_ world: World) -> Bool {
    let uploaded = world.uploads.assets(at: world.clock.now)
    let assets = world.indexes.files.assets + uploaded
    if assets.isEmpty { return true }
    guard HostFile.makeFolder(folder) else { return false }
    for asset in assets where !asset.isReleased {
      let path = "\(folder)/\(Self.name(of: asset))"
      // What has the size and the name was written whole, and never changes.
      if HostFile.size(path) == asset.size { continue }
      guard asset.data.withUnsafeBufferPointer({ HostFile.write($0, to: path) }) else {
        return false
      }
    }
    return true
  }
}
