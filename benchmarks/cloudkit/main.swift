// Measures what CloudKit's objects cost over the core, and fails if a limit is missed.

import CloudKit
import MockCloudCore
import MockCloudKit

let zoneID = CKRecordZone.ID(zoneName: "Zone")
let count = 400

/// The median of the times of some runs, in microseconds.
func microseconds(_ runs: Int, _ body: () throws -> Void) rethrows -> Double {
  var times: [Double] = []
  for _ in 0..<runs {
    let start = DispatchTime.now().uptimeNanoseconds
    try body()
    times.append(Double(DispatchTime.now().uptimeNanoseconds - start) / 1000)
  }
  return times.sorted()[runs / 2]
}

func run(_ operation: CKDatabaseOperation, in database: CKDatabase) {
  database.add(operation)
  operation.waitUntilFinished()
}

func name(_ number: Int) -> String { "record-\(number)" }

/// 400 records with three fields are saved and fetched by two operations.
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
func aContainer(in cloud: MockCloud) throws -> Double {
  var number = 0
  return microseconds(2000) {
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
let operations = try microseconds(51) { try throughOperations() }
let core = try microseconds(51) { try throughTheCore() }
let cloud = try MockCloud()
try cloud.seed([], zones: [CKRecordZone(zoneID: zoneID)])
let save = try aContainer(in: cloud)
let ratio = operations / core

print("400 records saved and fetched by operations: \(Int(operations)) µs")
print("the same by the core alone: \(Int(core)) µs; \((ratio * 10).rounded() / 10) x, limit 3")
print("a container and one save by an operation: \(Int(save)) µs, limit 100")
if ratio > 3 || save > 100 { exit(1) }
