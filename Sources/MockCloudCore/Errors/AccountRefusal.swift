extension AccountStatus {
  /// The error of a call that needs an account, or nil if the account is available (DECIDED:
  /// temporarilyUnavailable has a code of its own, every other status is notAuthenticated).
  var refusal: CloudError? {
    switch self {
    case .available: nil
    case .temporarilyUnavailable:
      CloudError(.accountTemporarilyUnavailable, ServerText.accountNotReady)
    case .couldNotDetermine, .restricted, .noAccount:
      CloudError(.notAuthenticated, ServerText.authenticationRequired(self))
    }
  }
}
