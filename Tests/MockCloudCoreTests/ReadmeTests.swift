import Foundation
import Testing

@Suite struct ReadmeTests {
  private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  private static func text(_ file: URL) throws -> String {
    try String(contentsOf: file, encoding: .utf8)
  }

  /// The README's Swift code is in files of the tests, which compile and run it.
  @Test func itsSwiftIsThatOfTheExamples() throws {
    let tests = Self.here.deletingLastPathComponent()
    let root = tests.deletingLastPathComponent()
    let readme = try Self.text(root.appendingPathComponent("README.md"))
    let blocks = readme.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    let examples = try ["MockCloudKitTests", "MockCloudCoreTests"].map {
      try Self.text(tests.appendingPathComponent("\($0)/ReadmeExample.swift"))
    }
    #expect(blocks == examples)
  }
}
