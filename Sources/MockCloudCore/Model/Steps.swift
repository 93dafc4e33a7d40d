/// Counts the steps of calls, for the tests that compare the cost of a call in small and in large
/// worlds: visited nodes of maps, visited entries, visited members of lists. Only debug builds
/// count.
enum Steps {
  #if DEBUG
    /// The count of one task; other tasks do not add to it.
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
