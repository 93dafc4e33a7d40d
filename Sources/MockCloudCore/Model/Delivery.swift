/// How an operation that reports by events is run: what CloudKit's `CKOperation.Configuration` and
/// `Operation` say of it.
public struct Delivery: Sendable, Hashable {
  /// `Operation.queuePriority`: which of the operations that are due runs first.
  public enum Priority: String, Sendable, CaseIterable {
    case veryHigh
    case high
    case normal
    case low
    case veryLow
  }

  /// Which runs first of those with the same priority.
  public enum QualityOfService: String, Sendable, CaseIterable {
    case userInteractive
    case userInitiated
    case `default`
    case utility
    case background
  }

  /// The operations that must be done before this one runs.
  public var dependencies: [String] = []
  public var priority = Priority.normal
  public var qualityOfService = QualityOfService.default
  /// The longest that the operation waits for its answer (DOC timeoutIntervalForRequest).
  public var timeoutMilliseconds = Self.standardTimeout
  /// Whether the answer is kept once it was reported, so that it can be reported again.
  public var isLongLived = false

  public init() {}

  /// DOC: 60 seconds.
  public static let standardTimeout: Int64 = 60_000

  /// How long the answer of a long-lived operation is kept, in milliseconds (DOC: about a day).
  static let life: Int64 = 86_400_000

  /// Lower runs first.
  var order: UInt64 {
    let priority = Priority.allCases.firstIndex(of: priority) ?? 0
    let quality = QualityOfService.allCases.firstIndex(of: qualityOfService) ?? 0
    return UInt64(priority) << 3 | UInt64(quality)
  }
}
