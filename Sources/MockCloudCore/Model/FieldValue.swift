/// The field types of the Web Services dialect, as requests and answers spell them.
public enum FieldType: String, Sendable, CaseIterable {
  case string = "STRING"
  case int64 = "INT64"
  case double = "DOUBLE"
  case timestamp = "TIMESTAMP"
  case bytes = "BYTES"
  case reference = "REFERENCE"
  case location = "LOCATION"
  case asset = "ASSETID"
  case stringList = "STRING_LIST"
  case int64List = "INT64_LIST"
  case doubleList = "DOUBLE_LIST"
  case timestampList = "TIMESTAMP_LIST"
  case bytesList = "BYTES_LIST"
  case referenceList = "REFERENCE_LIST"
  case locationList = "LOCATION_LIST"
  case assetList = "ASSETID_LIST"

  /// The type of a list's members; nil for other types.
  public var element: FieldType? {
    switch self {
    case .stringList: .string
    case .int64List: .int64
    case .doubleList: .double
    case .timestampList: .timestamp
    case .bytesList: .bytes
    case .referenceList: .reference
    case .locationList: .location
    case .assetList: .asset
    default: nil
    }
  }
}

/// The value of a field. A cleared field is absent from its record; there is no null.
public enum FieldValue: Hashable, Sendable {
  case string(String)
  case int64(Int64)
  /// Always finite.
  case double(Double)
  /// Milliseconds since 1970.
  case timestamp(Int64)
  case bytes([UInt8])
  indirect case reference(Reference)
  indirect case location(Location)
  indirect case asset(Asset)
  case stringList([String])
  case int64List([Int64])
  case doubleList([Double])
  case timestampList([Int64])
  case bytesList([[UInt8]])
  case referenceList([Reference])
  case locationList([Location])
  case assetList([Asset])

  public var type: FieldType {
    switch self {
    case .string: .string
    case .int64: .int64
    case .double: .double
    case .timestamp: .timestamp
    case .bytes: .bytes
    case .reference: .reference
    case .location: .location
    case .asset: .asset
    case .stringList: .stringList
    case .int64List: .int64List
    case .doubleList: .doubleList
    case .timestampList: .timestampList
    case .bytesList: .bytesList
    case .referenceList: .referenceList
    case .locationList: .locationList
    case .assetList: .assetList
    }
  }
}

extension FieldValue {
  /// The references of the value.
  var references: [Reference] {
    switch self {
    case .reference(let reference): [reference]
    case .referenceList(let list): list
    default: []
    }
  }
}

/// A reference from one record to another, in the same zone.
public struct Reference: Hashable, Sendable {
  /// The effect of a deletion of the target on the referring record.
  public enum Action: String, Sendable, CaseIterable {
    case none = "NONE"
    case deleteSelf = "DELETE_SELF"
    case validate = "VALIDATE"
  }

  public var recordName: RecordName
  /// Nil if the client named no zone; then the zone of the referring record is meant.
  public var zoneID: ZoneID?
  public var action: Action

  public init(recordName: RecordName, zoneID: ZoneID? = nil, action: Action = .none) {
    self.recordName = recordName
    self.zoneID = zoneID
    self.action = action
  }
}

/// A place on Earth, in degrees and metres, with the additional values of a positioning device.
public struct Location: Hashable, Sendable {
  public var latitude: Double
  public var longitude: Double
  public var horizontalAccuracy: Double?
  public var verticalAccuracy: Double?
  public var altitude: Double?
  /// In metres per second.
  public var speed: Double?
  /// In degrees clockwise from true north.
  public var course: Double?
  /// Milliseconds since 1970.
  public var timestamp: Int64?

  public init(
    latitude: Double, longitude: Double, horizontalAccuracy: Double? = nil,
    verticalAccuracy: Double? = nil, altitude: Double? = nil, speed: Double? = nil,
    course: Double? = nil, timestamp: Int64? = nil
  ) {
    self.latitude = latitude
    self.longitude = longitude
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.altitude = altitude
    self.speed = speed
    self.course = course
    self.timestamp = timestamp
  }
}
