internal import Synchronization

/// The settings of an operation that reports by events, from CloudKit's `CKOperation.Configuration`
/// and `Operation`.
public struct Delivery: Sendable, Hashable {
  /// `Operation.queuePriority`: the order of operations that are ready.
  public enum Priority: String, Sendable, CaseIterable {
    case veryHigh
    case high
    case normal
    case low
    case veryLow
  }

  /// The order of operations with the same priority.
  public enum QualityOfService: String, Sendable, CaseIterable {
    case userInteractive
    case userInitiated
    case `default`
    case utility
    case background
  }

  /// The operations that must finish before this one runs.
  public var dependencies: [String] = []
  public var priority = Priority.normal
  public var qualityOfService = QualityOfService.default
  /// The timeout for the answer (DOC timeoutIntervalForRequest).
  public var timeoutMilliseconds = Self.standardTimeout
  /// Whether the answer is kept after it was reported, so that it can be reported again.
  public var isLongLived = false
  /// Whether the operation may use the cellular network. The simulated networks are of no kind: it is
  /// only in the journal.
  public var allowsCellularAccess = true
  /// The name of the `CKOperationGroup`, which the service logs. It is only in the journal.
  public var group: String?

  public init() {}

  /// The settings for the journal. Which operations came before it can be read there.
  var logged: Delivery {
    var logged = self
    logged.dependencies = []
    return logged
  }

  /// DOC: 60 seconds.
  public static let standardTimeout: Int64 = 60_000

  /// The time for which the answer of a long-lived operation is kept, in milliseconds (DOC: about a
  /// day).
  static let life: Int64 = 86_400_000

  /// The rank of the operation; lower ranks run first.
  var order: UInt64 {
    let priority = Priority.allCases.firstIndex(of: priority) ?? 0
    let quality = QualityOfService.allCases.firstIndex(of: qualityOfService) ?? 0
    return UInt64(priority) << 3 | UInt64(quality)
  }
}

/// How the blocks of an operation reach the client.
package enum Reporting: Sendable {
  /// As events.
  case events
  /// By a `HandedReport`, with or without the progress of records.
  case handed(progress: Bool, to: HandedClient)
  /// Not at all: the client of a long-lived operation has ended, and another one may ask for its answer.
  case nobody

  /// The client to which the blocks are handed.
  var client: HandedClient? { if case .handed(_, let client) = self { client } else { nil } }

  /// Whether these blocks are handed to the client.
  func isHanded(to client: HandedClient) -> Bool {
    self.client === client
  }
}

/// Whom the blocks of one call are handed to. The ID of the call does not suffice: a world that was
/// restored may have given it to another call.
package final class HandedClient: Sendable {
  /// The responses that it had when it made the operation; nil if those count that it has when it
  /// submits it.
  package let knownResponses: KnownResponses?
  /// When its app made or added the operation; nil if that was just now.
  let moment: ClientMoment?
  private let submitted = AtomicLazyReference<SubmittedOperation>()

  package init(knowing responses: KnownResponses? = nil, since moment: ClientMoment? = nil) {
    (knownResponses, self.moment) = (responses, moment)
  }

  /// The ID of the long-lived operation that it has submitted; nil if it has not yet. Who has a copy of a
  /// cloud with the operation finds it.
  package var submittedID: String? { submitted.load()?.id }

  func noteSubmitted(_ operationID: String) {
    _ = submitted.storeIfNil(SubmittedOperation(operationID))
  }
}

/// The ID of an operation that was submitted.
private final class SubmittedOperation: Sendable {
  let id: String

  init(_ id: String) { self.id = id }
}
