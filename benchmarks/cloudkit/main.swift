// Measures what CloudKit's objects cost over the core, and fails if a limit is missed.

import CloudKit
import MockCloudCore
import MockCloudKit

let zoneID = CKRecordZone.ID(zoneName: "Zone")
let count = 400

/// The medians of the times of some runs, in microseconds: elapsed, and of the processors, which other
/// work on the machine does not change as much.
struct Times {
  let elapsed: Double
  let processor: Double

  init(_ runs: Int, _ body: () throws -> Void) rethrows {
    var (elapsed, processor): ([Double], [Double]) = ([], [])
    for _ in 0..<runs {
      let (start, used) = (DispatchTime.now().uptimeNanoseconds, Self.used())
      try body()
      elapsed.append(Double(DispatchTime.now().uptimeNanoseconds - start) / 1000)
      processor.append(Self.used() - used)
    }
    self.elapsed = elapsed.sorted()[runs / 2]
    self.processor = processor.sorted()[runs / 2]
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
func aContainer(in cloud: MockCloud) throws -> Times {
  var number = 0
  return Times(2000) {
    number += 1
    let container = cloud.container()
    let record = CKRecord(
      recordType: "Note", recordID: CKRecord.ID(recordName: name(number), zoneID: zoneID))
    record["title"] = "Title"
    run(CKModifyRecordsOperation(recordsToSave: [record]), in: container.privateCloudDatabase)
  }
}

for _ in 0..<5 {
  try throughOperations()
  try throughTheCore()
}
let operations = try Times(51) { try throughOperations() }
let core = try Times(51) { try throughTheCore() }
let cloud = try MockCloud()
try cloud.seed([], zones: [CKRecordZone(zoneID: zoneID)])
let save = try aContainer(in: cloud)
let ratio = operations.elapsed / core.elapsed

func show(_ ratio: Double) -> Double { (ratio * 10).rounded() / 10 }

func show(_ times: Times) -> String {
  "\(Int(times.elapsed)) µs, of the processors \(Int(times.processor)) µs"
}

print("400 records saved and fetched by operations: \(show(operations))")
print("the same by the core alone: \(show(core))")
print(
  "  \(show(ratio)) x, limit 3; of the processors \(show(operations.processor / core.processor)) x")
print("a container and one save by an operation: \(show(save)); limit 100")
if ratio > 3 || save.elapsed > 100 { exit(1) }
