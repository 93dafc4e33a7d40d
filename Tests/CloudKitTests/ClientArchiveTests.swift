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

/// Archives of classes of an app, which know nothing of CloudKit.
final class ClientArchiveTests: XCTestCase {
  func testDictionariesThatCanBeChangedAreRead() throws {
    let settings = ArchivedSettings(["a": 1, "old": 2])
    let read = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: ArchivedSettings.self, from: archive(settings))
    XCTAssertEqual(read?.values, ["a": 1, "read": true])
  }
}
