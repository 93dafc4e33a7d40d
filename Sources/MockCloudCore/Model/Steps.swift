/// Counts the steps of which calls consist, for the tests that compare what a call costs in small and
/// in large worlds: nodes of maps that are searched, entries that are passed, members of lists that
/// are looked at. Only debug builds count.
enum Steps {
  #if DEBUG
    /// A count of what one task does; no other task adds to it.
    final class Count: @unchecked Sendable {
      fileprivate(set) var total = 0
    }

    @TaskLocal static var count: Count?
  #endif

  /// Adds to the count of the current task, if it has one.
  @inline(__always)
  static func take(_ number: @autoclosure () -> Int = 1) {
    #if DEBUG
      if let count { count.total &+= number() }
    #endif
  }
}
