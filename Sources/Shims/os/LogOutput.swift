internal import Glibc

/// Writes lines to the standard error output.
enum LogOutput {
  /// Writes a line with one call of the system, so that lines of several threads do not mix.
  static func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        bytes.baseAddress.map { Glibc.write(STDERR_FILENO, $0 + written, bytes.count - written) }
      }
      guard let count, count > 0 else {
        if errno == EINTR { continue }
        return
      }
      written += count
    }
  }

  /// Writes a message of a log, with its level.
  static func write(_ kind: String, _ log: OSLog, _ message: String) {
    let origin =
      log.subsystem.isEmpty && log.category.isEmpty ? "" : "[\(log.subsystem):\(log.category)] "
    write("\(kind) \(origin)\(message)")
  }
}
