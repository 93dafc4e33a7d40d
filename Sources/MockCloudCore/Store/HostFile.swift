#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Files of the host, named by a test. Nothing here can hang or read without end: only regular
/// files of a bounded size are opened.
enum HostFile {
  /// Larger files are treated as unreadable.
  private static let largest = 1 << 30

  /// The bytes of a regular file that a request names.
  ///
  /// - Parameter key: The key that holds the path.
  static func contents(of path: String, key: String) throws(Misuse) -> [UInt8] {
    guard let bytes = read(path) else {
      throw Misuse.badMockRequest(
        "\(key): '\(NameRules.shortened(path))' cannot be read", key: key, expected: "a file")
    }
    return bytes
  }

  /// The bytes of a regular file, or nil where it cannot be read.
  static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let size = Int(exactly: status.st_size), size <= largest
    else { return nil }
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      while count < size {
        #if canImport(Glibc)
          let got = Glibc.read(file, start + count, size - count)
        #elseif canImport(Musl)
          let got = Musl.read(file, start + count, size - count)
        #else
          let got = Darwin.read(file, start + count, size - count)
        #endif
        if got <= 0 {
          failed = got < 0
          break
        }
        count += got
      }
    }
    return failed ? nil : bytes
  }

  /// Writes a file whole or not at all: into a file beside it, which then takes its place.
  static func write(_ bytes: UnsafeBufferPointer<UInt8>, to path: String) -> Bool {
    let temporary = path + ".new"
    guard let file = fopen(temporary, "wbe") else { return false }
    let written = fwrite(bytes.baseAddress, 1, bytes.count, file)
    let closed = fclose(file)
    guard written == bytes.count, closed == 0, rename(temporary, path) == 0 else {
      unlink(temporary)
      return false
    }
    return true
  }
}

extension Misuse {
  /// The refusal of a file that cannot be written.
  static func unwritable(_ path: String) -> Misuse {
    badMockRequest(
      "'\(NameRules.shortened(path))' cannot be written", key: "path",
      expected: "the path of a file in a folder that exists")
  }
}
