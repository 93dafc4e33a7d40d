@testable import CloudKit

/// A value of a field as text that shows its type and all that it has.
func shown(_ value: Any?) -> String {
  switch value {
  case nil: "nil"
  // An archive keeps one of equal numbers, also if one is a truth value.
  case let number as NSNumber: "number \(number)"
  case let text as NSString: "text \(Array((text as String).utf8))"
  case let date as NSDate: "date \(date.timeIntervalSinceReferenceDate)"
  case let data as NSData: "data \(Array(data as Data))"
  case let list as NSArray: "list \(list.map { shown($0 as AnyObject) })"
  case let place as CLLocation:
    "place \(place.coordinate) \(place.altitude) \(place.horizontalAccuracy) "
      + "\(place.verticalAccuracy) \(place.course) \(place.speed) "
      + "\(place.timestamp.timeIntervalSinceReferenceDate)"
  case let reference as CKReference: "reference \(reference.action) \(reference.recordID)"
  case let asset as CKAsset: "asset \(asset)"
  case let other?: "other \(other)"
  }
}

/// Random values of a seed (splitmix64), so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  mutating func count(_ most: Int) -> Int { Int.random(in: 0...most, using: &self) }

  mutating func chance(_ probability: Double = 0.5) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }

  /// Text of letters of several scripts, marks and signs.
  mutating func text(_ most: Int = 12) -> String {
    let letters = Array("abcXYZ 019_-/.%@'\"\\äé\u{65}\u{301}ßжΩ日本🎈👩‍👧")
    return String((0..<count(most)).map { _ in letters[count(letters.count - 1)] })
  }

  mutating func date() -> Date {
    // Whole milliseconds, as the service stores them.
    Date(
      timeIntervalSince1970: Double(
        Int64.random(in: -2_000_000_000_000...4_000_000_000_000, using: &self)) / 1000)
  }

  mutating func data() -> Data {
    Data((0..<count(20)).map { _ in UInt8.random(in: 0...255, using: &self) })
  }

  mutating func location() -> CLLocation {
    CLLocation(
      coordinate: CLLocationCoordinate2D(
        latitude: Double.random(in: -90...90, using: &self),
        longitude: Double.random(in: -180...180, using: &self)),
      altitude: Double.random(in: -100...9000, using: &self), horizontalAccuracy: 5,
      verticalAccuracy: chance() ? 3 : -1, course: chance() ? 90 : -1, speed: chance() ? 2 : -1,
      timestamp: date())
  }

  mutating func zoneID() -> CKRecordZone.ID {
    switch count(2) {
    case 0: .default
    case 1: CKRecordZone.ID(zoneName: "Zone\(count(3))")
    default: CKRecordZone.ID(zoneName: "Zone\(count(3))", ownerName: "_owner\(count(3))")
    }
  }

  mutating func recordID(in zoneID: CKRecordZone.ID? = nil) -> CKRecord.ID {
    CKRecord.ID(recordName: "r\(next())", zoneID: zoneID ?? self.zoneID())
  }

  mutating func reference(in zoneID: CKRecordZone.ID? = nil) -> CKRecord.Reference {
    CKRecord.Reference(recordID: recordID(in: zoneID), action: chance() ? .none : .deleteSelf)
  }

  /// A value that a field may have.
  mutating func value(in zoneID: CKRecordZone.ID? = nil, encrypted: Bool = false)
    -> any CKRecordValue
  {
    switch count(encrypted ? 7 : 11) {
    case 0: text()
    case 1: Int64.random(in: .min ... .max, using: &self)
    case 2: Double.random(in: -1e9...1e9, using: &self)
    case 3: date()
    case 4: data()
    case 5: location()
    case 6: (0...count(3)).map { _ in text() }
    case 7: chance()
    case 8: reference(in: zoneID)
    case 9: (0...count(3)).map { _ in Int.random(in: -9...9, using: &self) }
    case 10: (0...count(3)).map { _ in reference(in: zoneID) }
    default: (0...count(3)).map { _ in date() }
    }
  }

  mutating func record(in zoneID: CKRecordZone.ID? = nil) -> CKRecord {
    let zoneID = zoneID ?? self.zoneID()
    let record = CKRecord(recordType: "Type\(count(3))", recordID: recordID(in: zoneID))
    for index in 0..<count(6) { record["f\(index)"] = value(in: zoneID) }
    for index in 0..<count(3) {
      record.encryptedValues["e\(index)"] = value(in: zoneID, encrypted: true)
    }
    if chance(0.3) { record.setParent(recordID(in: zoneID)) }
    return record
  }
}

extension SeededGenerator {
  /// A record as it is after a save.
  mutating func savedRecord() -> CKRecord {
    let record = self.record()
    record.system.changeTag = "tag\(count(99))"
    record.system.created = date()
    record.system.modified = date()
    record.system.creator = CKRecord.ID(recordName: CKCurrentUserDefaultName)
    record.system.lastModifier = recordID()
    if chance() { record.system.share = reference(in: record.recordID.zoneID) }
    return record
  }
}

/// The archive of an object.
func archive(_ object: Any) throws -> Data {
  try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
}

extension SeededGenerator {
  /// An error with some of what errors have.
  ///
  /// - Parameter depth: How deep errors of items are.
  mutating func error(depth: Int = 1) -> CKError {
    var userInfo: [String: Any] = [:]
    if chance() { userInfo[NSLocalizedDescriptionKey] = text() }
    if chance() { userInfo[CKErrorRetryAfterKey] = Double(count(9000)) / 100 }
    if chance(0.3) { userInfo[CKRecordChangedErrorServerRecordKey] = record() }
    if chance(0.3) { userInfo[CKRecordChangedErrorClientRecordKey] = record() }
    if chance(0.3) { userInfo[CKRecordChangedErrorAncestorRecordKey] = record() }
    if depth > 0, chance() {
      var errors: [AnyHashable: any Error] = [:]
      for _ in 0...count(3) { errors[recordID()] = error(depth: depth - 1) }
      errors[zoneID()] = error(depth: depth - 1)
      errors[text()] = error(depth: depth - 1)
      userInfo[CKPartialErrorsByItemIDKey] = errors
    }
    let codes = CKError.Code.named
    return CKError(chance(0.9) ? codes[count(codes.count - 1)] : .unknown(99), userInfo: userInfo)
  }
}
