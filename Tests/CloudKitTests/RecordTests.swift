import XCTest

@testable import CloudKit

/// Records, their fields and their IDs.
final class RecordTests: XCTestCase {
  func testValuesAreObjectsAndReadAsSwiftsValues() throws {
    let record = CKRecord(recordType: "Note")
    record["title"] = "Milk"
    record["count"] = 3
    record["done"] = true
    record["price"] = 2.5
    record["small"] = UInt8(7)
    record["float"] = Float(0.5)
    record["tags"] = ["a", "b"]
    record["due"] = Date(timeIntervalSince1970: 12.345)
    record["data"] = Data([1, 2])
    record["object"] = "text" as any CKRecordValue
    record["number"] = NSNumber(value: 9)
    XCTAssertTrue(record["title"] is NSString)
    XCTAssertEqual(record["title"] as? String, "Milk")
    XCTAssertEqual(record["count"] as? Int, 3)
    XCTAssertEqual(record["count"] as? NSNumber, 3)
    XCTAssertEqual(record["count"] as? Double, 3)
    XCTAssertEqual(record["done"] as? Bool, true)
    XCTAssertEqual(record["done"] as? Int, 1)
    XCTAssertEqual(record["price"] as? Double, 2.5)
    XCTAssertEqual(record["small"] as? UInt8, 7)
    XCTAssertEqual(record["float"] as? Float, 0.5)
    XCTAssertEqual(record["tags"] as? [String], ["a", "b"])
    XCTAssertEqual(record["due"] as? Date, Date(timeIntervalSince1970: 12.345))
    XCTAssertEqual(record["data"] as? Data, Data([1, 2]))
    XCTAssertEqual(record["object"] as? String, "text")
    XCTAssertEqual(record["number"] as? Int, 9)
    XCTAssertNil(record["title"] as? Int)
    XCTAssertNil(record["none"])
    switch record["title"] {
    case let text as String: XCTAssertEqual(text, "Milk")
    default: XCTFail("not a string")
    }
    let typed: String? = record["title"]
    XCTAssertEqual(typed, "Milk")
    let wrong: Int? = record["title"]
    XCTAssertNil(wrong)
    let list: [String]? = record["tags"]
    XCTAssertEqual(list, ["a", "b"])
  }

  func testChangedKeys() {
    let record = CKRecord(recordType: "Note")
    record["b"] = 1
    record["a"] = 2
    record["b"] = nil as String?
    record.encryptedValues["secret"] = "x"
    XCTAssertEqual(record.changedKeys(), ["a", "b"])
    XCTAssertEqual(record.allKeys(), ["a"])
    XCTAssertEqual(record.encryptedValues.allKeys(), ["secret"])
    XCTAssertNil(record["secret"])
    XCTAssertEqual(record.encryptedValues["secret"] as? String, "x")
    XCTAssertEqual(record.map(\.0), ["a"])
  }

  func testLaterChangesOfAValueDoNotReachTheRecord() {
    let record = CKRecord(recordType: "Note")
    let text = NSMutableString(string: "a")
    record["text"] = text
    text.append("b")
    XCTAssertEqual(record["text"] as? String, "a")
  }

  private func refused(_ record: CKRecord) -> [String] {
    record.values.sent(allKeys: false).filter { $0.refusal != nil }.map(\.name)
  }

  /// Values become objects when they are read, as they do at once on Apple's platforms.
  func testValuesAreReadAsObjects() {
    let record = CKRecord(recordType: "Note")
    let date = Date(timeIntervalSince1970: 1.5)
    record["text"] = "a"
    record["int"] = 7
    record["flag"] = true
    record["double"] = 1.5
    record["date"] = date
    record["byte"] = 3 as UInt8
    let values = ["text", "int", "flag", "double", "date", "byte"].map { record.object(forKey: $0) }
    XCTAssertTrue(values[0] is NSString && values[4] is NSDate)
    for number in [1, 2, 3, 5] { XCTAssertTrue(values[number] is NSNumber) }
    XCTAssertEqual(record["text"] as? String, "a")
    XCTAssertEqual(record["int"] as? Int, 7)
    XCTAssertEqual(record["int"] as? Double, 7)
    XCTAssertEqual(record["flag"] as? Bool, true)
    XCTAssertEqual(
      (record["flag"] as? NSNumber)?.objCType.pointee, (true as NSNumber).objCType.pointee)
    XCTAssertEqual(record["date"] as? Date, date)
    XCTAssertEqual(record["text"] as? NSString, record["text"] as? NSString)
    record["text"] = nil as String?
    XCTAssertNil(record["text"])
    XCTAssertEqual(record.allKeys(), ["byte", "date", "double", "flag", "int"])
    XCTAssertEqual(record.changedKeys(), ["byte", "date", "double", "flag", "int", "text"])
  }

