/// Files by checksum: those that the records of a zone hold, or those of a world that its zones hold,
/// and how often.
struct AssetIndex: Sendable {
  private var files = OrderedMap<String, Held>()

  private struct Held: Sendable {
    let asset: Asset
    var references: Int
  }

  subscript(fileChecksum: String) -> Asset? { files[fileChecksum]?.asset }

  /// How many files there are, and their bytes: each counts once, however many hold it.
  private(set) var figure = AssetFigure(files: 0, bytes: 0)

  /// Every file.
  var assets: [Asset] { files.map(\.value.asset) }

  /// Notes one more that holds the file; returns whether it is the first.
  @discardableResult
  mutating func add(_ asset: Asset) -> Bool {
    let isKnown = files.modify(asset.fileChecksum) { $0.references += 1 } != nil
    if isKnown { return false }
    files.updateValue(Held(asset: asset, references: 1), forKey: asset.fileChecksum)
    figure.files += 1
    figure.bytes += asset.size
    return true
  }

  /// Notes one less that holds the file; returns whether it was the last.
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

  /// Notes the files of a record, and which of them are new.
  mutating func add(_ record: Record, _ news: inout [ZoneNews]) {
    for asset in record.fields.lazy.flatMap(\.value.assets) where add(asset) {
      news.append(ZoneNews(.file(asset), true))
    }
  }

  /// Notes that a record holds its files no more, and which of them nothing holds now.
  mutating func remove(_ record: Record, _ news: inout [ZoneNews]) {
    for asset in record.fields.lazy.flatMap(\.value.assets) where remove(asset) {
      news.append(ZoneNews(.file(asset), false))
    }
  }

  /// The first file that the two count differently.
  func firstDifference(from other: AssetIndex) -> String? {
    OrderedMap.firstDifference(files, other.files) { $0.references == $1.references }
  }
}

/// What a cloud keeps of files: each counts once, however many records hold it.
public struct AssetFigure: Sendable, Equatable {
  public internal(set) var files: Int
  public internal(set) var bytes: Int
}

extension World {
  /// The files that records hold, and those that were uploaded and may still be saved.
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

  /// The same file as some record holds it already, so that its bytes are kept once.
  func shared(_ asset: Asset) -> Asset { indexes.files[asset.fileChecksum] ?? asset }
}
