extension ErrorSpecification? {
  /// Returns the error with the separately specified reason and wait.
  func adding(_ reason: String?, _ retryAfter: Double?) throws(Misuse) -> Self {
    if let problem = self?.problem?.inside("error")
      ?? ErrorSpecification.problem(ofWait: retryAfter)
    {
      throw problem.misuse
    }
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