  func testValuesThatNoRecordCanHaveAreKeptForTheRefusal() {
    let record = CKRecord(recordType: "Note")
    record.setValue(URL(fileURLWithPath: "/"), forKey: "url")
    record.setValue([["a"]], forKey: "lists")
    record.setValue(NSNull(), forKey: "null")
    record.setValue(CGFloat(1.5), forKey: "length")
    XCTAssertEqual(refused(record), ["lists", "null", "url"])
    XCTAssertNil(record["url"])
    XCTAssertEqual(record["length"] as? Double, 1.5)
    record["url"] = "https://example.com"
    XCTAssertEqual(refused(record), ["lists", "null"])
  }

  /// As in public projects: the values of a dictionary, cast to the type of the subscript.
  func testCastsMakeObjectsOfSwiftsValues() {
    let values: [String: Any] = [
      "text": "x", "int": 1, "byte": UInt8(2), "flag": true, "double": 1.5, "float": Float(0.5),
      "date": Date(), "data": Data([1]), "texts": ["a"], "number": NSNumber(value: 3),
      "dates": [Date()], "place": CLLocation(latitude: 1, longitude: 2),
    ]
    let (first, second) = (CKRecord(recordType: "Note"), CKRecord(recordType: "Note"))
    for (key, value) in values {
      first[key] = value as? any __CKRecordObjCValue
      second.setObject(value as? any __CKRecordObjCValue, forKey: key)
    }
    XCTAssertEqual(first.allKeys(), values.keys.sorted())
    XCTAssertEqual(second.allKeys(), values.keys.sorted())
    first["text"] = "y" as any __CKRecordObjCValue
    first["list"] = ["y"] as any __CKRecordObjCValue
    first["other"] = values["text"] as! (any __CKRecordObjCValue)?
    first["value"] = values["text"] as? any CKRecordValue
    XCTAssertEqual(first["text"] as? String, "y")
    XCTAssertEqual(first["list"] as? [String], ["y"])
    XCTAssertEqual(first["other"] as? String, "x")
    XCTAssertEqual(first["value"] as? String, "x")
    XCTAssertNil(NSNull() as Any as? any __CKRecordObjCValue)
    XCTAssertNil(URL(fileURLWithPath: "/") as Any as? any __CKRecordObjCValue)
  }

  func testProtocolsAndExtensionsOfClients() {
    let record = CKRecord(recordType: "Note")
    record["a"] = "x"
    let fields: any RecordFields = record
    XCTAssertEqual(fields["a"] as? String, "x")
    let values: any RecordValues = record
    XCTAssertEqual(values["a"] as? String, "x")
    XCTAssertEqual(record["a"]?.fragment, "a text of 1")
    XCTAssertEqual("xy".fragment, "a text of 2")
  }

  func testMembersOfObjects() {
    let record = CKRecord(recordType: "Note")
    record["a"] = "x"
    record["n"] = 5
    XCTAssertEqual(record["a"]?.description, "x")
    XCTAssertEqual(record.object(forKey: "n")?.description, "5")
    XCTAssertEqual(record["a"]?.isEqual("x"), true)
    XCTAssertEqual(record["a"]?.isEqual(record["n"]), false)
    XCTAssertEqual(record["a"]?.isEqual(nil), false)
    XCTAssertEqual((record["a"] as? String)?.description, "x")
    XCTAssertEqual(Described().description, "Described")
  }

  /// Foundation ends the process for a date outside its calendar.
  func testDescriptionsOfLists() {
    let (record, list) = (CKRecord(recordType: "Note"), NSMutableArray())
    list.add(list)
    let outside = Date(timeIntervalSince1970: .nan)
    record.setObject([outside, 1, "x"] as [Any], forKey: "mixed")
    record.setObject([outside], forKey: "dates")
    XCTAssertTrue(record.description.hasPrefix("<CKRecord"))
    record.setObject([1, [outside]] as [Any], forKey: "nested")
    record.setObject(list, forKey: "list")
    XCTAssertTrue(record.description.hasPrefix("<CKRecord"))
    list.removeAllObjects()
  }

