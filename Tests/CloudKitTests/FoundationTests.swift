import XCTest

@testable import CloudKit

/// What Foundation on Linux lacks: predicates, sort descriptors, locations, notifications.
final class FoundationTests: XCTestCase {
  func testPredicatesHaveTextAndArguments() throws {
    let reference = CKRecord.Reference(recordID: .init(recordName: "r"), action: .none)
    let predicate = NSPredicate(format: "title == %@ AND list == %@ AND n > %d", "a", reference, 3)
    let format = try predicate.format()
    XCTAssertEqual(format.text, "title == %@ AND list == %@ AND n > %d")
    XCTAssertEqual(format.arguments.count, 3)
    XCTAssertEqual(format.arguments[0] as? String, "a")
    XCTAssertEqual(format.arguments[1] as? CKRecord.Reference, reference)
    let copy = try XCTUnwrap(predicate.copy() as? NSPredicate)
    XCTAssertEqual(try copy.format().text, format.text)
    XCTAssertEqual(try NSPredicate(value: true).format().text, "TRUEPREDICATE")
    XCTAssertEqual(try NSPredicate(value: false).format().text, "FALSEPREDICATE")
    let list = NSPredicate(format: "a == %@", argumentArray: [1])
    XCTAssertEqual(try list.format().arguments as? [Int], [1])
  }

  /// A list is one argument, whatever the type of its members.
  func testListsAsArgumentsOfPredicates() throws {
    let values: [Any] = ["a", "b"]
    for predicate in [
      NSPredicate(format: "s IN %@", values), NSPredicate(format: "s IN %@", ["a", "b"]),
      NSPredicate(format: "s IN %@", values as NSArray),
    ] {
      let arguments = try predicate.format().arguments
      XCTAssertEqual(arguments.count, 1)
      XCTAssertEqual(arguments.first as? [String], ["a", "b"])
    }
    let two = try NSPredicate(format: "s IN %@ AND n == %@", values, 1).format().arguments
    XCTAssertEqual(two.first as? [String], ["a", "b"])
    XCTAssertEqual(two.count, 2)
  }

  func testArgumentsOfFormats() throws {
    let (date, uuid) = (Date(timeIntervalSince1970: 0), UUID())
    let reference = CKRecord.Reference(recordID: .init(recordName: "r"), action: .none)
    let place = CLLocation(latitude: 1, longitude: 2)
    let format = try NSPredicate(
      format: "d > %@ AND r == %@ AND u == %@ AND l IN %@ AND n == %@ AND p == %@ AND t == %@",
      date as any CVarArg, reference as any CVarArg, uuid as any CVarArg, ["a"] as any CVarArg,
      NSNumber(value: 3) as any CVarArg, place as any CVarArg, "x" as any CVarArg
    ).format()
    XCTAssertEqual(format.arguments[0] as? Date, date)
    XCTAssertTrue(format.arguments[1] as AnyObject === reference)
    XCTAssertEqual(format.arguments[2] as? UUID, uuid)
    XCTAssertEqual(format.arguments[3] as? [String], ["a"])
    XCTAssertEqual(format.arguments[4] as? Int, 3)
    XCTAssertTrue(format.arguments[5] as AnyObject === place)
    XCTAssertEqual(format.arguments[6] as? String, "x")
    let text = String(
      format: "%@|%@|%@|%@|%@|%d", "\u{E9}" as NSString, date as any CVarArg, uuid as any CVarArg,
      NSNumber(value: 3), reference, 4)
    XCTAssertEqual(text, "\u{E9}|\(date)|\(uuid)|3|\(reference.description)|4")
    let values: [any CVarArg] = [URL(fileURLWithPath: "/a"), Data([1, 2]), ["a"], Set([1]), place]
    XCTAssertEqual(
      withVaList(values) { NSString(format: "%@|%@|%@|%@|%@", arguments: $0) } as String,
      "file:///a|2 bytes|[\"a\"]|[1]|\(place.description)")
    XCTAssertFalse(date._cVarArgEncoding.isEmpty)
  }

  func testDictionariesInArchives() throws {
    let (a, b) = (CKRecordZone.ID(zoneName: "A"), CKRecordZone.ID(zoneName: "B"))
    let names = [a: CKRecord.ID(recordName: "a"), b: CKRecord.ID(recordName: "b")]
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: names as NSDictionary, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedDictionary(
      ofKeyClass: CKRecordZone.ID.self, objectClass: CKRecord.ID.self, from: data)
    XCTAssertEqual(read, names)
    XCTAssertThrowsError(
      try NSKeyedUnarchiver.unarchivedDictionary(
        ofKeyClass: CKRecordZone.ID.self, objectClass: CKAsset.self, from: data))
    XCTAssertThrowsError(
      try NSKeyedUnarchiver.unarchivedDictionary(
        ofKeyClass: CKRecord.ID.self, objectClass: CKRecord.ID.self, from: data))
    let other = try NSKeyedArchiver.archivedData(withRootObject: a, requiringSecureCoding: true)
    XCTAssertNil(
      try NSKeyedUnarchiver.unarchivedDictionary(
        ofKeyClass: CKRecordZone.ID.self, objectClass: CKRecord.ID.self, from: other))
  }

