internal import MockCloudCore

/// The errors that were set by one request for several operations, as `setError` does for kinds with two
/// operations. A test sets one error, so that one of them has to act.
struct ErrorGroups {
  /// The numbers of the groups of errors.
  private var numbers: [RuleRecord: Int] = [:]
  private var last = 0
  /// Those in which an error has acted.
  private var having: Set<Int> = []

  /// Whether one of the errors has acted that were set with this one.
  func haveActed(with error: RuleRecord) -> Bool { numbers[error].map(having.contains) ?? false }

  /// Registers the errors that one request has set.
  mutating func set(_ errors: [ReportFaults.Entry]) {
    let calls = errors.filter { $0.id.hasPrefix(SetError.name) }
    guard calls.count > 1 else { return }
    last += 1
    for error in calls { numbers[error.record] = last }
  }

  /// Registers that an error stands for a former one, which a loaded state replaced.
  mutating func replace(_ former: RuleRecord, by error: RuleRecord) {
    if let number = numbers[former] { numbers[error] = number }
  }

  /// Registers the groups in which an error has acted.
  mutating func note(_ reports: [ReportFaults.Entry]) {
    if numbers.isEmpty { return }
    for report in reports where report.hasActedByNow {
      if let number = numbers[report.record] { having.insert(number) }
    }
  }
}
