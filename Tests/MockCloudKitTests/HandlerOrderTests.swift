import CloudKit
import MockCloudKit
import MockCloudTesting
import Testing

/// The order of calls with completion handlers, and the threads of their handlers.
struct HandlerOrderTests {
  private static func id(_ name: String) -> CKRecord.ID { CKRecord.ID(recordName: name) }

  /// Makes calls, and waits until their handlers were called.
  private func handled(_ calls: (DispatchGroup) -> Void) async {
    let group = DispatchGroup()
    calls(group)
    await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
  }

  /// Which of them a fault hits, and their tags, are those of the test.
  @Test func callsHaveTheOrderInWhichTheyWereMade() async throws {
    for _ in 0..<100 {
      let (cloud, log) = (try MockCloud(), Log())
      let database = cloud.container().privateCloudDatabase
      try cloud.setError(.zoneBusy, for: .modifyRecords, times: 1)
      await handled { group in
        for name in ["a", "b", "c"] {
          group.enter()
          let record = CKRecord(recordType: "Note", recordID: Self.id(name))
          database.save(record) { saved, error in
            if error != nil { log.add(name) }
            group.leave()
          }
        }
      }
      #expect(log.lines == ["a"])
      let tags = try await database.records(for: [Self.id("b"), Self.id("c")])
        .mapValues { try $0.get().recordChangeTag ?? "" }
      #expect(tags[Self.id("b")] ?? "" < tags[Self.id("c")] ?? "")
    }
  }

  @Test func otherCallsHaveTheirOrderToo() async throws {
    for _ in 0..<20 {
      let cloud = try MockCloud()
      let container = cloud.container()
      let database = container.privateCloudDatabase
      await handled { group in
        for _ in 0..<4 { group.enter() }
        database.save(CKRecordZone(zoneName: "Notes")) { _, _ in group.leave() }
        container.fetchUserRecordID { _, _ in group.leave() }
        container.accountStatus { _, _ in group.leave() }
        database.fetch(withRecordIDs: [Self.id("a")]) { _ in group.leave() }
      }
      let made = try cloud.journal().map(\.operation)
      #expect(
        made == [
          "zones/modify", "account/userRecordID", "account/status", "records/lookup",
        ])
    }
  }

  /// What the call has done is there when it returns; its handler comes afterwards.
  @Test func aCallIsMadeBeforeItReturns() async throws {
    let cloud = try MockCloud()
    let database = cloud.container().privateCloudDatabase
    let thread = DispatchSemaphore(value: 0)
    let record = CKRecord(recordType: "Note", recordID: Self.id("a"))
    await handled { group in
      group.enter()
      let caller = ObjectIdentifier(Thread.current)
      database.save(record) { _, _ in
        // Handlers may wait for each other: each has a thread.
        database.fetch(withRecordID: Self.id("a")) { _, _ in thread.signal() }
        #expect(thread.wait(timeout: .now() + 30) == .success)
        #expect(ObjectIdentifier(Thread.current) != caller)
        group.leave()
      }
      #expect(record.recordChangeTag != nil)
    }
    #expect(try database.storedNames(in: cloud) == ["a"])
  }

  @Test func handlersMakeContainersOfTheirCloud() async throws {
    let cloud = try MockCloud()
    await handled { group in
      group.enter()
      cloud.container().accountStatus { _, _ in
        #expect((try? MockCloud.current.core) === cloud.core)
        group.leave()
      }
    }
  }

  /// A client may have a lock while it makes the call.
  @Test func observersOfAccountsAreNotCalledByTheCall() async throws {
    let (cloud, log) = (try MockCloud(), Log())
    let container = cloud.container()
    let caller = Guarded<ObjectIdentifier?>(nil)
    let observer = NotificationCenter.default.addObserver(
      forName: .CKAccountChanged, object: nil, queue: nil
    ) { _ in
      guard (try? MockCloud.current.core) === cloud.core else { return }
      let isCaller = caller.value == ObjectIdentifier(Thread.current)
      log.add(isCaller ? "in the call" : "posted")
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    try cloud.addFaultProfile(.accountChurn, intensity: 1)
    for configuration in [nil, CKOperation.Configuration()] {
      configuration?.timeoutIntervalForRequest = 30
      let former = log.lines.count
      for _ in 0..<100 where log.lines.count == former {
        await handled { group in
          group.enter()
          container.configuredWith(configuration: configuration) { container in
            caller.value = ObjectIdentifier(Thread.current)
            container.privateCloudDatabase.save(CKRecord(recordType: "Note")) { _, _ in
              group.leave()
            }
            caller.value = nil
          }
        }
      }
      #expect(log.lines.count > former)
      // The account is available again.
      _ = try await container.accountStatus()
    }
    #expect(Set(log.lines) == ["posted"])
  }

  private final class Guarded<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Value

    init(_ value: Value) { stored = value }

    var value: Value {
      get { lock.withLock { stored } }
      set { lock.withLock { stored = newValue } }
    }
  }
}
