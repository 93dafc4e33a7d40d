internal import MockCloudCore

/// The errors that were set by one request for several operations, as `setError` does for kinds with two
/// operations. A test sets one error, so that one of them has to act.
struct ErrorGroups {
  /// The numbers of the groups, by the names of their errors.
  private var numbers: [String: Int] = [:]
  private var last = 0
  private var having: Set<Int> = []

  /// The names of errors of groups in which one has acted.
  var acted: Set<String> { Set(numbers.keys.filter(hasActed)) }

  /// Whether one of the errors has acted that were set with this one.
  func hasActed(_ id: String) -> Bool { numbers[id].map(having.contains) ?? false }

  /// Registers the errors that one request has set, instead of those that had their names.
  mutating func set(_ ids: some Collection<String>) {
    let calls = ids.filter { $0.hasPrefix(SetError.name) }
    last += 1
    for id in calls { numbers[id] = calls.count > 1 ? last : nil }
  }

  /// Registers the groups in which an error has acted.
  mutating func note(_ reports: [ReportFaults.Entry]) {
    if numbers.isEmpty { return }
    for report in reports where report.hasActed {
      if let number = numbers[report.id] { having.insert(number) }
    }
  }
}
