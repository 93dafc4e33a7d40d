import CloudKit
import MockCloudCore
import MockCloudKit
import XCTest

/// Many operations in many clouds by many threads, some of which are cancelled.
///
/// `MOCKCLOUD_OPERATIONS` is the number of operations of each thread; `make operations` runs more.
final class ConcurrencyTests: XCTestCase {
  private static let threads = 16
  private static let records = 3
  private static let zoneID = CKRecordZone.ID(zoneName: "Zone")

  func testEachOperationEndsOnceAndNothingStays() throws {
    let given = ProcessInfo.processInfo.environment["MOCKCLOUD_OPERATIONS"]
    let count = given.flatMap { Int($0) } ?? 150
    // Not the journals but the operations are tested.
    let clouds = try (0..<Self.threads).map { _ in
      try MockCloud(json: #"{"limits": {"journalBytes": 100000}}"#)
    }
    let (tally, threads) = (Tally(), Self.runningThreads())
    let start = DispatchTime.now().uptimeNanoseconds
    run(clouds, count, tally)
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    print("\(Self.threads) threads, \(clouds.count) clouds, \(count) operations each: \(seconds) s")
    let total = Self.threads * count
    XCTAssertEqual(tally[.made], total)
    XCTAssertEqual(tally[.results], total)
    XCTAssertEqual(tally[.completions], total)
    XCTAssertEqual(tally.problems, [])
    XCTAssertGreaterThan(tally[.cancelled], 0)
    XCTAssertGreaterThan(tally[.succeeded], 0)
    // A queue releases its last operation a moment after its completion block.
    for _ in 0..<500 where tally[.made] > tally[.released] { usleep(10_000) }
    XCTAssertEqual(tally[.released], total, "operations were not released")
    XCTAssertEqual(tally[.blocks], tally[.releasedBlocks], "blocks were not released")
    XCTAssertGreaterThan(tally[.records], 0)
    XCTAssertEqual(tally.keptRecords, 0, "records were not released")
    for cloud in clouds {
      XCTAssertEqual(try cloud.perform(ListOperations()).count, 0, "the cloud has operations left")
      XCTAssertNil(cloud.core.takeEvent(), "the cloud has events left")
      XCTAssertEqual(try cloud.core.problems().count, 0)
    }
    // Dispatch ends its threads when they had nothing to do for five seconds.
    for _ in 0..<2000 where Self.runningThreads() > threads { usleep(10_000) }
    XCTAssertLessThanOrEqual(Self.runningThreads(), threads, "threads are left over")
  }

  private static func runningThreads() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
  }

  /// The clouds themselves: nothing of an operation keeps one.
  func testCloudsAreReleased() throws {
    let tally = Tally()
    let released = try {
      let clouds = try (0..<4).map { _ in try MockCloud() }
      run(clouds, 20, tally)
      return clouds.map { WeakCloud($0) }
    }()
    for _ in 0..<500 where released.contains(where: { !$0.isGone }) { usleep(10_000) }
    XCTAssertEqual(released.count { !$0.isGone }, 0)
  }

  private func run(_ clouds: [MockCloud], _ count: Int, _ tally: Tally) {
    let ends = DispatchGroup()
    for (number, cloud) in clouds.enumerated() {
      ends.enter()
      Thread.detachNewThread {
        Self.use(clouds[(number + 1) % clouds.count], cloud, number, count, tally)
        ends.leave()
      }
    }
    ends.wait()
  }

  /// Each thread uses two clouds, so that each cloud has two threads.
  private static func use(
    _ first: MockCloud, _ second: MockCloud, _ thread: Int, _ count: Int, _ tally: Tally
  ) {
    let databases = [first, second].map { $0.container().privateCloudDatabase }
    let queue = OperationQueue()
    for database in databases {
      let zone = CKModifyRecordZonesOperation(recordZonesToSave: [CKRecordZone(zoneID: zoneID)])
      database.add(zone)
      zone.waitUntilFinished()
    }
    let ends = DispatchGroup()
    var random = UInt64(thread + 1)
    for number in 0..<count {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let draw = random >> 33
      let (database, operation) = (databases[number % 2], Probe(tally, number, draw))
      ends.enter()
      operation.watch { ends.leave() }
      if draw % 2 == 0 {
        database.add(operation.operation)
      } else {
        operation.operation.database = database
        queue.addOperation(operation.operation)
      }
      if draw % 10 < 3 { operation.operation.cancel() }
      // So that some are in flight together, but not all.
      if number % 16 == 15 { ends.wait() }
    }
    ends.wait()
    queue.waitUntilAllOperationsAreFinished()
  }

  /// An operation that notes the order of its blocks.
  private final class Probe: @unchecked Sendable {
    let operation: CKDatabaseOperation
    private let tally: Tally
    private let lock = NSLock()
    private var items: Set<String> = []
    private var hasResult = false
    private let cancelsItself: Bool

