internal import Foundation
internal import MockCloudCore

/// How the calls of an operation run: as it was set when the first one was made.
struct OperationTerms {
  fileprivate let delivery: Delivery
  /// The time that all calls together may take, in milliseconds.
  fileprivate let limit: Int64
  /// The cloud's time when the first call was made; nil if no other call follows it, or if calls take no
  /// time.
  fileprivate let began: Int64?

  /// - Parameter time: The cloud's time, if other calls may follow the first one.
  fileprivate init(of operation: CKOperation, at time: Int64?) {
    let group = operation.effectiveGroup
    let configuration = operation.settings.effective(in: group)
    var delivery = Delivery(configuration, in: group)
    delivery.priority = Delivery.Priority(operation.queuePriority)
    self.delivery = delivery
    limit = Delivery.milliseconds(configuration.timeoutIntervalForResource)
    began = time
  }

  /// How a call after the first one runs; nil if the time is over. Its answer is not kept: there is no ID
  /// by which it could be asked for, and an operation that gets the answer of the first one makes the
  /// others again.
  fileprivate func following(at time: Int64?) -> Delivery? {
    var following = delivery
    following.isLongLived = false
    guard let began, let time else { return following }
    let left = limit - max(0, time &- began)
    if left < 0 { return nil }
    following.timeoutMilliseconds = min(delivery.timeoutMilliseconds, left)
    return following
  }
}

/// A call with all that it takes from its operation.
struct PreparedCall<Part, End> {
  let call: ServiceCall<Part, End>
  /// How the cloud runs it; nil if the time of the operation is over.
  let delivery: Delivery?
  /// The kept call whose answer the operation gets instead; nil for a new call.
  let keptID: CallID?
  /// The operation that a long-lived one leaves; nil for others.
  let copy: CKOperation?

  /// Whether another operation may get the answer.
  var isKept: Bool { keptID != nil || delivery?.isLongLived == true }
}

extension PreparedCall {
  /// - Parameters:
  ///   - keptID: The kept call whose answer the operation gets instead; nil for a new call.
  ///   - mayContinue: Whether the operation may make several calls.
  init(
    _ call: ServiceCall<Part, End>, of operation: CKOperation, keptID: CallID? = nil,
    mayContinue: Bool
  ) {
    (self.call, self.keptID) = (call, keptID)
    let time = mayContinue ? call.cloudTime : nil
    if let terms = operation.run.terms {
      (delivery, copy) = (terms.following(at: time), nil)
    } else {
      let terms = OperationTerms(of: operation, at: time)
      operation.run.terms = terms
      delivery = terms.delivery
      copy = terms.delivery.isLongLived && keptID == nil ? operation.copied() : nil
    }
  }
}

extension OperationSettings {
  /// How the cloud runs the calls of convenience methods: as nothing else says, if nothing is set. They
  /// have no ID by which their results could be fetched once more.
  var delivery: Delivery? {
    if isEmpty { return nil }
    var delivery = Delivery(effective, in: group)
    delivery.isLongLived = false
    return delivery
  }
}

extension Delivery {
  fileprivate init(_ configuration: CKOperationConfiguration, in group: CKOperationGroup?) {
    self.init()
    qualityOfService = QualityOfService(configuration.qualityOfService)
    isLongLived = configuration.isLongLived
    allowsCellularAccess = configuration.allowsCellularAccess
    self.group = group?.name
    let request = configuration.timeoutIntervalForRequest
    timeoutMilliseconds = Self.milliseconds(
      // DOC: it counts if it is not zero.
      min(
        request == 0 ? CKOperationConfiguration.standardRequestTimeout : request,
        configuration.timeoutIntervalForResource))
  }

  /// The longest timeout that can be asked for, a year.
  private static let longestTimeout: TimeInterval = 31_536_000

  fileprivate static func milliseconds(_ timeout: TimeInterval) -> Int64 {
    // Comparisons with what is no number are false.
    let seconds = timeout > 0 ? min(timeout, longestTimeout) : 0
    return Int64((seconds * 1000).rounded())
  }
}

extension Delivery.Priority {
  fileprivate init(_ priority: Operation.QueuePriority) {
    switch priority {
    case .veryHigh: self = .veryHigh
    case .high: self = .high
    case .low: self = .low
    case .veryLow: self = .veryLow
    default: self = .normal
    }
  }
}

extension Delivery.QualityOfService {
  fileprivate init(_ quality: Foundation.QualityOfService) {
    switch quality {
    case .userInteractive: self = .userInteractive
    case .userInitiated: self = .userInitiated
    case .utility: self = .utility
    case .background: self = .background
    default: self = .default
    }
  }
}
