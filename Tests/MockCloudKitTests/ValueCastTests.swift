import CloudKit
import Foundation
import MockCloudKit
import MockCloudTesting
import Testing

/// Values of unknown types, as dictionaries of JSON have them, and arguments of predicates.
@Suite(.mockCloud)
struct ValueCastTests {
  private let database = CKContainer.default().privateCloudDatabase

  @Test func whatFoundationMakesAnObjectOfIsStored() async throws {
    let values: [String: Any] = [
      "any": ["a", "b"] as [Any], "objects": [NSString("a")] as [AnyObject],
      "values": ["a", "b"] as [any CKRecordValueProtocol], "width": CGFloat(1.5),
      "widths": [CGFloat(1.5)], "decimal": Decimal(2),
    ]
    let (record, other) = (CKRecord(recordType: "N"), CKRecord(recordType: "N"))
    for (key, value) in values {
      record[key] = value as? CKRecordValue
      other[key] = value as? __CKRecordObjCValue
    }
    record["plain"] = CGFloat(2) as CKRecordValue
    let saved = try await database.save(record)
    #expect(Set(saved.allKeys()) == Set(values.keys).union(["plain"]))
    #expect(Set(other.allKeys()) == Set(values.keys))
    #expect(saved["any"] as? [String] == ["a", "b"])
    #expect(saved["width"] as? Double == 1.5)
  }

  @Test func numbersOfGeometryAreRead() async throws {
    let record = CKRecord(recordType: "N")
    record["width"] = CGFloat(320)
    record["widths"] = [CGFloat(1.5), 2]
    let saved = try await database.save(record)
    for record in [record, saved] {
      #expect(record["width"] as? CGFloat == 320 && record["width"] as? Double == 320)
      #expect(record["widths"] as? [CGFloat] == [1.5, 2])
      let width: CGFloat? = record["width"]
      #expect(width == 320)
    }
    #expect(NSString("a") as Any as? CGFloat == nil)
  }

  @Test func jsonIsStored() async throws {
    let text = #"{"tags":["a","b"],"counts":[1,2],"title":"x","done":true}"#
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let record = CKRecord(recordType: "N")
    for (key, value) in json { record[key] = value as? CKRecordValue }
    let saved = try await database.save(record)
    #expect(saved.allKeys() == ["counts", "done", "tags", "title"])
  }

  @Test func membersThatNoFieldCanHaveAreRefused() async throws {
    let record = CKRecord(recordType: "N")
    record["dates"] = [DateInterval()] as [Any] as CKRecordValue
    let error = await #expect(throws: CKError.self) { try await database.save(record) }
    #expect(error?.code == .invalidArguments)
  }

  /// Neither has a text that ends.
  @Test(arguments: ["list", "list in a set"])
  func predicateArgumentsThatContainThemselves(_ kind: String) async throws {
    let (list, set) = (NSMutableArray(), NSMutableSet())
    list.add("x")
    list.add(list)
    set.add("x")
    set.add(list)
    let argument: Any = kind == "list" ? list : set
    let query = CKQuery(
      recordType: "N", predicate: NSPredicate(format: "t IN %@", argumentArray: [argument]))
    let error = await #expect(throws: CKError.self) {
      try await database.records(matching: query)
    }
    #expect(error?.code == .invalidArguments)
  }

  @Test func setsAndNothingAreArguments() async throws {
    let record = CKRecord(recordType: "N", recordID: .init(recordName: "a"))
    record["t"] = "x"
    record["to"] = CKRecord.Reference(recordID: .init(recordName: "b"), action: .none)
    try await database.save(record)
    func count(_ format: String, _ argument: Any) async throws -> Int {
      try await database.records(
        matching: CKQuery(
          recordType: "N", predicate: NSPredicate(format: format, argumentArray: [argument]))
      ).matchResults.count
    }
    #expect(try await count("t IN %@", NSSet(array: ["x", "y"])) == 1)
    #expect(try await count("t IN %@", Set(["x"])) == 1)
    let ids = Set([CKRecord.ID(recordName: "b"), CKRecord.ID(recordName: "c")])
    #expect(try await count("to IN %@", ids) == 1)
  }
}
