import CloudKit
import MockCloudKit
import MockCloudTesting
import Testing

/// Operations of a client's classes, which may set what they send when they run.
@Suite(.mockCloud)
struct SubclassTests {
  private let cloud: MockCloud
  private let database: CKDatabase

  init() throws {
    cloud = try MockCloud.current
    database = CKContainer.default().privateCloudDatabase
  }

  private static func note(_ name: String) -> CKRecord {
    CKRecord(recordType: "Note", recordID: .init(recordName: name))
  }

  private final class SavingInMain: CKModifyRecordsOperation, @unchecked Sendable {
    override func main() {
      recordsToSave = [note("main")]
      super.main()
    }
  }

  private final class SavingAtStart: CKModifyRecordsOperation, @unchecked Sendable {
    override func start() {
      recordsToSave = [note("start")]
      super.start()
    }
  }

  @Test func recordsThatAreSetWhenTheOperationRuns() async throws {
    let log = Log()
    for operation in [SavingInMain(), SavingAtStart()] as [CKModifyRecordsOperation] {
      operation.perRecordSaveBlock = { recordID, result in
        log.add("\(recordID.recordName) \(result.text)")
      }
      database.add(operation)
      await operation.end()
    }
    #expect(log.lines == ["main ok", "start ok"])
    #expect(try database.storedNames(in: cloud) == ["main", "start"])
  }

  private final class WithoutMain: CKModifyRecordsOperation, @unchecked Sendable {
    override func main() {}
  }

  private final class WithoutStart: CKModifyRecordsOperation, @unchecked Sendable {
    override func start() {}
  }

  private final class Weak {
    weak var operation: CKOperation?
    weak var cloud: AnyObject?
  }

  /// They make no call, and nothing keeps them or their cloud.
  @Test func classesThatDoNotCallCloudKits() async throws {
    func added(_ operation: CKModifyRecordsOperation) throws -> Weak {
      let (cloud, left) = (try MockCloud(), Weak())
      operation.recordsToSave = [Self.note("none")]
      operation.modifyRecordsResultBlock = { _ in Issue.record("a result") }
      cloud.container().privateCloudDatabase.add(operation)
      (left.operation, left.cloud) = (operation, cloud.core)
      #expect(try cloud.journal().isEmpty)
      return left
    }
    for left in [try added(WithoutMain()), try added(WithoutStart())] {
      for _ in 0..<500 where left.operation != nil || left.cloud != nil {
        try await Task.sleep(nanoseconds: 10_000_000)
      }
      #expect(left.operation == nil && left.cloud == nil)
    }
  }
}
