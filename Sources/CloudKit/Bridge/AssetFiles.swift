internal import Foundation

/// The files of fetched assets: in a directory of the process, which is removed when it exits.
enum AssetFiles {
  /// The directory; nil if it cannot be made.
  private static let directory: URL? = {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("MockCloud-\(UUID().uuidString)", isDirectory: true)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      return nil
    }
    atexit { AssetFiles.remove() }
    return url
  }()

  /// Writes a file of its own; nil if it cannot be written, which is an asset without a file.
  static func write(_ bytes: [UInt8]) -> URL? {
    guard let url = directory?.appendingPathComponent(UUID().uuidString) else { return nil }
    do {
      try Data(bytes).write(to: url)
      return url
    } catch {
      return nil
    }
  }

  private static func remove() {
    guard let directory else { return }
    try? FileManager.default.removeItem(at: directory)
  }
}
