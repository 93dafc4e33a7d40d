import Foundation
import Testing

@testable import MockCloudCore

/// Files are written completely or not at all, and no temporary files remain.
@Suite struct HostFileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("mockcloud-files-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func write(_ text: String, _ path: String) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer { HostFile.write($0, to: path) }
  }

  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
  }

  @Test func whatIsWrittenTakesTheOldFilesPlace() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for text in ["one", "", "three"] {
      #expect(write(text, path("a")))
      #expect(HostFile.read(path("a")).map { String(decoding: $0, as: UTF8.self) } == text)
    }
    #expect(names == ["a"])
    chmod(path("a"), 0o600)
    #expect(write("four", path("a")))
    let mode = try FileManager.default.attributesOfItem(atPath: path("a"))[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func whatCannotBeWrittenLeavesNothing() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(atPath: path("d"), withIntermediateDirectories: false)
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    for bad in [path("d"), path("pipe"), path("none/a"), path("d/"), "", "/dev/null"] {
      #expect(!write("x", bad))
      #expect(!HostFile.isWritable(bad))
      let isOpen = AppendedFile(bad) != nil
      #expect(!isOpen)
    }
    #expect(names == ["d", "pipe"])
    #expect(HostFile.isWritable(path("d/a")))
  }

  @Test func aNameIsFoundThatNobodyUses() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for attempt in 0..<3 {
      #expect(write("taken", path("a.\(getpid())-\(attempt).new")))
    }
    #expect(write("new", path("a")))
    #expect(names.count == 4)
    #expect(HostFile.read(path("a")).map { String(decoding: $0, as: UTF8.self) } == "new")
  }

  @Test func aStampTellsOneContentFromAnother() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(HostFile.Stamp(of: path("a")) == .missing)
    #expect(HostFile.Stamp(of: folder.path) == .missing)
    #expect(write("one", path("a")))
    let first = HostFile.Stamp(of: path("a"))
    #expect(first != .missing)
    #expect(first == HostFile.Stamp(of: path("a")))
    #expect(write("two", path("a")))
    #expect(first != HostFile.Stamp(of: path("a")))
  }
}
