// The values of effects.

/// A call that a rule makes. Its implementation is in a later folder.
public protocol FaultCall: AnyObject, Sendable {
  /// The name of the called operation.
  var operationName: String { get }
}

/// A call that names a caller.
protocol CallOfCaller: FaultCall {
  /// A text of the request and the caller, which differs for different ones.
  var content: String { get }
  /// Refuses a caller who does not exist.
  func checkCaller(in world: borrowing World) throws(Misuse)
}

/// The growth of the wait that an error announces.
public enum FaultWait: Sendable, Equatable {
  /// The wait of the error itself.
  case fixed
  /// Each wait is longer than the previous one by the factor, up to the maximum in seconds.
  case growing(factor: Double, most: Double)
}

/// A duration in milliseconds.
public enum FaultLatency: Sendable, Equatable {
  case fixed(Int64)
  case uniform(least: Int64, most: Int64)
  /// A log-normal distribution: most values are near the median, few are far larger.
  case lognormal(median: Double, sigma: Double)
  /// It changes from the time at which the rule was armed, or from the start of its time.
  case ramp(FaultRamp)
}

/// A token bucket: it holds at most `burst` calls and is filled with `perSecond` calls in a second.
public struct FaultRate: Sendable, Equatable {
  public var perSecond: Double
  public var burst: Int

  public init(perSecond: Double, burst: Int = 1) {
    self.perSecond = perSecond
    self.burst = burst
  }
}

/// The age of the indexes that queries use.
public enum FaultLag: Sendable, Equatable {
  /// The indexes are the given milliseconds old.
  case time(Int64)
  /// The indexes lack the given number of changes of each zone.
  case versions(Int)
}

/// A save by another device of records that a call is about to save.
public struct FaultConflict: Sendable, Equatable {
  /// Nil means every record.
  public var recordName: FaultPattern?
  /// The fields that it writes; if empty, it saves a new version with the same values.
  public var fields: [FaultCondition.Field]

  public init(recordName: FaultPattern? = nil, fields: [FaultCondition.Field] = []) {
    self.recordName = recordName
    self.fields = fields
  }
}
