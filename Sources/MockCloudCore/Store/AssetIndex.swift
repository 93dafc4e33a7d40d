/// The files that the records of a zone hold, by checksum, and how often.
struct AssetIndex: Sendable {
  private var files = OrderedMap<String, Held>()

  private struct Held: Sendable {
    let asset: Asset
    var references: Int
  }

  subscript(fileChecksum: String) -> Asset? { files[fileChecksum]?.asset }

  mutating func add(_ record: Record) {
    for asset in record.fields.lazy.flatMap(\.value.assets) {
      let count = files.modify(asset.fileChecksum) { held in
        held.references += 1
        return held.references
      }
      if count == nil {
        files.updateValue(Held(asset: asset, references: 1), forKey: asset.fileChecksum)
      }
    }
  }

  mutating func remove(_ record: Record) {
    for asset in record.fields.lazy.flatMap(\.value.assets) {
      let left = files.modify(asset.fileChecksum) { held in
        held.references -= 1
        return held.references
      }
      if let left, left <= 0 { files.removeValue(forKey: asset.fileChecksum) }
    }
  }

  /// The first file that the two count differently.
  func firstDifference(from other: AssetIndex) -> String? {
    OrderedMap.firstDifference(files, other.files) { $0.references == $1.references }
  }

  /// Notes every file's size by its checksum.
  func collect(into sizes: inout [String: Int]) {
    for (checksum, held) in files { sizes[checksum] = held.asset.size }
  }
}

/// What a cloud keeps of files: each counts once, however many records hold it.
public struct AssetFigure: Sendable, Equatable {
  public let files: Int
  public let bytes: Int
}

extension World {
  /// The files that records hold, and those that were uploaded and may still be saved.
  var assetFigure: AssetFigure {
    var sizes: [String: Int] = [:]
    for database in databases {
      for (_, zone) in database.zones { zone.assets.collect(into: &sizes) }
    }
    uploads.collect(into: &sizes, at: clock.now)
    return AssetFigure(files: sizes.count, bytes: sizes.values.reduce(0, +))
  }

  /// The same file as some record holds it already, so that its bytes are kept once.
  func shared(_ asset: Asset) -> Asset {
    for database in databases {
      if let known = database.shared(asset) { return known }
    }
    return asset
  }
}

extension Database {
  /// The same file as some record here holds it.
  func shared(_ asset: Asset) -> Asset? {
    for (_, zone) in zones {
      if let known = zone.assets[asset.fileChecksum] { return known }
    }
    return nil
  }
}
