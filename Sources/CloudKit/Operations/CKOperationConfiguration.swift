public import Foundation

/// The settings of an operation (Apple: `CKOperation.Configuration`).
///
/// A property that was set on the operation's own configuration counts before that of its group's
/// `defaultConfiguration`, and this before the default (DOC).
public final class CKOperationConfiguration: NSObject, NSCopying, @unchecked Sendable {
  private let lock = ShortLock()
  private var stored = Settings()

  private var settings: Settings { lock.withLock { stored } }

  private func change(_ change: (inout Settings) -> Void) {
    lock.withLock { change(&stored) }
  }

  /// The properties that were set; nil for those that were not.
  private struct Settings {
    var container: CKContainer?
    var qualityOfService: QualityOfService?
    var allowsCellularAccess: Bool?
    var isLongLived: Bool?
    var timeoutIntervalForRequest: TimeInterval?
    var timeoutIntervalForResource: TimeInterval?
  }

  public override init() { super.init() }

  /// The container of the operation; nil means the default one.
  public var container: CKContainer? {
    get { settings.container }
    set { change { $0.container = newValue } }
  }

  public var qualityOfService: QualityOfService {
    get { settings.qualityOfService ?? .default }
    set { change { $0.qualityOfService = newValue } }
  }

  public var allowsCellularAccess: Bool {
    get { settings.allowsCellularAccess ?? true }
    set { change { $0.allowsCellularAccess = newValue } }
  }

  /// Whether the operation goes on after the app has ended.
  public var isLongLived: Bool {
    get { settings.isLongLived ?? false }
    set { change { $0.isLongLived = newValue } }
  }

  static let standardRequestTimeout: TimeInterval = 60

  /// The time for which an operation waits for a response, in seconds; 0 means the default, a minute.
  public var timeoutIntervalForRequest: TimeInterval {
    get { settings.timeoutIntervalForRequest ?? Self.standardRequestTimeout }
    set { change { $0.timeoutIntervalForRequest = newValue } }
  }

  /// The time that the whole operation may take, in seconds.
  public var timeoutIntervalForResource: TimeInterval {
    get { settings.timeoutIntervalForResource ?? 604_800 }
    set { change { $0.timeoutIntervalForResource = newValue } }
  }

  /// Returns this configuration, with the properties of another one where these were not set.
  func over(_ others: CKOperationConfiguration?) -> CKOperationConfiguration {
    let merged = CKOperationConfiguration()
    let (mine, theirs) = (settings, others?.settings)
    merged.stored = Settings(
      container: mine.container ?? theirs?.container,
      qualityOfService: mine.qualityOfService ?? theirs?.qualityOfService,
      allowsCellularAccess: mine.allowsCellularAccess ?? theirs?.allowsCellularAccess,
      isLongLived: mine.isLongLived ?? theirs?.isLongLived,
      timeoutIntervalForRequest: mine.timeoutIntervalForRequest
        ?? theirs?.timeoutIntervalForRequest,
      timeoutIntervalForResource: mine.timeoutIntervalForResource
        ?? theirs?.timeoutIntervalForResource)
    return merged
  }

  public override func copy() -> Any { over(nil) }
  public func copy(with zone: NSZone? = nil) -> Any { over(nil) }
}
