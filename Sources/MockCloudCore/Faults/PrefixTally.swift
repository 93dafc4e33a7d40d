/// Counts how often the first elements of a list were passed, without writing to each of them.
struct PrefixTally: Sendable {
  /// The points at which exactly the first elements were passed, by the number of these.
  private var passed = [Passed()]
  private var isUsed = false

  struct Passed: Sendable {
    var count = 0
    /// The last point.
    var point: UInt64 = 0
  }

  /// Adds an element.
  mutating func add() { passed.append(Passed()) }

  mutating func count(_ number: Int, at point: UInt64) {
    passed[number].count &+= 1
    passed[number].point = point
    isUsed = true
  }

  /// Passes the counts of all elements that were passed to `body`, and forgets them.
  mutating func settle(_ body: (Int, Passed) -> Void) {
    guard isUsed else { return }
    isUsed = false
    var sum = Passed()
    for index in passed.indices.reversed() {
      Steps.take()
      sum.count &+= passed[index].count
      sum.point = max(sum.point, passed[index].point)
      passed[index] = Passed()
      if index > 0, sum.count > 0 { body(index - 1, sum) }
    }
  }
}
