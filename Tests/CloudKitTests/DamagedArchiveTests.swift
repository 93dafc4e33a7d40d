import XCTest

@testable import CloudKit

/// Archives that are damaged, foreign or hostile: nil or an error, never the end of the process.
final class DamagedArchiveTests: XCTestCase {
  /// Changes the property list of an archive at random places.
  private func damaged(_ data: Data, _ random: inout SeededGenerator) throws -> Data {
    var root = try XCTUnwrap(
      PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    var objects = try XCTUnwrap(root["$objects"] as? [Any])
    for _ in 0...random.count(3) {
      let index = random.count(objects.count - 1)
      guard var members = objects[index] as? [String: Any],
        let key = members.keys.sorted().randomElement(using: &random)
      else {
        // A text or a number: another one, or an object of another kind.
        objects[index] = random.chance() ? random.text() : random.count(9)
        continue
      }
      // Foundation reads the root object's class before any class of the module is asked.
      if index == 1, key == "$class" { continue }
      switch random.count(3) {
      case 0: members[key] = nil
      case 1: members[key] = random.count(9)
      case 2: members[key] = random.text()
      default: members[key] = members.values.map { $0 }.randomElement(using: &random)
      }
      objects[index] = members
    }
    root["$objects"] = objects
    return try PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
  }

  func testDamagedArchivesGiveNilOrThrow() throws {
    var random = SeededGenerator(seed: 13)
    var failures = 0
    for _ in 0..<300 {
      let record = random.savedRecord()
      let data = try damaged(archive(record), &random)
      let copy = try? NSKeyedUnarchiver.unarchivedObject(ofClass: CKRecord.self, from: data)
      if copy == nil { failures += 1 }
    }
    XCTAssertGreaterThan(failures, 50)
  }

  func testDamagedArchivesOfAnAppGiveNilOrThrow() throws {
    var random = SeededGenerator(seed: 15)
    var failures = 0
    for _ in 0..<300 {
      let data = try damaged(archive(ArchivedBox(random.savedRecord())), &random)
      let copy = try? NSKeyedUnarchiver.unarchivedObject(ofClass: ArchivedBox.self, from: data)
      if copy == nil { failures += 1 }
    }
    XCTAssertGreaterThan(failures, 50)
  }

  func testDamagedSystemFieldsGiveNil() throws {
    var random = SeededGenerator(seed: 14)
    var failures = 0
    for _ in 0..<300 {
      let archiver = NSKeyedArchiver(requiringSecureCoding: true)
      random.savedRecord().encodeSystemFields(with: archiver)
      archiver.finishEncoding()
      let data = try damaged(archiver.encodedData, &random)
      // As clients do it, which on Linux sets the policy that ends the process.
      guard let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: data) else { continue }
      unarchiver.requiresSecureCoding = true
      if CKRecord(coder: unarchiver) == nil { failures += 1 }
    }
    XCTAssertGreaterThan(failures, 50)
  }

  /// An archive of an object, whose objects are replaced one by one.
  private struct Archived<T: NSObject & NSCoding> {
    let objects: [Any]
    private let root: [String: Any]

    init(_ object: T) throws {
      root = try XCTUnwrap(
        PropertyListSerialization.propertyList(from: archive(object), format: nil)
          as? [String: Any])
      objects = try XCTUnwrap(root["$objects"] as? [Any])
    }

    /// Reads the archive with other members of one object. It may fail, but not end the process.
    func read(with members: [String: Any], at index: Int) throws { try read([index: members]) }

    /// The same with other objects.
    func read(_ others: [Int: Any]) throws {
      var (changed, damaged) = (objects, root)
      for (index, object) in others { changed[index] = object }
      damaged["$objects"] = changed
      let data = try PropertyListSerialization.data(
        fromPropertyList: damaged, format: .binary, options: 0)
      _ = try? NSKeyedUnarchiver.unarchivedObject(ofClass: T.self, from: data)
    }
  }

  /// Makes each reference in an archive one to each object of the archive: some of these contain
  /// themselves, once or several times.
  private func assertReadsWithAnyReference<T: NSObject & NSCoding>(_ object: T) throws {
    let archived = try Archived(object)
    // References are objects that only an archive makes, with a number.
    var references: [UInt32: Any] = [:]
    for case let members as [String: Any] in archived.objects {
      for value in members.values {
        if let number = Reflection.child("value", of: value) as? UInt32 {
          references[number] = value
        }
      }
    }
    for (index, object) in archived.objects.enumerated() {
      guard let members = object as? [String: Any] else { continue }
      for reference in references.values {
        var all = members
        for key in members.keys where key != "$class" {
          if let list = members[key] as? [Any] {
            all[key] = list.map { _ in reference }
          } else if !(members[key] is String || members[key] is NSNumber) {
            all[key] = reference
          }
        }
        try archived.read(with: all, at: index)
      }
    }
  }