  func testOlderNames() {
    XCTAssertEqual(CKRecord_Reference_Action.deleteSelf, CKRecord.ReferenceAction.deleteSelf)
    XCTAssertEqual(CKContainer_Application_Permissions.userDiscoverability.rawValue, 1)
    XCTAssertEqual(CKContainer_Application_PermissionStatus.granted.rawValue, 3)
    let block: CKContainer_Application_PermissionBlock = { _, _ in }
    block(.granted, nil)
    XCTAssertEqual(
      CKShare_Participant_Permission.readWrite, CKShare.ParticipantPermission.readWrite)
    XCTAssertEqual(CKShare_Participant_Role.owner, CKShare.ParticipantRole.owner)
    XCTAssertEqual(
      CKShare_Participant_AcceptanceStatus.accepted, CKShare.ParticipantAcceptanceStatus.accepted)
  }

  func testListsThatContainThemselvesAreRefused() {
    let list: NSMutableArray = ["a"]
    list.add(list)
    defer { list.removeAllObjects() }
    let record = CKRecord(recordType: "Note")
    record.setValue(list, forKey: "list")
    record.setValue(NSArray(array: ["a", NSArray(array: ["b"])]), forKey: "nested")
    record.setValue(NSMutableArray(array: ["a", 1.5, Date(timeIntervalSince1970: 0)]), forKey: "c")
    XCTAssertEqual(refused(record), ["list", "nested"])
    XCTAssertEqual((record["c"] as? [Any])?.count, 3)
    XCTAssertNil(StoredValue.argument(list))
  }

  func testKeyValueCoding() {
    let record = CKRecord(recordType: "Note")
    record.setValuesForKeys(["a": 1, "b": "x", "c": NSNull()])
    XCTAssertEqual(record.value(forKey: "a") as? Int, 1)
    XCTAssertEqual(record.value(forKey: "recordType") as? String, "Note")
    let values = record.dictionaryWithValues(forKeys: ["b", "c"])
    XCTAssertEqual(values["b"] as? String, "x")
    XCTAssertTrue(values["c"] is NSNull)
  }

