internal import Foundation
internal import MockCloudCore

/// Why a value cannot be sent.
struct UnsendableValue: Error {
  let reason: String
}

/// Values of fields, from and to the core's.
enum ValueBridge {
  // MARK: To the core

  /// The value in a request; nil for an empty list, which has no type of its own.
  ///
  /// - Parameter zoneID: The zone of the record, in which its references are.
  static func inCore(
    _ value: StoredValue, in zoneID: CKRecordZoneID?, by requester: Requester
  ) throws(UnsendableValue) -> FieldValue? {
    switch value {
    case .text(let text): .string(text)
    case .integer(let number): .int64(Int64(number))
    case .flag(let flag): .int64(flag ? 1 : 0)
    case .number(let number): .double(number)
    case .date(let date): .timestamp(try milliseconds(date))
    case .object(let object): try inCore(object, in: zoneID, by: requester)
    }
  }

  /// The value of an object in a request; nil for an empty list.
  static func inCore(
    _ value: any __CKRecordObjCValue, in zoneID: CKRecordZoneID?, by requester: Requester
  ) throws(UnsendableValue) -> FieldValue? {
    guard let list = value as? NSArray else {
      return try single(value, in: zoneID, by: requester)
    }
    var members: [FieldValue] = []
    for member in list {
      guard let member = StoredValue.of(member) else {
        throw UnsendableValue(reason: "a list cannot have a member of this type")
      }
      members.append(try single(member, in: zoneID, by: requester))
    }
    return try Self.list(members)
  }

  private static func single(
    _ value: any __CKRecordObjCValue, in zoneID: CKRecordZoneID?, by requester: Requester
  ) throws(UnsendableValue) -> FieldValue {
    switch value {
    case let text as NSString: return .string(text as String)
    case let number as NSNumber: return try Self.number(number)
    case let date as NSDate: return .timestamp(try milliseconds(date as Date))
    case let data as NSData: return .bytes([UInt8](data as Data))
    case let reference as CKReference:
      return .reference(reference.inCore(from: zoneID, by: requester))
    case let place as CLLocation: return .location(try location(place))
    case let asset as CKAsset: return .asset(Asset(path: try path(of: asset)))
    default: throw UnsendableValue(reason: "no field can have a value of \(type(of: value))")
    }
  }

  /// An asset without a file has an empty path, which the service does not find.
  private static func path(of asset: CKAsset) throws(UnsendableValue) -> String {
    guard let url = asset.fileURL else { return "" }
    if url.isFileURL { return url.path }
    throw UnsendableValue(reason: "the asset's URL '\(url.absoluteString)' is not that of a file")
  }

  /// Whether a value is an asset without a file, or a list that has one.
  static func lacksFile(_ value: (any __CKRecordObjCValue)?) -> Bool {
    if let list = value as? NSArray { return list.contains { isWithoutFile($0) } }
    return value.map { isWithoutFile($0) } ?? false
  }

  private static func isWithoutFile(_ value: Any) -> Bool {
    (value as? CKAsset).map { $0.fileURL == nil } ?? false
  }

  private static func number(_ number: NSNumber) throws(UnsendableValue) -> FieldValue {
    switch String(cString: number.objCType) {
    case "d", "f": return .double(number.doubleValue)
    case "Q":
      guard let integer = Int64(exactly: number.uint64Value) else {
        throw UnsendableValue(reason: "\(number) is too large for an INT64")
      }
      return .int64(integer)
    default: return .int64(number.int64Value)
    }
  }

