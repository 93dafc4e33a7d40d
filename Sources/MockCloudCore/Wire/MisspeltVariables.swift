#if canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Reports environment variables that are probably misspelt, which would otherwise be ignored.
enum MisspeltVariables {
  /// Variables that other parts of MockCloud read: that of the library that Python loads, that of the
  /// build of a wheel, and that of the Swift shim of `os`.
  private static let others = ["MOCKCLOUD_LIBRARY", "MOCKCLOUD_PURE_WHEEL", "MOCKCLOUD_LOG"]

  private static let known = LaunchEnvironment.Variable.allCases.map(\.rawValue) + others
  private static let prefix = "MOCKCLOUD"

  /// Writes a line to standard error for each variable whose name is nearly that of a known one, when
  /// it is first used in a process.
  static let report: Void = {
    for name in names().genericSorted(by: <) {
      guard let nearest = nearest(to: name) else { continue }
      let line =
        "mockcloud: the environment variable \(name) has no effect; did you mean \(nearest)?\n"
      _ = Array(line.utf8).withUnsafeBufferPointer { writeAll(STDERR_FILENO, $0) }
    }
  }()

  /// Returns the known variable of which a name is probably a misspelling.
  ///
  /// Of names with the prefix of all, only the rest is compared: `MOCKCLOUD_LOGS` is nearly
  /// `MOCKCLOUD_LOG`, and `MOCKCLOUD_OF_MY_OWN` is nearly none.
  static func nearest(to name: String) -> String? {
    if known.contains(where: { $0.hasBytes(of: name) }) { return nil }
    guard let rest = rest(of: name) else { return Spelling.nearly(name, among: known) }
    let rests = known.compactMap { self.rest(of: $0) }
    return Spelling.nearly(rest, among: rests).map { prefix + $0 }
  }

  /// Returns what follows the prefix, in upper or lower case; nil without the prefix.
  private static func rest(of name: String) -> String? {
    guard name.utf8.count > prefix.utf8.count,
      zip(name.utf8, prefix.utf8).allSatisfy({ $0 & ~0x20 == $1 })
    else { return nil }
    return String(name.utf8.dropFirst(prefix.utf8.count))
  }

  /// Returns the names of the variables of the process that are UTF-8.
  private static func names() -> [String] {
    #if canImport(Glibc)
      // The overlay's `environ` ends the process after `clearenv()`.
      guard var entry = __environ else { return [] }
    #elseif canImport(Musl)
      guard var entry = environ else { return [] }
    #else
      var entry = _NSGetEnviron().pointee
    #endif
    var names: [String] = []
    while let text = entry.pointee {
      let count = strcspn(text, "=")
      let name = UnsafeRawBufferPointer(start: text, count: Int(count))
      names += String(validating: name, as: UTF8.self).map { [$0] } ?? []
      entry += 1
    }
    return names
  }
}
