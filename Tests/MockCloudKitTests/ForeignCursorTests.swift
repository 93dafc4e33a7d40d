import CloudKit
import Foundation
import MockCloudKit
import Testing

/// Queries that cannot be sent.
struct ForeignCursorTests {
  private let cloud: MockCloud
  private let database: CKDatabase

  init() throws {
    cloud = try MockCloud()
    database = cloud.container().privateCloudDatabase
  }

  /// A cursor of an archive of Apple's framework.
  private static func cursor() throws -> CKQueryOperation.Cursor {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(Data([1, 2, 3]) as NSData, forKey: "CursorData")
    archiver.finishEncoding()
    let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    return try #require(CKQueryOperation.Cursor(coder: reader))
  }

  private func code(of query: CKQueryOperation) async -> CKError.Code? {
    let log = Log()
    query.queryResultBlock = { log.add($0.text) }
    database.add(query)
    await query.end()
    return log.lines.first.flatMap { Int($0) }.flatMap { CKError.Code(rawValue: $0) }
  }

  @Test func theJournalHasThem() async throws {
    let cursor = try Self.cursor()
    #expect(await code(of: CKQueryOperation(cursor: cursor)) == .invalidArguments)
    #expect(await code(of: CKQueryOperation()) == .invalidArguments)
    await #expect(throws: CKError.self) {
      try await database.records(continuingMatchFrom: cursor)
    }
    let calls = try cloud.journal()
    #expect(calls.map(\.operation) == Array(repeating: "records/query", count: 3))
    #expect(calls.allSatisfy { $0.status == CKError.Code.invalidArguments.rawValue })
  }

  /// Nothing reaches the cloud.
  @Test func cancelledOnes() async throws {
    let changed = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
    try cloud.seed(
      (0..<3).map { CKRecord(recordType: "Note", recordID: .init(recordName: "\($0)")) })
    let found = try await database.records(matching: changed, resultsLimit: 1)
    let own = try #require(found.queryCursor)
    changed.sortDescriptors = [NSSortDescriptor(key: "", ascending: true)]
    let count = try cloud.journal().count
    for query in [
      CKQueryOperation(cursor: try Self.cursor()), CKQueryOperation(cursor: own),
      CKQueryOperation(),
    ] {
      query.cancel()
      #expect(await code(of: query) == .operationCancelled)
    }
    #expect(try cloud.journal().count == count)
  }
}
