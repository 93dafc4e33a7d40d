public import Foundation

/// Is told when the system's sharing view has saved or deleted a share of a container (Apple:
/// `CKSystemSharingUIObserver`).
///
/// There is no such view here. A test does what its user does, with `MockCloud.saveInSharingUI` and
/// `MockCloud.stopSharingInSharingUI` of the module MockCloudKit.
open class CKSystemSharingUIObserver: NSObject, @unchecked Sendable {
  private let container: CKContainer
  private let lock = NSLock()
  private var saved: (@Sendable (CKRecordID, Result<CKShare, any Error>) -> Void)?
  private var stopped: (@Sendable (CKRecordID, Result<Void, any Error>) -> Void)?

  /// Called when a share was saved, or could not be.
  open var systemSharingUIDidSaveShareBlock:
    (@Sendable (CKRecordID, Result<CKShare, any Error>) -> Void)?
  {
    get { lock.withLock { saved } }
    set { lock.withLock { saved = newValue } }
  }

  /// Called when a share was deleted, or could not be.
  open var systemSharingUIDidStopSharingBlock:
    (@Sendable (CKRecordID, Result<Void, any Error>) -> Void)?
  {
    get { lock.withLock { stopped } }
    set { lock.withLock { stopped = newValue } }
  }

  public init(container: CKContainer) {
    self.container = container
    super.init()
    container.connection.sharingObservers?.add(self)
  }

  /// Whether it is one of this container as the same user has it.
  func observes(_ connection: CloudConnection) -> Bool {
    let (own, other) = (container.connection.viewpoint, connection.viewpoint)
    return own.container == other.container && own.user == other.user
  }
}

/// The observers of a cloud, which it does not keep.
final class SharingObservers: @unchecked Sendable {
  private struct Entry {
    weak var observer: CKSystemSharingUIObserver?
  }

  private let lock = NSLock()
  private var entries: [Entry] = []

  func add(_ observer: CKSystemSharingUIObserver) {
    lock.withLock {
      entries.removeAll { $0.observer == nil }
      entries.append(Entry(observer: observer))
    }
  }

  /// Those of a container, in the order in which they were made.
  func all(of connection: CloudConnection) -> [CKSystemSharingUIObserver] {
    lock.withLock { entries.compactMap(\.observer) }.filter { $0.observes(connection) }
  }
}

extension CKContainer {
  /// Saves a share with other records as the user of the sharing view does, and notifies the
  /// observers.
  package func saveInSharingUI(_ share: CKShare, with records: [CKRecord]) async throws -> CKShare {
    let saved: Result<CKShare, any Error>
    do {
      let results = try await privateCloudDatabase.modifyRecords(
        saving: records + [share], deleting: [])
      let result = results.saveResults[share.recordID] ?? .failure(CKError(.internalError))
      saved = Result { try result.get() as? CKShare ?? { throw CKError(.internalError) }() }
    } catch {
      saved = .failure(error)
    }
    for observer in connection.sharingObservers?.all(of: connection) ?? [] {
      observer.systemSharingUIDidSaveShareBlock?(share.recordID, saved)
    }
    return try saved.get()
  }

  /// Deletes a share as the user of the sharing view does, and notifies the observers.
  package func stopSharingInSharingUI(_ shareID: CKRecordID) async throws {
    let isStored = privateCloudDatabase.storedType(of: shareID) != nil
    let stopped: Result<Void, any Error>
    do {
      _ = try await privateCloudDatabase.deleteRecord(withID: shareID)
      // The service deletes what does not exist, too.
      if !isStored { throw CKError(.unknownItem) }
      stopped = .success(())
    } catch {
      stopped = .failure(error)
    }
    for observer in connection.sharingObservers?.all(of: connection) ?? [] {
      observer.systemSharingUIDidStopSharingBlock?(shareID, stopped)
    }
    try stopped.get()
  }
}
