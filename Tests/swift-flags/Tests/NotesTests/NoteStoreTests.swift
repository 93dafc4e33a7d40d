import CloudKit
import XCTest

@testable import Notes

final class NoteStoreTests: XCTestCase {
  private func changes(_ store: NoteStore) async throws -> [String] {
    let queue = OperationQueue()
    return try await withCheckedThrowingContinuation { continuation in
      store.changes(in: queue) { continuation.resume(with: $0) }
    }
  }

  func testNotes() async throws {
    let store = NoteStore()
    try await store.prepare()
    for (name, title) in [("a", "Milk"), ("b", "Mustard"), ("c", "Bread")] {
      let saved = try await store.add(title, named: name)
      XCTAssertNotNil(saved.recordChangeTag)
    }
    let titles = try await store.titles(beginningWith: "M")
    XCTAssertEqual(titles, ["Milk", "Mustard"])
    let all = try await changes(store)
    XCTAssertEqual(all.sorted(), ["a", "b", "c"])
    try await store.add("Salt", named: "d")
    let next = try await changes(store)
    XCTAssertEqual(next, ["d"])
  }

  func testConflict() async throws {
    let store = NoteStore(container: CKContainer(identifier: "iCloud.org.example.conflict"))
    try await store.prepare()
    try await store.add("Milk", named: "a")
    do {
      try await store.add("Bread", named: "a")
      XCTFail("the record exists")
    } catch {
      XCTAssertEqual(NoteStore.advice(for: error), .merge)
      XCTAssertEqual((error as? CKError)?.serverRecord?["title"] as? String, "Milk")
    }
  }

  func testAdvice() {
    let busy = CKError(.zoneBusy, userInfo: [CKErrorRetryAfterKey: 3.0])
    XCTAssertEqual(NoteStore.advice(for: busy), .wait(3))
    XCTAssertEqual(NoteStore.name(of: .noAccount), "no account")
  }
}
