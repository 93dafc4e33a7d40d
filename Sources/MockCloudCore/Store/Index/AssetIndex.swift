/// Files by checksum, with counts: those of the records of a zone, or those of a world by the
/// number of its zones.
struct AssetIndex: Sendable {
  private var files = RareMap<String, Held>()

  private struct Held: Sendable {
    let asset: Asset
    var references: Int
  }

  subscript(fileChecksum: String) -> Asset? { files[fileChecksum]?.asset }

  /// The number of distinct files and their bytes, regardless of the number of uses.
  private(set) var figure = AssetFigure(files: 0, bytes: 0)

  /// All files.
  var assets: [Asset] { files.map(\.value.asset) }

  /// Adds a use of a file. Returns whether it is the first.
  @discardableResult
  mutating func add(_ asset: Asset) -> Bool {
    let isKnown = files.modify(asset.fileChecksum) { $0.references += 1 } != nil
    if isKnown { return false }
    files.updateValue(Held(asset: asset, references: 1), forKey: asset.fileChecksum)
    figure.files += 1
    figure.bytes += asset.size
    return true
  }

  /// Removes a use of a file. Returns whether it was the last.
  @discardableResult
  mutating func remove(_ asset: Asset) -> Bool {
    let left = files.modify(asset.fileChecksum) { held in
      held.references -= 1
      return held.references
    }
    guard let left, left <= 0, let gone = files.removeValue(forKey: asset.fileChecksum) else {
      return false
    }
    figure.files -= 1
    figure.bytes -= gone.asset.size
    return true
  }

  /// Adds the files of a record, and reports those that are new.
  mutating func add(_ record: Record, _ news: inout [ZoneNews]) {
    for asset in record.fields.lazy.flatMap(\.value.assets) where add(asset) {
      news.append(ZoneNews(.file(asset), true))
    }
  }

  /// Removes the files of a record, and reports those that have no use any more.
  mutating func remove(_ record: Record, _ news: inout [ZoneNews]) {
    for asset in record.fields.lazy.flatMap(\.value.assets) where remove(asset) {
      news.append(ZoneNews(.file(asset), false))
    }
  }

  /// Returns the first file with different counts.
  func firstDifference(from other: AssetIndex) -> String? {
    RareMap.firstDifference(files, other.files) { $0.references == $1.references }
  }
}

/// The stored files of a cloud, each counted once regardless of the number of records.
public struct AssetFigure: Sendable, Equatable {
  public internal(set) var files: Int
  public internal(set) var bytes: Int
}

extension World {
  /// The files of records, and uploaded files that may still be saved.
  var assetFigure: AssetFigure {
    var figure = indexes.files.figure
    var uploaded = AssetIndex()
    for asset in uploads.assets(at: clock.now)
    where indexes.files[asset.fileChecksum] == nil && uploaded.add(asset) {
      figure.files += 1
      figure.bytes += asset.size
    }
    return figure
  }

  /// Returns the equal file of an existing record if there is one, so that its bytes are stored
  /// once.
  func shared(_ asset: Asset) -> Asset { indexes.files[asset.fileChecksum] ?? asset }
}
