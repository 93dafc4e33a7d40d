import CJSONMemory
import Testing

@testable import MockCloudCore

/// The functions that json-c calls in the library for distribution.
@Suite struct JSONMemoryTests {
  /// Runs `body` with objects taken from chunks, which are freed afterwards.
  private func withChunks(_ body: (OpaquePointer) throws -> Void) throws {
    let memory = try #require(json_memory_new())
    let outer = json_memory_use(memory)
    defer {
      json_memory_delete(memory)
      json_memory_use(outer)
    }
    try body(memory)
  }

  private func bytes(_ pointer: UnsafeMutableRawPointer, _ count: Int) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: pointer, count: count))
  }

  private func fill(_ pointer: UnsafeMutableRawPointer, _ byte: UInt8, _ count: Int) {
    pointer.initializeMemory(as: UInt8.self, repeating: byte, count: count)
  }

  @Test func objectsAreApartAndAligned() throws {
    try withChunks { _ in
      var objects: [(start: UnsafeMutableRawPointer, size: Int)] = []
      for size in [0, 1, 7, 8, 9, 640, 5000, 64 << 10, 200_000, 3, 40_000, 12] {
        let start = try #require(json_memory_malloc(size))
        #expect(UInt(bitPattern: start) % 8 == 0)
        fill(start, UInt8(objects.count), size)
        objects.append((start, size))
      }
      for (index, object) in objects.enumerated() {
        #expect(bytes(object.start, object.size).allSatisfy { $0 == UInt8(index) })
      }
    }
  }

  @Test func callocClearsWhatAnotherTextLeft() throws {
    for _ in 0..<3 {
      try withChunks { _ in
        let start = try #require(json_memory_calloc(16, 40))
        #expect(bytes(start, 640).allSatisfy { $0 == 0 })
        fill(start, 0xFF, 640)
      }
    }
  }

  @Test func reallocKeepsTheContents() throws {
    try withChunks { _ in
      var start = try #require(json_memory_realloc(nil, 32))
      fill(start, 7, 32)
      #expect(json_memory_realloc(start, 8) == start)
      for size in [33, 4000, 100_000] {
        start = try #require(json_memory_realloc(start, size))
        #expect(bytes(start, 32).allSatisfy { $0 == 7 })
      }
    }
  }

  @Test func textsAreCopied() throws {
    try withChunks { _ in
      let copy = try #require(json_memory_strdup("a key"))
      json_memory_free(copy)
      #expect(String(cString: copy) == "a key")
      #expect(String(cString: try #require(json_memory_strdup(""))) == "")
    }
  }

  @Test func impossibleSizesAreRefused() throws {
    try withChunks { _ in
      #expect(json_memory_malloc(.max) == nil)
      #expect(json_memory_malloc(.max - 15) == nil)
      #expect(json_memory_calloc(.max / 2, 3) == nil)
      #expect(json_memory_realloc(json_memory_malloc(8), .max) == nil)
    }
  }

  @Test func deletingReportsWhetherMemoryWasUsed() throws {
    #expect(!json_memory_delete(nil))
    #expect(!json_memory_delete(json_memory_new()))
    for size in [1, 8, 100_000] {
      let memory = try #require(json_memory_new())
      #expect(json_memory_use(memory) == nil)
      #expect(json_memory_malloc(size) != nil)
      // Without memory in use, an object outlives the chunks.
      #expect(json_memory_use(nil) == memory)
      let kept = json_memory_strdup("kept")
      #expect(json_memory_delete(memory))
      #expect(kept.map { String(cString: $0) } == "kept")
      json_memory_free(kept)
    }
  }

  @Test func readersLeaveTheMemoryInUse() throws {
    try withChunks { memory in
      #expect(readJSON("[1]") == .success(.array([.int(1)])))
      #expect(readJSON("[1") != .success(.null))
      var kept: JSONTree?
      _ = try "[[1]]".utf8.withContiguousStorageIfAvailable { text in
        try JSONReader().read(text) { node in
          // A tree is made and freed while another text is read.
          kept = try JSONReader().tree(of: text)
          #expect(kept?.root.count == 1)
          kept = nil
          kept = try JSONReader().tree(of: text)
        }
      }
      #expect(kept?.root[0]?[0]?.int == 1)
      #expect(json_memory_use(memory) == memory)
    }
  }
}