    init(_ tally: Tally, _ number: Int, _ draw: UInt64) {
      self.tally = tally
      cancelsItself = draw % 10 == 9
      let ids = (0..<records).map {
        CKRecord.ID(recordName: "r\((number + $0) % 20)", zoneID: zoneID)
      }
      switch draw / 16 % 3 {
      case 0:
        let records = ids.map { CKRecord(recordType: "Note", recordID: $0) }
        let saving = Saving(recordsToSave: records)
        saving.release = Release(tally)
        saving.savePolicy = .allKeys
        operation = saving
      case 1:
        let fetching = Fetching(recordIDs: ids)
        fetching.release = Release(tally)
        operation = fetching
      default:
        let reading = Reading(recordZoneIDs: [zoneID])
        reading.release = Release(tally)
        operation = reading
      }
    }

    func watch(_ end: @escaping @Sendable () -> Void) {
      switch operation {
      case let saving as Saving:
        saving.perRecordSaveBlock = { self.note($0.recordName, $1) }
        saving.modifyRecordsResultBlock = { self.end($0, items: ConcurrencyTests.records) }
      case let fetching as Fetching:
        fetching.perRecordResultBlock = { self.note($0.recordName, $1) }
        fetching.fetchRecordsResultBlock = { self.end($0, items: ConcurrencyTests.records) }
      case let reading as Reading:
        reading.recordWasChangedBlock = { self.note($0.recordName, $1) }
        reading.recordZoneFetchResultBlock = { zoneID, _ in self.note(zoneID.zoneName, .success(()))
        }
        reading.fetchRecordZoneChangesResultBlock = { self.end($0, items: nil) }
      default: tally.add("unknown operation")
      }
      let block = Release(tally, .blocks, .releasedBlocks)
      operation.completionBlock = { [tally] in
        withExtendedLifetime(block) { tally.count(.completions) }
        end()
      }
    }

    private func note<Value>(_ name: String, _ result: Result<Value, any Error>) {
      if case .success(let record as CKRecord) = result { tally.keep(record) }
      lock.withLock {
        if hasResult { tally.add("an item after the result") }
        if !items.insert(name).inserted { tally.add("an item twice: \(name)") }
      }
      if cancelsItself { operation.cancel() }
    }

    private func end(_ result: Result<Void, any Error>, items expected: Int?) {
      let count = lock.withLock {
        if hasResult { tally.add("a result twice") }
        hasResult = true
        return items.count
      }
      if operation.isFinished { tally.add("finished before its result") }
      tally.count(.results)
      switch result {
      case .success:
        tally.count(.succeeded)
        if let expected, count != expected { tally.add("\(count) of \(expected) items") }
      case .failure(CKError.operationCancelled): tally.count(.cancelled)
      // Records that nobody has saved yet.
      case .failure(CKError.partialFailure):
        if let expected, count != expected { tally.add("\(count) of \(expected) items failed") }
      case .failure(let error): tally.add("\(error)")
      }
    }
  }

  private final class Saving: CKModifyRecordsOperation, @unchecked Sendable {
    var release: Release?
  }

  private final class Fetching: CKFetchRecordsOperation, @unchecked Sendable {
    var release: Release?
  }

  private final class Reading: CKFetchRecordZoneChangesOperation, @unchecked Sendable {
    var release: Release?
  }

  /// Counts what was made and released: operations, or blocks that have it.
  private final class Release: Sendable {
    private let tally: Tally

    private let end: Tally.Count

    init(_ tally: Tally, _ start: Tally.Count = .made, _ end: Tally.Count = .released) {
      self.tally = tally
      self.end = end
      tally.count(start)
    }

    deinit { tally.count(end) }
  }

  private struct WeakCloud {
    private weak var core: AnyObject?

    init(_ cloud: MockCloud) { core = cloud.core }

    var isGone: Bool { core == nil }
  }

  private final class Tally: @unchecked Sendable {
    enum Count {
      case made, results, completions, cancelled, succeeded, released, blocks, releasedBlocks,
        records
    }

    private let lock = NSLock()
    private var counts: [Count: Int] = [:]
    private var stored: [String] = []
    /// Some of the records that were reported.
    private var sample: [WeakRecord] = []

    private struct WeakRecord {
      weak var record: CKRecord?
    }

    /// Notes every fiftieth record.
    func keep(_ record: CKRecord) {
      count(.records)
      if self[.records] % 50 == 0 { lock.withLock { sample.append(WeakRecord(record: record)) } }
    }

    /// The number of those of the noted records that exist.
    var keptRecords: Int { lock.withLock { sample.count { $0.record != nil } } }

    subscript(_ count: Count) -> Int { lock.withLock { counts[count] ?? 0 } }
    var problems: [String] { lock.withLock { stored } }

    func count(_ count: Count) { lock.withLock { counts[count, default: 0] += 1 } }
    func add(_ problem: String) { lock.withLock { stored.append(problem) } }
  }
}
