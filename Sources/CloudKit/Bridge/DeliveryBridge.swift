internal import Foundation
internal import MockCloudCore

extension CKOperation {
  /// How the cloud runs the operation's calls.
  var delivery: Delivery {
    let group = effectiveGroup
    var delivery = Delivery(settings.effective(in: group), in: group)
    delivery.priority = Delivery.Priority(queuePriority)
    return delivery
  }
}

/// A call with all that it takes from its operation.
struct PreparedCall<Part, End> {
  let call: ServiceCall<Part, End>
  let delivery: Delivery
  /// The kept call whose answer the operation gets instead; nil for a new call.
  var keptID: CallID?
  /// The operation that a long-lived one leaves; nil for others.
  var copy: CKOperation?
}

extension PreparedCall {
  /// Prepares a new call.
  init(_ call: ServiceCall<Part, End>, of operation: CKOperation) {
    let delivery = operation.delivery
    self.init(
      call: call, delivery: delivery, copy: delivery.isLongLived ? operation.copied() : nil)
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

  private static func milliseconds(_ timeout: TimeInterval) -> Int64 {
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