  /// A client changes a record while another thread saves or archives it.
  func testRecordsAreUsedByManyThreads() throws {
    let record = CKRecord(recordType: "Note")
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<500 {
        record["k\(thread)"] = number
        record.encryptedValues["e\(thread)"] = number
        record.setParent(CKRecord.ID(recordName: "\(number)"))
        _ = (record["k\((thread + 1) % 8)"], record.allKeys(), record.changedKeys(), record.parent)
        if number % 50 == 0 { _ = record.copy() }
      }
    }
    XCTAssertEqual(record.allKeys(), (0..<8).map { "k\($0)" })
    XCTAssertEqual(record["k3"] as? Int, 499)
  }

  func testIdentityAndEquality() {
    let id = CKRecord.ID(recordName: "a", zoneID: CKRecordZone.ID(zoneName: "Z"))
    let same = CKRecord.ID(recordName: "a", zoneID: CKRecordZone.ID(zoneName: "Z"))
    XCTAssertEqual(id, same)
    XCTAssertEqual([id: 1][same], 1)
    XCTAssertNotEqual(id, CKRecord.ID(recordName: "a"))
    XCTAssertNotEqual(
      CKRecord.ID(recordName: "\u{E9}"), CKRecord.ID(recordName: "e\u{301}"), "other bytes")
    let record = CKRecord(recordType: "Note", recordID: id)
    XCTAssertEqual(record, record)
    XCTAssertNotEqual(record, CKRecord(recordType: "Note", recordID: id))
    XCTAssertEqual(
      CKRecord.Reference(recordID: id, action: .none),
      CKRecord.Reference(record: record, action: .none))
    XCTAssertNotEqual(
      CKRecord.Reference(recordID: id, action: .none),
      CKRecord.Reference(recordID: id, action: .deleteSelf))
  }

  func testCopies() throws {
    let record = CKRecord(recordType: "Note")
    record["a"] = 1
    let copy = try XCTUnwrap(record.copy() as? CKRecord)
    copy["a"] = 2
    XCTAssertEqual(record["a"] as? Int, 1)
    XCTAssertEqual(copy.recordID, record.recordID)
    let share = CKShare(rootRecord: record)
    let copied = try XCTUnwrap(share.copy() as? CKShare)
    copied.publicPermission = .readOnly
    XCTAssertEqual(share.publicPermission, .none)
    copied.owner.permission = .readOnly
    XCTAssertEqual(share.owner.permission, .readWrite)
  }

  func testNewShares() {
    let zoneID = CKRecordZone.ID(zoneName: "Z")
    let root = CKRecord(recordType: "List", recordID: .init(recordName: "l", zoneID: zoneID))
    let share = CKShare(rootRecord: root)
    XCTAssertEqual(root.share?.recordID, share.recordID)
    XCTAssertEqual(share.recordType, "cloudkit.share")
    XCTAssertEqual(share.recordID.zoneID, zoneID)
    XCTAssertEqual(share.publicPermission, .none)
    XCTAssertEqual(share.participants.count, 1)
    XCTAssertEqual(share.currentUserParticipant?.role, .owner)
    XCTAssertEqual(share.currentUserParticipant?.permission, .readWrite)
    XCTAssertEqual(share.currentUserParticipant?.acceptanceStatus, .accepted)
    XCTAssertNil(share.url)
    let whole = CKShare(recordZoneID: zoneID)
    XCTAssertEqual(whole.recordID.recordName, CKRecordNameZoneWideShare)
    let elsewhere = CKShare(rootRecord: root, shareID: .init(recordName: "s"))
    XCTAssertNotNil(elsewhere.misuse, "refused when it is saved")
  }

  func testParticipants() {
    let share = CKShare(recordZoneID: CKRecordZone.ID(zoneName: "Z"))
    let info = CKUserIdentity.LookupInfo(emailAddress: "a@example.com")
    let user = CKUserIdentity(userRecordID: nil, lookupInfo: info)
    share.addParticipant(CKShareParticipant(user, permission: .readOnly))
    share.addParticipant(CKShareParticipant(user, permission: .readWrite))
    XCTAssertEqual(share.participants.map(\.permission), [.readWrite, .readWrite])
    share.addParticipant(CKShareParticipant(share.owner.userIdentity, permission: .readOnly))
    XCTAssertEqual(share.owner.permission, .readWrite, "the owner stays as it is")
    share.removeParticipant(share.owner)
    XCTAssertEqual(share.participants.count, 2, "the owner stays")
    share.removeParticipant(CKShareParticipant(user))
    XCTAssertEqual(share.participants.map(\.role), [.owner])
  }

  func testDefaultZone() {
    XCTAssertEqual(CKRecordZone.default().zoneID, CKRecordZone.ID.default)
    XCTAssertEqual(CKRecord(recordType: "T").recordID.zoneID.zoneName, "_defaultZone")
    XCTAssertEqual(CKRecordZone.ID.default.ownerName, CKCurrentUserDefaultName)
    XCTAssertEqual(CKRecordZone(zoneName: "Z").capabilities, [])
  }
}

/// A client's protocols for records and their mocks.
private protocol RecordFields {
  subscript(key: CKRecord.FieldKey) -> (any __CKRecordObjCValue)? { get set }
  func object(forKey key: CKRecord.FieldKey) -> (any __CKRecordObjCValue)?
  func setObject(_ object: (any __CKRecordObjCValue)?, forKey key: CKRecord.FieldKey)
}

private protocol RecordValues {
  subscript(key: CKRecord.FieldKey) -> (any CKRecordValue)? { get set }
}

extension CKRecord: RecordFields, RecordValues {}

/// A client's protocol for values, which has a member of the same name as its extension of objects.
private protocol Fragment { var length: Int { get } }

extension Fragment {
  fileprivate var fragment: String { "a text of \(length)" }
}

extension String: Fragment {
  fileprivate var length: Int { count }
}

extension __CKRecordObjCValue {
  fileprivate var fragment: String {
    if let text = self as? String { return text.fragment }
    return "none"
  }
}

/// A client's value without a description of its own.
private struct Described: CKRecordValueProtocol, CustomStringConvertible {}
