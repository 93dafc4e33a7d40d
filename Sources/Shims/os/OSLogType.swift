/// The importance of a message (Apple: os).
public struct OSLogType: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public init(_ rawValue: UInt8) { self.init(rawValue: rawValue) }

  public static let `default` = OSLogType(0)
  public static let info = OSLogType(1)
  public static let debug = OSLogType(2)
  public static let error = OSLogType(16)
  public static let fault = OSLogType(17)

  /// The types from the least to the most important, with their names in `MOCKCLOUD_LOG`.
  static let levels: [(name: String, type: OSLogType)] = [
    ("debug", .debug), ("info", .info), ("notice", .default), ("error", .error), ("fault", .fault),
  ]

  /// The position among the levels; types of other numbers count as the next lower one.
  var severity: Int {
    switch self {
    case .debug: 0
    case .info: 1
    default: rawValue < OSLogType.error.rawValue ? 2 : rawValue == OSLogType.error.rawValue ? 3 : 4
    }
  }

  /// The name of the level.
  var name: String { Self.levels[severity].name }
}
