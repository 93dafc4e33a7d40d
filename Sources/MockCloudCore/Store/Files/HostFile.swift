#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Access to files of the host that a test names. It cannot block or read without end: only regular
/// files of a bounded size are opened.
enum HostFile {
  /// The maximum size of a file; larger ones are treated as unreadable.
  private static let largest = 1 << 30

  /// Returns the bytes of a regular file that a request names.
  ///
  /// - Parameter key: The key that holds the path.
  static func contents(of path: String, key: String) throws(Misuse) -> [UInt8] {
    guard let bytes = read(path) else { throw Misuse.unreadable(path, key: key) }
    return bytes
  }

  /// Returns the bytes of a regular file, or nil if it cannot be read.
  static func read(_ path: String) -> [UInt8]? {
    guard let file = Opened(path), file.size <= largest else { return nil }
    Steps.take(file.size >> 10)
    return file.read(0..<file.size)
  }

  /// A regular file of any size that is read in pieces.
  final class Opened: Sendable {
    private let file: Int32
    /// The size of the file when it was opened.
    let size: Int

    /// Returns nil if the file cannot be read.
    init?(_ path: String) {
      let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { return nil }
      var status = stat()
      guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        let size = Int(exactly: status.st_size)
      else {
        close(file)
        return nil
      }
      self.file = file
      self.size = size
    }

    deinit { close(file) }

    /// Returns these bytes, or fewer at the end of the file; nil if they cannot be read.
    func read(_ range: Range<Int>) -> [UInt8]? {
      var failed = false
      let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
        guard let start = buffer.baseAddress else { return }
        while count < range.count {
          let got = readSome(
            file, start + count, range.count - count, at: range.lowerBound + count)
          if got <= 0 {
            failed = got < 0
            break
          }
          count += got
        }
      }
      return failed ? nil : bytes
    }

    private static var pieceSize: Int { 1 << 20 }

    /// Lends these bytes piece by piece until `body` returns false. Returns false if they cannot be
    /// read.
    func scan(_ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
      var start = range.lowerBound
      while start < range.upperBound {
        let end = Swift.min(start + Self.pieceSize, range.upperBound)
        guard let piece = read(start..<end), !piece.isEmpty else { return false }
        guard piece.withUnsafeBufferPointer(body) else { return true }
        start += piece.count
      }
      return true
    }
  }

  /// Returns the size of a regular file in bytes; nil if there is none.
  static func size(_ path: String) -> Int? {
    regularFile(path).flatMap { Int(exactly: $0.st_size) }
  }

  /// Returns the attributes of a regular file; nil if there is none.
  private static func regularFile(_ path: String) -> stat? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return status
  }

  /// The version of a file when it was checked. It differs after a change.
  struct Stamp: Equatable, Sendable {
    /// Device, inode, size, and the times of the last changes of content and of status.
    private var numbers: [Int64] = []

    /// The stamp of a path without a readable file.
    static let missing = Stamp()

    init() {}

    init(of path: String) {
      guard let status = HostFile.regularFile(path) else { return }
      #if canImport(Darwin)
        let (changed, touched) = (status.st_mtimespec, status.st_ctimespec)
      #else
        let (changed, touched) = (status.st_mtim, status.st_ctim)
      #endif
      numbers = [
        Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino),
        Int64(truncatingIfNeeded: status.st_size), Int64(changed.tv_sec), Int64(changed.tv_nsec),
        Int64(touched.tv_sec), Int64(touched.tv_nsec),
      ]
    }
  }

  /// Writes a line to the standard error of the process.
  static func complain(_ text: String) {
    let line = Array("mockcloud: \(text)\n".utf8)
    withoutPipeSignal { line.withUnsafeBufferPointer { _ = writeAll(STDERR_FILENO, $0) } }
  }

  /// Runs `body`, in which a write to a pipe without a reader fails. Otherwise its signal would end
  /// the process.
  private static func withoutPipeSignal(_ body: () -> Void) {
    var (pipe, former, pending) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, &former)
    sigpending(&pending)
    let wasPending = sigismember(&pending, SIGPIPE) == 1
    body()
    sigpending(&pending)
    if !wasPending, sigismember(&pending, SIGPIPE) == 1 {
      #if canImport(Darwin)
        var number: Int32 = 0
        sigwait(&pipe, &number)
      #else
        var none = timespec()
        sigtimedwait(&pipe, nil, &none)
      #endif
    }
    pthread_sigmask(SIG_SETMASK, &former, nil)
  }
}

// These are global functions, because `read` within the type would refer to its own method.

private func readSome(
  _ file: Int32, _ start: UnsafeMutablePointer<UInt8>, _ count: Int, at offset: Int
) -> Int {
  while true {
    let got = pread(file, start, count, off_t(offset))
    if got >= 0 || errno != EINTR { return got }
  }
}

/// Writes all bytes with as many system calls as necessary. Returns false if that fails.
func writeAll(_ file: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  writeMost(file, bytes) == bytes.count
}

/// The same. Returns the number of bytes that were written.
func writeMost(_ file: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
  guard let start = bytes.baseAddress else { return 0 }
  var done = 0
  while done < bytes.count {
    let count = write(file, start + done, bytes.count - done)
    if count > 0 {
      done += count
    } else if count == 0 || errno != EINTR {
      break
    }
  }
  return done
}
