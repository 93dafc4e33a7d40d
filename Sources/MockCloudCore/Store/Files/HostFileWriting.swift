#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension HostFile {
  /// Writes a file completely or not at all: writes a temporary file in the same folder and renames
  /// it. If this returns true, content and name survive a crash of the machine.
  static func write(_ bytes: UnsafeBufferPointer<UInt8>, to path: String) -> Bool {
    write(to: path) { $0.append(bytes) }
  }

  /// Receives the content of a file piece by piece.
  final class Pieces {
    private let file: Int32
    /// Becomes false when a piece cannot be written.
    fileprivate private(set) var areWritten = true

    fileprivate init(_ file: Int32) { self.file = file }

    func append(_ bytes: UnsafeBufferPointer<UInt8>) {
      areWritten = areWritten && writeAll(file, bytes)
    }
  }

  /// The same for the content that `body` writes.
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
    // The descriptor is closed even if `close` is interrupted.
    let isClosed = close(file) == 0 || errno == EINTR
    guard isWritten, isClosed, rename(temporary, path) == 0 else {
      unlink(temporary)
      return false
    }
    let folder = open(self.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
      // Not supported by all file systems; the file is in place in any case.
      _ = synchronize(folder)
      close(folder)
    }
    return true
  }

  /// Whether a file with the given path can be written, as far as that can be checked in advance.
  static func isWritable(_ path: String) -> Bool {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return false }
    return !path.isEmpty && path.utf8.last != slash && access(folder(of: path), W_OK | X_OK) == 0
  }

  /// Returns the path from the root to a file that may not exist, without links to folders: the same
  /// for all spellings, and valid after the process has changed its folder.
  static func absolute(_ path: String) -> String {
    guard let resolved = realpath(folder(of: path), nil) else { return path }
    defer { free(resolved) }
    guard let folder = String(validatingCString: resolved) else { return path }
    let end = path.utf8.lastIndex(of: slash)
    let name = end.map { path[path.utf8.index(after: $0)...] } ?? path[...]
    return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }

  /// Creates a folder if it does not exist. Returns false if that fails.
  static func makeFolder(_ path: String) -> Bool {
    if mkdir(path, 0o777) == 0 { return true }
    var status = stat()
    return errno == EEXIST && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static let slash = UInt8(ascii: "/")

  /// Returns the folder of a path.
  private static func folder(of path: String) -> String {
    guard let end = path.utf8.lastIndex(of: slash) else { return "." }
    return end == path.startIndex ? "/" : String(path[..<end])
  }

  /// Creates a file in the folder of the given path, under an unused name.
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

/// A file to which one or several processes append: each line is written with a single call.
struct AppendedFile: ~Copyable {
  private let file: Int32

  /// Opens or creates the file; returns nil if that fails, or if it is not a regular file.
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

  /// Appends these bytes. Returns false if that fails: then none of them is left in the file, unless
  /// another process has appended to them.
  func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let written = writeMost(file, bytes)
    if written == bytes.count { return true }
    var status = stat()
    let end = lseek(file, 0, SEEK_CUR)
    if written > 0, fstat(file, &status) == 0, status.st_size == end, end >= off_t(written) {
      _ = ftruncate(file, end - off_t(written))
    }
    return false
  }
}