  func testCompoundPredicatesAreJoined() throws {
    let parts = [NSPredicate(format: "a == %@", 1), NSPredicate(format: "b == %@", 2)]
    let and = NSCompoundPredicate(andPredicateWithSubpredicates: parts)
    XCTAssertEqual(try and.format().text, "(a == %@) AND (b == %@)")
    XCTAssertEqual(try and.format().arguments as? [Int], [1, 2])
    let or = NSCompoundPredicate(orPredicateWithSubpredicates: parts)
    XCTAssertEqual(try or.format().text, "(a == %@) OR (b == %@)")
    let not = NSCompoundPredicate(notPredicateWithSubpredicate: parts[0])
    XCTAssertEqual(try not.format().text, "NOT (a == %@)")
    let nested = NSCompoundPredicate(andPredicateWithSubpredicates: [and, not])
    XCTAssertEqual(try nested.format().arguments as? [Int], [1, 2, 1])
  }

  func testBlocksAndDeepNestingAreRefused() {
    XCTAssertThrowsError(try NSPredicate(block: { _, _ in true }).format())
    var deep: NSPredicate = NSPredicate(format: "a == 1")
    for _ in 0..<1000 { deep = NSCompoundPredicate(andPredicateWithSubpredicates: [deep]) }
    XCTAssertThrowsError(try deep.format())
  }

  func testSortDescriptorsHaveTheirKey() throws {
    let descriptor = NSSortDescriptor(key: "title", ascending: false)
    XCTAssertEqual(descriptor.fieldKey, "title")
    XCTAssertFalse(descriptor.ascending)
    let copy = try XCTUnwrap(descriptor.copy() as? NSSortDescriptor)
    XCTAssertEqual(copy.fieldKey, "title")
    let place = CLLocation(latitude: 48, longitude: 11)
    let nearest = CKLocationSortDescriptor(key: "place", relativeLocation: place)
    XCTAssertEqual(nearest.fieldKey, "place")
    XCTAssertTrue(nearest.ascending)
    XCTAssertTrue(nearest.relativeLocation === place)
    let farthest = try XCTUnwrap(nearest.reversedSortDescriptor as? CKLocationSortDescriptor)
    XCTAssertEqual(farthest.fieldKey, "place")
    XCTAssertFalse(farthest.ascending)
    XCTAssertEqual(farthest.relativeLocation, place)
    for descriptor in [nearest, farthest] {
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: descriptor, requiringSecureCoding: true)
      let restored = try XCTUnwrap(
        NSKeyedUnarchiver.unarchivedObject(ofClass: CKLocationSortDescriptor.self, from: data))
      XCTAssertEqual(restored.relativeLocation.coordinate.latitude, place.coordinate.latitude)
      XCTAssertEqual(restored.ascending, descriptor.ascending)
      // Also in a query.
      let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
      query.sortDescriptors = [descriptor]
      let copy = try NSKeyedUnarchiver.unarchivedObject(
        ofClass: CKQuery.self,
        from: NSKeyedArchiver.archivedData(withRootObject: query, requiringSecureCoding: true))
      XCTAssertEqual(copy?.sortDescriptors?.first?.ascending, descriptor.ascending)
      XCTAssertTrue(copy?.sortDescriptors?.first is CKLocationSortDescriptor)
    }
    let other = try XCTUnwrap(nearest.copy() as? CKLocationSortDescriptor)
    XCTAssertTrue(other.relativeLocation === place)
  }

  func testDistances() {
    let munich = CLLocation(latitude: 48.137, longitude: 11.575)
    let berlin = CLLocation(latitude: 52.52, longitude: 13.405)
    XCTAssertEqual(munich.distance(from: berlin), 504_000, accuracy: 3000)
    XCTAssertEqual(munich.distance(from: munich), 0)
  }

  func testNotificationsAreASequence() async {
    let center = NotificationCenter()
    let name = Notification.Name("test")
    var iterator = center.notifications(named: name).makeAsyncIterator()
    center.post(name: name, object: nil, userInfo: ["n": 1])
    center.post(name: name, object: nil, userInfo: ["n": 2])
    let first = await iterator.next()
    let second = await iterator.next()
    XCTAssertEqual(first?.userInfo?["n"] as? Int, 1)
    XCTAssertEqual(second?.userInfo?["n"] as? Int, 2)
  }

  /// Values that are no numbers, as damaged data has them.
  func testLocationsAndDatesThatAreNoNumbers() {
    let place = CLLocation(latitude: 1, longitude: 2)
    let nowhere = CLLocation(latitude: .nan, longitude: 2)
    XCTAssertTrue(place.distance(from: nowhere).isNaN)
    XCTAssertTrue(nowhere.distance(from: place).isNaN)
    XCTAssertGreaterThan(place.distance(from: CLLocation(latitude: -1, longitude: -178)), 2e7)
    for seconds in [Double.nan, .infinity, 1e300, -1e300] {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      let never = CLLocation(
        coordinate: place.coordinate, altitude: 0, horizontalAccuracy: 0, verticalAccuracy: 0,
        timestamp: date)
      XCTAssertTrue(never.description.hasSuffix("@ \(seconds) seconds since 2001"))
      let record = CKRecord(recordType: "Note")
      record["date"] = date
      record["dates"] = [date, Date(timeIntervalSinceReferenceDate: 0)]
      record["place"] = never
      XCTAssertTrue(record.description.contains("date=\(seconds) seconds since 2001"))
    }
  }
}
