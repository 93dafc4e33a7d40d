import XCTest

@testable import CloudKit

/// A class of an app whose dictionary can be changed.
final class ArchivedSettings: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  let values: NSMutableDictionary

  init(_ values: NSMutableDictionary) { self.values = values }

  func encode(with coder: NSCoder) { coder.encode(values, forKey: "values") }

  init?(coder: NSCoder) {
    let classes = [NSMutableDictionary.self, NSString.self, NSNumber.self]
    guard let values = coder.decodeObject(of: classes, forKey: "values") as? NSMutableDictionary
    else { return nil }
    // A dictionary that can be changed is what it asked for.
    values["read"] = true
    values.removeObject(forKey: "old")
    self.values = values
  }
}

/// A class of an app that reads its member as the test says.
final class ArchivedHolder: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  /// Reads the member of the key "r". XCTest runs one test at a time.
  nonisolated(unsafe) static var read: (NSCoder) -> Any? = { _ in nil }

  let member: Any?

  init(_ member: Any) { self.member = member }

  func encode(with coder: NSCoder) { coder.encode(member, forKey: "r") }

  /// Does not fail, as that of an app which takes its member for optional.
  init?(coder: NSCoder) { member = Self.read(coder) }
}

/// A class of an app with members of several classes.
final class ArchivedBox: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  private let members: [String: Any]

  init(_ record: CKRecord) {
    members = [
      "record": record, "reference": CKRecord.Reference(record: record, action: .none),
      "list": NSArray(array: [record.recordID, "a"]), "date": NSDate(), "text": "b",
      "dictionary": NSDictionary(object: record.recordID, forKey: "a" as NSString),
    ]
  }

  func encode(with coder: NSCoder) {
    for (key, member) in members.sorted(by: { $0.key < $1.key }) {
      coder.encode(member, forKey: key)
    }
  }

  init?(coder: NSCoder) {
    let classes = [NSArray.self, NSDictionary.self, CKRecord.ID.self, NSString.self]
    guard let record = coder.decodeObject(of: CKRecord.self, forKey: "record"),
      let reference = coder.decodeObject(of: CKRecord.Reference.self, forKey: "reference"),
      let list = coder.decodeObject(of: [NSArray.self, CKRecord.ID.self], forKey: "list"),
      let date = coder.decodeObject(of: NSDate.self, forKey: "date"),
      let text = coder.decodeObject(of: NSString.self, forKey: "text"),
      let dictionary = coder.decodeObject(of: classes, forKey: "dictionary")
    else { return nil }
    members = [
      "record": record, "reference": reference, "list": list, "date": date, "text": text,
      "dictionary": dictionary,
    ]
  }
}

