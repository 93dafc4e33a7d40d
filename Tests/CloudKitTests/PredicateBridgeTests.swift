import MockCloudCore
import XCTest

@testable import CloudKit

/// Predicates and sort descriptors of CloudKit to the core and back.
final class PredicateBridgeTests: XCTestCase {
  private let zoneID = CKRecordZone.ID(zoneName: "Zone")

  /// predicate -> core -> predicate, for random arguments.
  func testPredicates() throws {
    var random = SeededGenerator(seed: 22)
    let viewpoint = CloudConnection(CloudChoice(CloudHost(try Cloud())), as: Caller()).viewpoint
    for _ in 0..<200 {
      var arguments: [Any] = []
      var parts: [String] = []
      for index in 0...random.count(3) {
        let value = random.value(in: zoneID)
        if value is NSArray || value is CLLocation { continue }
        parts.append("f\(index) == %@")
        arguments.append(value)
      }
      if parts.isEmpty { continue }
      let text = parts.joined(separator: " AND ")
      let predicate = NSPredicate(format: text, argumentArray: arguments)
      let core = try predicate.inCore()
      XCTAssertEqual(core.text, text)
      let copy = try NSPredicate(core, viewpoint).format()
      XCTAssertEqual(copy.text, text)
      XCTAssertEqual(
        copy.arguments.map { shown($0) },
        arguments.map { shown(StoredValue.of($0)) })
      XCTAssertEqual(try NSPredicate(core, viewpoint).inCore(), core)
    }
    XCTAssertThrowsError(try NSPredicate(block: { _, _ in true }).inCore()) {
      XCTAssertEqual(($0 as? CKError)?.code, .invalidArguments)
    }
    XCTAssertThrowsError(try NSPredicate(format: "a == %@", NSObject()).inCore())
    XCTAssertEqual(
      try NSPredicate(format: "a IN %@", Set(["x"]) as NSSet).inCore().arguments,
      [.value(.stringList(["x"]))])
    XCTAssertEqual(
      try NSPredicate(format: "a == %@", NSNull()).inCore().arguments, [.null])
  }

  /// Lists of IDs and of records, as single ones, stand for references.
  func testPredicatesWithRecords() throws {
    let id = CKRecord.ID(recordName: "n", zoneID: zoneID)
    let single = try NSPredicate(format: "r == %@", id).inCore().arguments
    guard case .value(.reference(let reference))? = single.first else {
      return XCTFail("\(single)")
    }
    let records = [CKRecord(recordType: "Note", recordID: id)]
    for predicate in [
      NSPredicate(format: "r IN %@", [id]), NSPredicate(format: "r IN %@", records),
    ] {
      XCTAssertEqual(try predicate.inCore().arguments, [.value(.referenceList([reference]))])
    }
    let numbers = Set((1...30).map { "n\($0)" })
    XCTAssertEqual(
      try NSPredicate(format: "a IN %@", numbers).inCore().arguments,
      [.value(.stringList(numbers.sorted()))])
  }

  /// Parts that are no predicates by themselves, but would be one together.
  func testPartsOfCompoundPredicatesAreChecked() throws {
    let parts: [[NSPredicate]] = [
      [NSPredicate(format: "a == 1) AND (a == 1")],
      [NSPredicate(format: "a == %@", 1, 2), NSPredicate(format: "b == %@")],
    ]
    for part in parts {
      let predicate = NSCompoundPredicate(andPredicateWithSubpredicates: part)
      XCTAssertThrowsError(try predicate.inCore()) {
        XCTAssertEqual(($0 as? CKError)?.code, .invalidArguments)
      }
    }
    let predicate = NSCompoundPredicate(
      andPredicateWithSubpredicates: [
        NSPredicate(format: "a == %@", 1),
        NSCompoundPredicate(notPredicateWithSubpredicate: NSPredicate(format: "b == %@", 2)),
      ])
    XCTAssertEqual(
      try predicate.inCore(),
      PredicateText.Format(
        text: "(a == %@) AND (NOT (b == %@))", arguments: [.value(.int64(1)), .value(.int64(2))]))
  }

  func testPlacesOfSortDescriptorsAreChecked() async throws {
    let container = CKContainer(nil, CloudChoice(CloudHost(try Cloud())))
    let database = container.privateCloudDatabase
    try await database.save(CKRecordZone(zoneID: zoneID))
    let record = CKRecord(recordType: "Place", recordID: .init(recordName: "p", zoneID: zoneID))
    record["at"] = CLLocation(latitude: 1, longitude: 2)
    try await database.save(record)
    for latitude in [.nan, 100, 1] {
      let query = CKQuery(recordType: "Place", predicate: NSPredicate(value: true))
      let place = CLLocation(latitude: latitude, longitude: 0)
      query.sortDescriptors = [CKLocationSortDescriptor(key: "at", relativeLocation: place)]
      do {
        let found = try await database.records(matching: query, inZoneWith: zoneID)
        XCTAssertEqual(latitude, 1)
        XCTAssertEqual(found.matchResults.count, 1)
      } catch CKError.invalidArguments {
        XCTAssertNotEqual(latitude, 1)
      }
    }
  }

  /// Objects of `NSNull` are equal but have different hashes on Linux, for which `NSKeyedArchiver`
  /// ends the process.
  func testArchivesWithSeveralNulls() throws {
    let format = "a == %@ AND tag IN %@ AND name == %@ AND b == %@"
    for null in [{ UUID() }, { NSNull() }, { String?.none as Any }, { (1, 2) }] as [() -> Any] {
      for _ in 0..<100 {
        let predicate = NSPredicate(format: format, argumentArray: [null(), ["a"], "x", null()])
        let subscription = CKQuerySubscription(
          recordType: "T", predicate: predicate, subscriptionID: "s",
          options: .firesOnRecordCreation)
        for object in [CKQuery(recordType: "T", predicate: predicate), subscription] as [NSObject] {
          let data = try NSKeyedArchiver.archivedData(
            withRootObject: NSArray(array: [object, object.copy()]), requiringSecureCoding: true)
          let copies = try XCTUnwrap(
            NSKeyedUnarchiver.unarchivedArrayOfObjects(
              ofClasses: [CKQuery.self, CKQuerySubscription.self], from: data))
          XCTAssertEqual(copies.count, 2)
        }
      }
    }
  }
}
