/// How long what the service issues is valid, at a time of its clock.
struct Lifetime: Sendable {
  /// Milliseconds since 1970.
  let now: Int64
  /// In milliseconds.
  private let life: Int64?

  /// A lifetime without end.
  static let unlimited = Lifetime(nil, now: 0)

  /// - Parameter seconds: Nil means without end.
  init(_ seconds: Int?, now: Int64) {
    self.now = now
    life = seconds.map { seconds in
      let (milliseconds, overflows) = Int64(seconds).multipliedReportingOverflow(by: 1000)
      return overflows ? .max : milliseconds
    }
  }

  /// The time of issue that is noted in what is issued now; nil if it is valid without end.
  var issueTime: Int64? { life == nil ? nil : now }

  /// Whether the lifetime of what was issued at the given time is over. Nil means that its time was
  /// not noted.
  func isOver(since issued: Int64?) -> Bool {
    guard let life, let issued else { return false }
    let (age, overflows) = now.subtractingReportingOverflow(issued)
    return !overflows && age >= life
  }
}
