import Foundation
import Testing

@Suite struct ReadmeTests {
  private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  private static func text(_ file: URL) throws -> String {
    try String(contentsOf: file, encoding: .utf8)
  }

  /// The README's Swift code is a file next to this one, which the tests compile and run.
  @Test func itsSwiftIsTheExample() throws {
    let root = Self.here.deletingLastPathComponent().deletingLastPathComponent()
    let readme = try Self.text(root.appendingPathComponent("README.md"))
    let blocks = readme.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    let example = try Self.text(Self.here.appendingPathComponent("ReadmeExample.swift"))
    #expect(blocks == [example])
  }
}
