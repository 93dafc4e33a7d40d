public import Foundation

/// A subsystem and a category, to which messages belong (Apple: os).
public final class OSLog: NSObject, @unchecked Sendable {
  let subsystem: String
  let category: String
  private let isDisabled: Bool

  /// Categories that tools of Apple know. Here they are names like others.
  public struct Category: Hashable, Sendable {
    let name: String

    public static let pointsOfInterest = Category(name: "PointsOfInterest")
    public static let dynamicTracing = Category(name: "DynamicTracing")
    public static let dynamicStackTracing = Category(name: "DynamicStackTracing")
  }

  /// The log without a subsystem.
  public static let `default` = OSLog(subsystem: "", category: "")
  /// The log that writes nothing.
  public static let disabled = OSLog("", "", isDisabled: true)

  public convenience init(subsystem: String, category: String) {
    self.init(subsystem, category, isDisabled: false)
  }

  public convenience init(subsystem: String, category: Category) {
    self.init(subsystem, category.name, isDisabled: false)
  }

  private init(_ subsystem: String, _ category: String, isDisabled: Bool) {
    self.subsystem = subsystem
    self.category = category
    self.isDisabled = isDisabled
  }

  /// Whether messages of a type are written.
  public func isEnabled(type: OSLogType) -> Bool {
    guard !isDisabled, let severity = LogSetting.current.severity else { return false }
    return type.severity >= severity
  }

  /// Whether signposts are written.
  public var signpostsEnabled: Bool { !isDisabled && LogSetting.current.writesSignposts }
}
