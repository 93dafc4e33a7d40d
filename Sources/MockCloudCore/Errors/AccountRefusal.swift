extension AccountStatus {
  /// What a call that needs an account is answered with, or nil when the account is there (DECIDED:
  /// temporarilyUnavailable has a code of its own, every other status is no account).
  var refusal: CloudError? {
    switch self {
    case .available: nil
    case .temporarilyUnavailable:
      CloudError(.accountTemporarilyUnavailable, ServerText.accountNotReady)
    case .couldNotDetermine, .restricted, .noAccount:
      CloudError(.notAuthenticated, ServerText.authenticationRequired)
    }
  }
}
