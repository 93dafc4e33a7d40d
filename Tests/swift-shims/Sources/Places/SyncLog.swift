import CloudKit
import os

/// Logs what a sync engine does, as apps do it: by the descriptions of its events and contexts.
final class SyncLog: CKSyncEngineDelegate, @unchecked Sendable {
  private let logger = Logger(subsystem: "places", category: "sync")

  func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
    logger.debug("Handling event \(event, privacy: .public) of \(syncEngine)")
    switch event {
    case .accountChange(let change):
      logger.info("Account: \(change), \(change.changeType)")
    case .fetchedRecordZoneChanges(let changes):
      for modification in changes.modifications {
        logger.debug("Fetched \(modification.record)")
      }
    case .sentRecordZoneChanges(let changes):
      for failed in changes.failedRecordSaves {
        logger.error("Not saved: \(failed.record.recordID), \(failed.error)")
      }
    default: break
    }
  }

  func nextRecordZoneChangeBatch(
    _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.RecordZoneChangeBatch? {
    logger.info("Next batch for \(context), because \(context.reason), of \(context.options.scope)")
    let changes = syncEngine.state.pendingRecordZoneChanges
    logger.info("Pending: \(changes.map(\.description).joined(separator: ", "))")
    return await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: changes) { _ in nil }
  }
}

/// The files of which the process consists, as reports of crashes list them.
func imageNames() -> [String] {
  (0..<_dyld_image_count()).map { String(cString: _dyld_get_image_name($0)) }
}
