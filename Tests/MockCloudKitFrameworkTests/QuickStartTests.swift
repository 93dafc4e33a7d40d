import Foundation
import Testing

/// The document's example is the code that is compiled and run.
@Test func theExampleOfTheDocument() throws {
  let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  let code = try String(
    contentsOf: here.appendingPathComponent("QuickStart.swift"), encoding: .utf8)
  let page = try String(
    contentsOf: here.appendingPathComponent("../../docs/SWIFT.md"), encoding: .utf8)
  let example = code.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    .joined(separator: "\n")
  #expect(page.contains("```swift\n\(example)```"))
}
