internal import Foundation
internal import MockCloudCore

extension CKOperation {
  /// How the cloud runs the operation's calls.
  var delivery: Delivery {
    let configuration = effectiveConfiguration
    var delivery = Delivery()
    delivery.priority = Delivery.Priority(queuePriority)
    delivery.qualityOfService = Delivery.QualityOfService(configuration.qualityOfService)
    delivery.isLongLived = configuration.isLongLived
    delivery.allowsCellularAccess = configuration.allowsCellularAccess
    delivery.group = effectiveGroup?.name
    delivery.timeoutMilliseconds = Self.milliseconds(
      min(configuration.timeoutIntervalForRequest, configuration.timeoutIntervalForResource))
    return delivery
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
