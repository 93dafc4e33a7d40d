#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension HostFile {
  /// Writes a file whole or not at all: into a file beside it, which then takes its place. Once it
  /// returns true, neither the content nor the name is lost where the machine stops.
  static func write(_ bytes: UnsafeBufferPointer<UInt8>, to path: String) -> Bool {
    write(to: path) { $0.append(bytes) }
  }

  /// Takes the content of a file that is being written, piece by piece.
  final class Pieces {
    private let file: Int32
    /// False once a piece could not be written.
    fileprivate private(set) var areWritten = true

    fileprivate init(_ file: Int32) { self.file = file }

    func append(_ bytes: UnsafeBufferPointer<UInt8>) {
      areWritten = areWritten && writeAll(file, bytes)
    }
  }

  /// The same for what `body` writes.
  static func write(to path: String, _ body: (Pieces) -> Void) -> Bool {
    var status = stat()
    let exists = stat(path, &status) == 0
    // A device or a folder must not be replaced by a file.
    if exists, status.st_mode & S_IFMT != S_IFREG { return false }
    guard let (file, temporary) = createBeside(path) else { return false }
    if exists { _ = fchmod(file, status.st_mode & 0o777) }
    let pieces = Pieces(file)
    body(pieces)
    let isWritten = pieces.areWritten && synchronize(file)
    // A descriptor is closed even where `close` is interrupted.
    let isClosed = close(file) == 0 || errno == EINTR
    guard isWritten, isClosed, rename(temporary, path) == 0 else {
      unlink(temporary)
      return false
    }
    let folder = open(self.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
      // Not every file system can: the file is in its place all the same.
      _ = synchronize(folder)
      close(folder)
    }
    return true
  }

  /// Whether a file of that path could be written, as far as one can say before.
  static func isWritable(_ path: String) -> Bool {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return false }
    return !path.isEmpty && path.utf8.last != slash && access(folder(of: path), W_OK | X_OK) == 0
  }

  /// Makes a folder, unless it is there; false where that fails.
  static func makeFolder(_ path: String) -> Bool {
    if mkdir(path, 0o777) == 0 { return true }
    var status = stat()
    return errno == EEXIST && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static let slash = UInt8(ascii: "/")

  /// The folder that holds the file of that path.
  private static func folder(of path: String) -> String {
    guard let end = path.utf8.lastIndex(of: slash) else { return "." }
    return end == path.startIndex ? "/" : String(path[..<end])
  }

  /// A new file in the folder of that path, under an unused name.
  private static func createBeside(_ path: String) -> (file: Int32, name: String)? {
    for attempt in 0..<100 {
      let name = "\(path).\(getpid())-\(attempt).new"
      let file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if file >= 0 { return (file, name) }
      guard errno == EEXIST || errno == EINTR else { return nil }
    }
    return nil
  }

  private static func synchronize(_ file: Int32) -> Bool {
    while fsync(file) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }
}

/// A file that text is put at the end of, by one process or by several: a line is written in one call,
/// behind what is there.
struct AppendedFile: ~Copyable {
  private let file: Int32

  /// Opens the file, or makes it; nil where that fails, or where it is not a regular file.
  init?(_ path: String) {
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0o666)
    guard file >= 0 else { return nil }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      return nil
    }
    self.file = file
  }

  deinit { close(file) }

  /// Puts these bytes at the end; false where that fails.
  func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { writeAll(file, bytes) }
}
