internal import MockCloudCore

/// How an operation changes rules.
enum RuleChange {
  /// Removes some.
  case removal
  /// Sets errors, which may replace or clear others.
  case setting
  /// Replaces all of them, with their counts, by those of an earlier state of the cloud.
  case replacement
  /// The same, by those of a state document.
  case load
  /// The same, between the runs of an exploration.
  case run

  /// Nil for operations that remove no rules.
  init?(_ operation: String) {
    switch operation {
    case RemoveFault.name, ClearFaults.name, HealFaults.name, LoadFaults.name: self = .removal
    case SetError.name, SetRecordErrors.name: self = .setting
    case RestoreSnapshot.name, ResetCloud.name: self = .replacement
    case LoadState.name: self = .load
    case NextCase.name, EndExploration.name: self = .run
    default: return nil
    }
  }
}
