internal import Synchronization

/// Tells apart intervals of one name that overlap (Apple: os).
public struct OSSignpostID: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public init(_ value: UInt64) { self.init(rawValue: value) }

  /// Creates an ID that no other interval has.
  public init(log: OSLog) { self.init(rawValue: Self.makeNumber()) }

  /// Creates the ID of an object.
  public init(log: OSLog, object: AnyObject) {
    self.init(rawValue: UInt64(UInt(bitPattern: ObjectIdentifier(object))))
  }

  /// The ID of intervals that do not overlap.
  public static let exclusive = OSSignpostID(rawValue: 0xEEEE_B0B5_B2B2_EEEE)
  public static let null = OSSignpostID(rawValue: 0)
  public static let invalid = OSSignpostID(rawValue: .max)

  public static func < (left: OSSignpostID, right: OSSignpostID) -> Bool {
    left.rawValue < right.rawValue
  }

  private static let last = Atomic<UInt64>(0)

  private static func makeNumber() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }

  /// The ID in a written line; nothing if there is no need to tell intervals apart.
  var suffix: String { self == .exclusive ? "" : " #\(rawValue)" }
}

/// What a signpost marks (Apple: os).
public struct OSSignpostType: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let event = OSSignpostType(rawValue: 0)
  public static let begin = OSSignpostType(rawValue: 1)
  public static let end = OSSignpostType(rawValue: 2)

  var name: String {
    switch self {
    case .begin: "begin"
    case .end: "end"
    default: "event"
    }
  }
}