  func testObjectsThatContainThemselves() throws {
    let record = CKRecord(recordType: "Note")
    record["list"] = ["a", "b"]
    record["file"] = CKAsset(fileURL: URL(fileURLWithPath: "/tmp/a"))
    try assertReadsWithAnyReference(record)
    let info = CKUserIdentity.LookupInfo(emailAddress: "e")
    let user = CKUserIdentity(userRecordID: record.recordID, lookupInfo: info)
    try assertReadsWithAnyReference(user)
    try assertReadsWithAnyReference(CKSubscription.NotificationInfo(desiredKeys: ["a"]))
  }

  /// Foundation makes a `URL` of an archived one when it decodes it or an array with it, and ends the
  /// process if its text is none.
  func testURLsThatAreNone() throws {
    let url = URL(fileURLWithPath: "/b/a")
    let record = CKRecord(recordType: "Note")
    record["list"] = ["x", "y"]
    record["file"] = CKAsset(fileURL: url)
    let archived = try Archived(record)
    let objects = archived.objects
    let text = try XCTUnwrap(objects.firstIndex { $0 as? String == url.absoluteString })
    let item = try XCTUnwrap(objects.firstIndex { $0 as? String == "x" })
    let urlObject = try XCTUnwrap(
      objects.first { ($0 as? [String: Any])?["NS.relative"] != nil })
    for other in ["", "http://[", "//[", "http://a:b:c", "%", "a b", "\0"] {
      try archived.read([text: other])
      // Also in a list.
      try archived.read([text: other, item: urlObject])
    }
    let copy = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: CKRecord.self, from: archive(record))
    XCTAssertEqual((copy?["file"] as? CKAsset)?.fileURL, url)
  }

  /// Sound archives whose root is an object of another class.
  func testRootsOfOtherClasses() throws {
    let name = CKRecord.ID(recordName: "a")
    let others: [any NSObject & NSCoding] = [
      name, NSArray(array: [name]), NSDictionary(object: name, forKey: "a" as NSString),
      "a" as NSString, NSNumber(value: 1), NSDate(), NSNull.shared,
    ]
    for other in others {
      let data = try archive(other)
      XCTAssertThrowsError(
        try NSKeyedUnarchiver.unarchivedObject(ofClass: CKRecord.self, from: data)
      ) { XCTAssertEqual(($0 as? CocoaError)?.code, .coderReadCorrupt) }
      XCTAssertNil(
        try? NSKeyedUnarchiver.unarchivedObject(ofClass: CKServerChangeToken.self, from: data))
    }
    // A class that inherits from it, and classes of Foundation.
    let root = CKRecord(recordType: "Note", recordID: name)
    let share = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: CKRecord.self, from: archive(CKShare(rootRecord: root)))
    XCTAssertTrue(share is CKShare)
    XCTAssertEqual(
      try NSKeyedUnarchiver.unarchivedObject(
        ofClass: NSString.self, from: archive("a" as NSString)),
      "a")
  }

  /// Gives all objects of a class another one.
  private func renamed(_ data: Data, _ former: String, _ name: String) throws -> Data {
    try changed(data) { object in
      guard object["$classname"] as? String == former else { return }
      object["$classname"] = name
      object["$classes"] = [name, "NSObject"]
    }
  }

  /// Changes all objects of an archive that have members.
  private func changed(_ data: Data, _ change: (inout [String: Any]) -> Void) throws -> Data {
    var root = try XCTUnwrap(
      PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    root["$objects"] = try XCTUnwrap(root["$objects"] as? [Any]).map { object -> Any in
      guard var members = object as? [String: Any] else { return object }
      change(&members)
      return members
    }
    return try PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
  }

  private static let foreignClasses = [
    "NSError", "NSNotification", "NSString", "NSMutableString", "NSNumber", "NSOrderedSet",
    "NSTextCheckingResult", "NSURL", "Unknown",
  ]

  /// What a record has in no object of the archive.
  func testSystemFieldsOfOtherClasses() throws {
    let record = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "a"))
    record.parent = CKRecord.Reference(recordID: CKRecord.ID(recordName: "b"), action: .none)
    for former in ["CloudKit.CKRecordID", "CloudKit.CKReference", "CloudKit.CKRecordZoneID"] {
      for name in Self.foreignClasses {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        record.encodeSystemFields(with: archiver)
        // An app may have other values beside them.
        archiver.encode(NSError(domain: "a", code: 1).domain as NSString, forKey: "own")
        archiver.finishEncoding()
        let data = try renamed(archiver.encodedData, former, name)
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
        XCTAssertNil(CKRecord(coder: unarchiver), "\(former) \(name)")
      }
    }
  }

  /// Lists and dictionaries of an app with a damaged member.
  func testCollectionsWithDamagedMembers() throws {
    let (id, other) = (CKRecord.ID(recordName: "a"), CKRecord.ID(recordName: "b"))
    let list = try archive(NSArray(array: [id, other]))
    let values = try archive(["a": id, "b": other] as NSDictionary)
    let keys = try archive([id: "a", other: "b"] as NSDictionary)
    func read(_ change: (Data) throws -> Data) throws {
      let (list, values, keys) = try (change(list), change(values), change(keys))
      typealias Archive = NSKeyedUnarchiver
      XCTAssertNil(try? Archive.unarchivedArrayOfObjects(ofClass: CKRecord.ID.self, from: list))
      XCTAssertNil(try? Archive.unarchivedObject(ofClass: NSArray.self, from: list))
      XCTAssertNil(
        try? Archive.unarchivedDictionary(
          ofKeyClass: NSString.self, objectClass: CKRecord.ID.self, from: values))
      XCTAssertNil(try? Archive.unarchivedObject(ofClass: NSDictionary.self, from: values))
      XCTAssertNil(
        try? Archive.unarchivedDictionary(
          ofKeyClass: CKRecord.ID.self, objectClass: NSString.self, from: keys))
    }
    try read { try changed($0) { $0["RecordName"] = nil } }
    for name in Self.foreignClasses {
      try read { try renamed($0, "CloudKit.CKRecordID", name) }
    }
    // Sound ones of an app, with values of other classes of Foundation.
    let own = NSMutableDictionary(dictionary: ["a": NSUUID(), "b": NSMutableString(string: "c")])
    let copy = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: NSMutableDictionary.self, from: archive(own))
    XCTAssertEqual(copy, own)
  }

  func testForeignArchives() throws {
    let data = try archive(NSDate())
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    XCTAssertNil(CKRecord(coder: unarchiver))
    XCTAssertThrowsError(try NSKeyedUnarchiver(forReadingFrom: Data([1, 2, 3])))
    // An object that contains itself.
    var root = try XCTUnwrap(
      PropertyListSerialization.propertyList(
        from: archive(CKRecord.ID(recordName: "a")), format: nil) as? [String: Any])
    var objects = try XCTUnwrap(root["$objects"] as? [Any])
    let index = try XCTUnwrap(
      objects.firstIndex { ($0 as? [String: Any])?["RecordName"] != nil })
    var members = try XCTUnwrap(objects[index] as? [String: Any])
    members["ZoneID"] = (root["$top"] as? [String: Any])?["root"]
    objects[index] = members
    root["$objects"] = objects
    let cyclic = try PropertyListSerialization.data(
      fromPropertyList: root, format: .binary, options: 0)
    XCTAssertNil(try? NSKeyedUnarchiver.unarchivedObject(ofClass: CKRecord.ID.self, from: cyclic))
  }

  /// Makes the class of each object in an archive another one.
  private func assertReadsWithClass<T: NSObject & NSCoding>(
    _ name: String, hint: String? = nil, in object: T
  ) throws {
    let archived = try Archived(object)
    for (index, object) in archived.objects.enumerated() {
      guard var type = object as? [String: Any], let former = type["$classname"] as? String,
        // Foundation reads the root object's class before any class of the module is asked.
        !former.hasSuffix(String(describing: T.self))
      else { continue }
      type["$classname"] = name
      type["$classes"] = [name, "NSObject"]
      type["$classhints"] = hint.map { [$0] }
      try archived.read(with: type, at: index)
    }
  }

  func testMembersOfOtherClasses() throws {
    let record = CKRecord(recordType: "Note")
    record["list"] = ["a", "b"]
    record["place"] = CLLocation(latitude: 1, longitude: 2)
    record["file"] = CKAsset(fileURL: URL(fileURLWithPath: "/tmp/a"))
    for name in [
      "NSString", "NSMutableString", "NSNumber", "NSDate", "NSData", "NSURL", "NSUUID", "NSNull",
      "NSArray", "NSSet", "NSDictionary", "NSOrderedSet", "NSError", "NSTextCheckingResult",
      "NSNotification", "Foundation.NSNotification", "CKRecordID", "Unknown.Class",
    ] {
      try assertReadsWithClass(name, in: record)
    }
    try assertReadsWithClass("NSNotification", in: CKShare(rootRecord: record))
    try assertReadsWithClass("Unknown.Class", hint: "NSNotification", in: record)
  }

  /// Archives of subclasses that a client has, with members of their own, are read.
  func testMembersOfSubclasses() throws {
    let note = ArchivedNote(recordType: "Note", recordID: CKRecord.ID(recordName: "n"))
    note.names = NSOrderedSet(array: ["a"])
    let copy = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: ArchivedNote.self, from: archive(note))
    XCTAssertEqual(copy?.names, note.names)
    XCTAssertEqual(copy?.recordID, note.recordID)
  }
}

final class ArchivedNote: CKRecord, @unchecked Sendable {
  var names: NSOrderedSet?

  override init(recordType: RecordType, recordID: CKRecord.ID) {
    super.init(recordType: recordType, recordID: recordID)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    names = coder.decodeObject(of: NSOrderedSet.self, forKey: "Names")
  }

  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(names, forKey: "Names")
  }
}
