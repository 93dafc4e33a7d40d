/// Identifies a zone: its name and the record name of its owner.
///
/// Both are compared by bytes: a test may choose user record names that are canonically equal.
public struct ZoneID: Hashable, Comparable, Sendable {
  public let zoneName: ZoneName
  public let ownerName: UserRecordName

  /// The zone that every database has initially.
  public static let defaultZoneName: ZoneName = "_defaultZone"

  public init(zoneName: ZoneName, ownerName: UserRecordName) {
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
    return left.zoneName == right.zoneName && left.ownerName == right.ownerName
  }

  public static func < (left: Self, right: Self) -> Bool { compare(left, right) < 0 }
}

extension ZoneID: ExpressibleByStringLiteral {
  /// Creates the ID of a zone of the caller.
  public init(stringLiteral value: String) { self.init(zoneName: ZoneName(value), ownerName: "") }
}

/// Identifies a record: its name within its zone.
public struct RecordID: Hashable, Comparable, Sendable {
  public let recordName: RecordName
  public let zoneID: ZoneID

  public init(recordName: RecordName, zoneID: ZoneID) {
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
    return left.recordName == right.recordName && left.zoneID == right.zoneID
  }

  public static func < (left: Self, right: Self) -> Bool {
    let zones = ZoneID.compare(left.zoneID, right.zoneID)
    return zones != 0 ? zones < 0 : left.recordName < right.recordName
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