/// Archives of classes of an app, which know nothing of CloudKit.
final class ClientArchiveTests: XCTestCase {
  /// Archives an object with a member, and reads the member.
  private func member(_ member: Any, _ read: @escaping (NSCoder) -> Any?) throws -> Any? {
    ArchivedHolder.read = read
    let holder = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: ArchivedHolder.self, from: archive(ArchivedHolder(member)))
    return try XCTUnwrap(holder).member
  }

  private func assertRefused(
    _ object: Any, line: UInt = #line, _ read: @escaping (NSCoder) -> Any?
  ) {
    XCTAssertThrowsError(try member(object, read), line: line) {
      XCTAssertEqual(($0 as? CocoaError)?.code, .coderReadCorrupt, line: line)
    }
  }

  private let reference = CKRecord.Reference(
    recordID: CKRecord.ID(recordName: "a"), action: .none)

  func testMembersOfAnotherClass() {
    assertRefused(reference) { $0.decodeObject(of: CKRecord.self, forKey: "r") }
    assertRefused(reference) { $0.decodeObject(of: NSDate.self, forKey: "r") }
    assertRefused(NSDate()) { $0.decodeObject(of: CKRecord.self, forKey: "r") }
    assertRefused(NSArray()) { $0.decodeObject(of: NSMutableArray.self, forKey: "r") }
    assertRefused(NSDictionary()) { $0.decodeObject(of: NSArray.self, forKey: "r") }
    assertRefused(reference) {
      $0.decodeObject(of: [CKRecord.self, NSString.self], forKey: "r")
    }
    // Also if the class was accepted before.
    assertRefused(reference) {
      _ = $0.decodeObject(of: CKReference.self, forKey: "r")
      return $0.decodeObject(of: CKRecord.self, forKey: "r")
    }
  }

  func testCollectionsWithMembersOfAnotherClass() throws {
    let list = NSArray(object: reference)
    let dictionary = NSDictionary(object: list, forKey: "a" as NSString)
    assertRefused(list) { $0.decodeObject(of: NSArray.self, forKey: "r") }
    assertRefused(dictionary) { $0.decodeObject(of: NSDictionary.self, forKey: "r") }
    let classes = [NSDictionary.self, NSArray.self, NSString.self]
    assertRefused(dictionary) { $0.decodeObject(of: classes, forKey: "r") }
    assertRefused(NSSet(object: NSDate())) { $0.decodeObject(of: NSSet.self, forKey: "r") }
    let read = try member(dictionary) {
      $0.decodeObject(of: classes + [CKReference.self], forKey: "r")
    }
    XCTAssertEqual(read as? NSDictionary, dictionary)
  }

  func testMembersOfTheClass() throws {
    func assertRead<T: NSObject & NSSecureCoding>(
      _ object: NSObject, as type: T.Type, line: UInt = #line
    ) throws {
      let alone = try member(object) { $0.decodeObject(of: T.self, forKey: "r") }
      XCTAssertEqual(alone.map { $0 as AnyObject } as? T, object as? T, line: line)
      let listed = try member(object) { $0.decodeObject(of: [T.self, NSNull.self], forKey: "r") }
      XCTAssertEqual(listed.map { $0 as AnyObject } as? T, object as? T, line: line)
    }
    try assertRead(reference, as: CKReference.self)
    try assertRead("a" as NSString, as: NSString.self)
    try assertRead(NSNumber(value: 1), as: NSNumber.self)
    try assertRead(NSDate(), as: NSDate.self)
    try assertRead(NSData(data: Data([1])), as: NSData.self)
    try assertRead(NSUUID(), as: NSUUID.self)
    try assertRead(NSArray(array: ["a", 1, ["b"]]), as: NSArray.self)
    try assertRead(NSMutableArray(array: ["a"]), as: NSArray.self)
    try assertRead(NSMutableArray(array: ["a"]), as: NSMutableArray.self)
    try assertRead(NSSet(array: ["a"]), as: NSSet.self)
    try assertRead(NSDictionary(object: 1, forKey: "a" as NSString), as: NSDictionary.self)
    let share = CKShare(rootRecord: CKRecord(recordType: "Note"))
    let record = try member(share) { $0.decodeObject(of: CKRecord.self, forKey: "r") }
    XCTAssertTrue(record is CKShare)
    // Texts have no class in an archive: another one is none, and no error.
    XCTAssertNil(try member("a") { $0.decodeObject(of: NSDate.self, forKey: "r") })
  }

  /// As apps do it that make the unarchiver.
  func testAnUnarchiverThatReportsErrors() throws {
    ArchivedHolder.read = { $0.decodeObject(of: CKRecord.self, forKey: "r") }
    let data = try archive(ArchivedHolder(reference))
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.requiresSecureCoding = true
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    let holder = unarchiver.decodeObject(
      of: ArchivedHolder.self, forKey: NSKeyedArchiveRootObjectKey)
    XCTAssertNil(holder?.member)
    XCTAssertNotNil(unarchiver.error)
    let other = try NSKeyedUnarchiver(forReadingFrom: data)
    other.requiresSecureCoding = true
    other.decodingFailurePolicy = .setErrorAndReturn
    XCTAssertNil(other.decodeObject(of: CKRecord.self, forKey: NSKeyedArchiveRootObjectKey))
    XCTAssertNotNil(other.error)
  }

  /// Without secure coding, every class is allowed.
  func testAnUnarchiverWithoutSecureCoding() throws {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archive(reference))
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    let key = NSKeyedArchiveRootObjectKey
    XCTAssertNil(unarchiver.decodeObject(of: CKRecord.self, forKey: key))
    XCTAssertEqual(unarchiver.decodeObject(of: CKReference.self, forKey: key), reference)
    XCTAssertNil(unarchiver.error)
  }

  /// Foundation on Linux archives such a text as one that cannot be changed.
  func testTextsAndBytesThatCanBeChanged() throws {
    let text = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: NSMutableString.self, from: archive(NSMutableString(string: "a")))
    text?.append("b")
    XCTAssertEqual(text, "ab")
    let bytes = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: NSMutableData.self, from: archive(NSMutableData(data: Data([1]))))
    bytes?.append(Data([2]))
    XCTAssertEqual(bytes, NSMutableData(data: Data([1, 2])))
    let member = try member(NSMutableString(string: "a")) {
      $0.decodeObject(of: NSMutableString.self, forKey: "r")
    }
    XCTAssertEqual(member as? NSMutableString, "a")
    XCTAssertThrowsError(
      try NSKeyedUnarchiver.unarchivedObject(
        ofClass: NSMutableString.self, from: archive(NSNumber(value: 1))))
  }

  func testDictionariesThatCanBeChangedAreRead() throws {
    let settings = ArchivedSettings(["a": 1, "old": 2])
    let read = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: ArchivedSettings.self, from: archive(settings))
    XCTAssertEqual(read?.values, ["a": 1, "read": true])
  }
}
