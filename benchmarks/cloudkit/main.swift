// Measures what CloudKit's objects cost over the core, and fails if a limit is missed.

import CloudKit
import MockCloudCore
import MockCloudKit

let zoneID = CKRecordZone.ID(zoneName: "Zone")
let count = 400

/// The times of some runs, in microseconds: elapsed, and of the processors. The machine delays some runs
/// several times over, so that the lower quartile counts.
struct Times {
  private var runs: (elapsed: [Double], processor: [Double]) = ([], [])

  var elapsed: Double { Self.quartile(runs.elapsed) }
  var processor: Double { Self.quartile(runs.processor) }

  private static func quartile(_ times: [Double]) -> Double { times.sorted()[times.count / 4] }

  mutating func measure(_ count: Int, _ body: () throws -> Void) rethrows {
    for _ in 0..<count {
      let start = Moment()
      try body()
      add(since: start)
    }
  }

  mutating func add(since start: Moment) {
    let end = Moment()
    runs.elapsed.append(end.time - start.time)
    runs.processor.append(end.used - start.used)
  }

  /// The time, and what all threads of the process have used, in microseconds.
  struct Moment {
    let time = Double(DispatchTime.now().uptimeNanoseconds) / 1000
    let used = Times.used()
  }

  /// The time of all threads of the process.
  private static func used() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1000
  }
}

func run(_ operation: CKDatabaseOperation, in database: CKDatabase) {
  database.add(operation)
  operation.waitUntilFinished()
}

func name(_ number: Int) -> String { "record-\(number)" }

/// 400 records with three fields are saved and fetched by two operations.
///
/// Swift 6.3.1 ends with an error of its own when the optimizer inlines this into `Times`.
@inline(never)
func throughOperations() throws {
  let cloud = try MockCloud()
  try cloud.seed([], zones: [CKRecordZone(zoneID: zoneID)])
  let database = cloud.container().privateCloudDatabase
  let records = (0..<count).map { number in
    let record = CKRecord(
      recordType: "Note", recordID: CKRecord.ID(recordName: name(number), zoneID: zoneID))
    record["title"] = "Title \(number)"
    record["number"] = number
    record["done"] = false
    return record
  }
  let saving = CKModifyRecordsOperation(recordsToSave: records)
  nonisolated(unsafe) var items = 0
  saving.perRecordSaveBlock = { _, result in if case .success = result { items += 1 } }
  run(saving, in: database)
  let fetching = CKFetchRecordsOperation(recordIDs: records.map(\.recordID))
  fetching.perRecordResultBlock = { _, result in if case .success = result { items += 1 } }
  run(fetching, in: database)
  guard items == 2 * count else { throw CKError(.internalError) }
}

/// The same with the core alone.
@inline(never)
func throughTheCore() throws {
  let cloud = try Cloud()
  let zone = ZoneID(zoneName: "Zone", ownerName: "_defaultOwner")
  let database = cloud.privateDatabase
  try database.createZone(named: "Zone")
  let drafts = (0..<count).map { number in
    RecordDraft(
      "Note", recordName: RecordName(name(number)), zoneID: zone,
      fields: [
        "title": .string("Title \(number)"), "number": .int64(Int64(number)), "done": .int64(0),
      ])
  }
  _ = try database.save(drafts).map { try $0.get() }
  _ = try database.records(named: (0..<count).map { RecordName(name($0)) }, in: zone)
    .map { try $0.get() }
}

/// A fresh container and one save.
@inline(never)
func aContainer(in cloud: MockCloud, _ number: Int) {
  let container = cloud.container()
  let record = CKRecord(
    recordType: "Note", recordID: CKRecord.ID(recordName: name(number), zoneID: zoneID))
  record["title"] = "Title"
  run(CKModifyRecordsOperation(recordsToSave: [record]), in: container.privateCloudDatabase)
}

/// The same by a convenience method.
@inline(never)
func aContainerAndACall(in cloud: MockCloud, _ number: Int) async throws {
  let record = CKRecord(
    recordType: "Note", recordID: CKRecord.ID(recordName: name(number), zoneID: zoneID))
  record["title"] = "Title"
  _ = try await cloud.container().privateCloudDatabase.save(record)
}

let cloud = try MockCloud()
try cloud.seed([], zones: [CKRecordZone(zoneID: zoneID)])
var number = 0

// `saves 1000`: only these, for tools that count instructions.
if CommandLine.arguments.count == 3, let count = Int(CommandLine.arguments[2]) {
  for number in 0..<count {
    switch CommandLine.arguments[1] {
    case "saves": aContainer(in: cloud, number)
    case "calls": try await aContainerAndACall(in: cloud, number)
    case "operations": try throughOperations()
    case "core": try throughTheCore()
    default: exit(2)
    }
  }
  exit(0)
}

for _ in 0..<5 {
  try throughOperations()
  try throughTheCore()
}
var (operations, core, save, call) = (Times(), Times(), Times(), Times())
// In turn, so that all have the machine at its best and at its worst.
for _ in 0..<20 {
  try operations.measure(3) { try throughOperations() }
  try core.measure(3) { try throughTheCore() }
  save.measure(100) {
    number += 1
    aContainer(in: cloud, number)
  }
  for _ in 0..<100 {
    number += 1
    let start = Times.Moment()
    try await aContainerAndACall(in: cloud, number)
    call.add(since: start)
  }
}
let ratio = operations.elapsed / core.elapsed

func show(_ ratio: Double) -> Double { (ratio * 10).rounded() / 10 }

func show(_ times: Times) -> String {
  "\(Int(times.elapsed)) µs, of the processors \(Int(times.processor)) µs"
}

let processors = ProcessInfo.processInfo.activeProcessorCount
print("on \(processors) processors, lower quartiles:")
print("400 records saved and fetched by operations: \(show(operations))")
print("the same by the core alone: \(show(core))")
print(
  "  \(show(ratio)) x, limit 3; of the processors \(show(operations.processor / core.processor)) x")
print("a container and one save by an operation: \(show(save)); limit 100 on one processor")
print("a container and one save by a convenience method: \(show(call)); limit 100")
if ratio > 3 || call.elapsed > 100 || processors == 1 && save.elapsed > 100 { exit(1) }
