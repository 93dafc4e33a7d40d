/// Identifies a zone: its name and the record name of its owner.
///
/// Both are compared by bytes: a test may choose user record names that are canonically equal.
public struct ZoneID: Hashable, Comparable, Sendable {
  public let zoneName: String
  public let ownerName: String

  /// The zone that every database has initially.
  public static let defaultZoneName = "_defaultZone"

  public init(zoneName: String, ownerName: String) {
    self.zoneName = zoneName
    self.ownerName = ownerName
  }

  public var isDefault: Bool { zoneName == Self.defaultZoneName }

  /// Includes both: the zones of many users may have the same name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(zoneName)
    hasher.combine(ownerName)
  }

  public static func == (left: Self, right: Self) -> Bool {
    Steps.take()
    return left.zoneName.hasBytes(of: right.zoneName)
      && left.ownerName.hasBytes(of: right.ownerName)
  }

  public static func < (left: Self, right: Self) -> Bool { compare(left, right) < 0 }
}

extension ZoneID: ExpressibleByStringLiteral {
  /// Creates the ID of a zone of the caller.
  public init(stringLiteral value: String) { self.init(zoneName: value, ownerName: "") }
}

/// Identifies a record: its name within its zone.
public struct RecordID: Hashable, Comparable, Sendable {
  public let recordName: String
  public let zoneID: ZoneID

  public init(recordName: String, zoneID: ZoneID) {
    self.recordName = recordName
    self.zoneID = zoneID
  }

  /// Includes both: records of many zones may have the same name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(recordName)
    hasher.combine(zoneID)
  }

  public static func == (left: Self, right: Self) -> Bool {
    Steps.take()
    return left.recordName.hasBytes(of: right.recordName) && left.zoneID == right.zoneID
  }

  public static func < (left: Self, right: Self) -> Bool {
    let zones = ZoneID.compare(left.zoneID, right.zoneID)
    return zones != 0 ? zones < 0 : String.compare(left.recordName, right.recordName) < 0
  }
}

/// The databases of a container.
public enum DatabaseScope: String, Sendable, CaseIterable {
  case `public`
  case `private`
  case shared
}

/// The environments of a container: the schema grows in development and is enforced in production.
public enum Environment: String, Sendable, CaseIterable {
  case development
  case production
}

/// A string that is compared by bytes; Swift's `String` would consider canonically equivalent
/// spellings equal. Keys that a test chooses freely (aliases, container identifiers) have this
/// type.
public struct ExactText: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
  public let text: String

  public init(_ text: String) { self.text = text }
  public init(stringLiteral value: String) { text = value }

  public static func == (left: Self, right: Self) -> Bool { left.text.hasBytes(of: right.text) }

  public static func < (left: Self, right: Self) -> Bool {
    String.compare(left.text, right.text) < 0
  }

  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// Whether both strings have the same bytes, where `==` would ignore different canonically
  /// equivalent spellings.
  func hasBytes(of other: String) -> Bool {
    utf8.count == other.utf8.count && String.compare(self, other) == 0
  }
}

extension String? {
  /// Whether both strings have the same bytes, or both are nil.
  func hasBytes(of other: String?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.hasBytes(of: other)
  }
}