  static func milliseconds(_ date: Date) throws(UnsendableValue) -> Int64 {
    guard let milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) else {
      throw UnsendableValue(reason: "\(date.timeIntervalSince1970) seconds are not a date")
    }
    return milliseconds
  }

  static func location(_ place: CLLocation) throws(UnsendableValue) -> Location {
    Location(
      latitude: place.coordinate.latitude, longitude: place.coordinate.longitude,
      horizontalAccuracy: place.horizontalAccuracy, verticalAccuracy: place.verticalAccuracy,
      altitude: place.altitude, speed: place.speed, course: place.course,
      timestamp: try milliseconds(place.timestamp))
  }

  /// A list of values, which must have one type. Integers among numbers become numbers.
  private static func list(_ members: [FieldValue]) throws(UnsendableValue) -> FieldValue? {
    guard let first = members.first else { return nil }
    let isNumbers = members.contains { $0.type == .double }
    switch first {
    case .string: return .stringList(try same(members) { $0.string })
    case .int64 where !isNumbers: return .int64List(try same(members) { $0.int64 })
    case .int64, .double: return .doubleList(try same(members) { $0.number })
    case .timestamp: return .timestampList(try same(members) { $0.timestamp })
    case .bytes: return .bytesList(try same(members) { $0.bytes })
    case .reference: return .referenceList(try same(members) { $0.reference })
    case .location: return .locationList(try same(members) { $0.location })
    case .asset: return .assetList(try same(members) { $0.asset })
    default: throw UnsendableValue(reason: "a list cannot have a list as its member")
    }
  }

  private static func same<Member>(
    _ members: [FieldValue], _ read: (FieldValue) -> Member?
  ) throws(UnsendableValue) -> [Member] {
    var list: [Member] = []
    list.reserveCapacity(members.count)
    for member in members {
      guard let member = read(member) else {
        throw UnsendableValue(reason: "the members of a list must be of one type")
      }
      list.append(member)
    }
    return list
  }

  // MARK: From the core

  /// The value in an answer.
  ///
  /// - Parameters:
  ///   - zoneID: The zone of the record.
  ///   - files: Whether assets get a file.
  static func object(
    _ value: FieldValue, in zoneID: CKRecordZoneID, _ viewpoint: Viewpoint, files: Bool
  ) -> any __CKRecordObjCValue {
    func reference(_ value: Reference) -> CKReference { CKReference(value, in: zoneID, viewpoint) }
    func asset(_ value: Asset) -> CKAsset {
      CKAsset(fileURL: files ? AssetFiles.write(value.data) : nil)
    }
    return switch value {
    case .string(let text): NSString(string: text)
    case .int64(let number): NSNumber(value: number)
    case .double(let number): NSNumber(value: number)
    case .timestamp(let milliseconds): date(milliseconds) as NSDate
    case .bytes(let bytes): NSData(data: Data(bytes))
    case .reference(let value): reference(value)
    case .location(let value): location(value)
    case .asset(let value): asset(value)
    case .stringList(let list): NSArray(array: list.map { NSString(string: $0) })
    case .int64List(let list): NSArray(array: list.map { NSNumber(value: $0) })
    case .doubleList(let list): NSArray(array: list.map { NSNumber(value: $0) })
    case .timestampList(let list): NSArray(array: list.map { date($0) as NSDate })
    case .bytesList(let list): NSArray(array: list.map { NSData(data: Data($0)) })
    case .referenceList(let list): NSArray(array: list.map { reference($0) })
    case .locationList(let list): NSArray(array: list.map { location($0) })
    case .assetList(let list): NSArray(array: list.map { asset($0) })
    }
  }

  /// The value in an answer, if its object is small and depends on nothing else; nil for others.
  static func scalar(_ value: FieldValue) -> StoredValue? {
    switch value {
    case .string(let text): .text(text)
    case .int64(let number): .integer(Int(number))
    case .double(let number): .number(number)
    case .timestamp(let milliseconds): .date(date(milliseconds))
    default: nil
    }
  }

  static func date(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  private static func location(_ place: Location) -> CLLocation {
    CLLocation(
      coordinate: CLLocationCoordinate2D(latitude: place.latitude, longitude: place.longitude),
      altitude: place.altitude ?? 0, horizontalAccuracy: place.horizontalAccuracy ?? 0,
      verticalAccuracy: place.verticalAccuracy ?? -1, course: place.course ?? -1,
      speed: place.speed ?? -1, timestamp: date(place.timestamp ?? 0))
  }
}

extension FieldValue {
  fileprivate var string: String? { if case .string(let value) = self { value } else { nil } }
  fileprivate var int64: Int64? { if case .int64(let value) = self { value } else { nil } }
  fileprivate var number: Double? {
    switch self {
    case .double(let value): value
    case .int64(let value): Double(value)
    default: nil
    }
  }
  fileprivate var timestamp: Int64? {
    if case .timestamp(let value) = self { value } else { nil }
  }
  fileprivate var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
  fileprivate var reference: Reference? {
    if case .reference(let value) = self { value } else { nil }
  }
  fileprivate var location: Location? { if case .location(let value) = self { value } else { nil } }
  fileprivate var asset: Asset? { if case .asset(let value) = self { value } else { nil } }
}

extension StoredValue {
  /// Whether the value is an asset without a file, or a list that has one.
  var lacksFile: Bool {
    if case .object(let object) = self { ValueBridge.lacksFile(object) } else { false }
  }
}
