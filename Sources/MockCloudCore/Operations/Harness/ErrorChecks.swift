extension FaultCount {
  /// Refuses invalid counts.
  static func check(after: Int, times: Int?) throws(Misuse) {
    if after < 0 {
      throw Misuse.badMockRequest(
        "after: 'after' is \(after), which is too small", key: "after", expected: "0 or more")
    }
    if let times, times < 1 {
      throw Misuse.badMockRequest(
        "times: 'times' is \(times), which is too small", key: "times", expected: "1 or more")
    }
  }
}

extension ErrorSpecification? {
  /// Returns the error with the separately specified reason and wait.
  func adding(_ reason: String?, _ retryAfter: Double?) throws(Misuse) -> Self {
    guard var error = self else {
      if reason == nil, retryAfter == nil { return nil }
      throw Misuse.badMockRequest(
        "'reason' and 'retryAfter' require an 'error'",
        key: reason == nil ? "retryAfter" : "reason", expected: "an 'error' as well")
    }
    error.reason = reason ?? error.reason
    error.retryAfter = retryAfter ?? error.retryAfter
    return error
  }
}
