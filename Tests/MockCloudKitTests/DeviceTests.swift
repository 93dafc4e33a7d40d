import CloudKit
import Foundation
import MockCloudCore
import MockCloudKit
import MockCloudTesting
import Testing

/// What users do outside of the app: permissions, badges, the sharing view.
@Suite(.mockCloud)
struct DeviceTests {
  private let cloud: MockCloud
  private let container = CKContainer.default()

  init() throws { cloud = try MockCloud.current }

  // MARK: Permissions

  @Test func aUserIsAskedOnce() async throws {
    #expect(
      try await container.applicationPermissionStatus(for: .userDiscoverability) == .initialState)
    #expect(
      try await container.requestApplicationPermission(.userDiscoverability) == .granted)
    #expect(try await container.applicationPermissionStatus(for: .userDiscoverability) == .granted)
    let other = cloud.container("iCloud.other")
    #expect(try await other.applicationPermissionStatus(for: .userDiscoverability) == .initialState)
  }

  @Test func aUserWhoDeniesIsNotAskedAgain() async throws {
    try await cloud.setApplicationPermission(.denied, in: container)
    #expect(try await container.requestApplicationPermission(.userDiscoverability) == .denied)
    try await cloud.setApplicationPermission(.initialState, in: container)
    #expect(try await container.requestApplicationPermission(.userDiscoverability) == .granted)
  }

  @Test func answersBelongToTheCloud() async throws {
    try await cloud.setApplicationPermission(.denied, in: container)
    func status(in cloud: MockCloud) async throws -> CKContainer.ApplicationPermissionStatus {
      try await cloud.container().applicationPermissionStatus(for: .userDiscoverability)
    }
    let fork = cloud.fork()
    try cloud.reset(keeping: [.users])
    #expect(try await status(in: cloud) == .denied)
    try cloud.reset()
    #expect(try await status(in: cloud) == .initialState)
    #expect(try await status(in: fork) == .denied)
  }

  @Test func answersAreInSnapshotsAndStates() async throws {
    func status(
      in cloud: MockCloud, _ container: String? = nil
    ) async throws -> CKContainer.ApplicationPermissionStatus {
      try await cloud.container(container).applicationPermissionStatus(for: .userDiscoverability)
    }
    try cloud.snapshot("before")
    _ = try await container.requestApplicationPermission(.userDiscoverability)
    try await cloud.setApplicationPermission(.denied, in: cloud.container("iCloud.other"))
    try cloud.snapshot("after")
    let state = try cloud.state()
    try cloud.restore("before")
    #expect(try await status(in: cloud) == .initialState)
    try cloud.restore("after")
    let loaded = try MockCloud()
    try loaded.load(state)
    for cloud in [cloud, loaded] {
      #expect(try await status(in: cloud) == .granted)
      #expect(try await status(in: cloud, "iCloud.other") == .denied)
    }
  }

  @Test func anAnswerTwiceInAStateIsRefused() throws {
    let answer = #"{"container": "iCloud.x", "status": "granted"}"#
    let state = cloud.call("mock/state/save").json
    let user = #""devices":["#
    let twice = state.replacingOccurrences(
      of: user, with: "\"discoverability\": [\(answer), \(answer)], " + user)
    #expect(twice != state)
    let refused = cloud.call("mock/state/load", "{\"state\": \(twice)}")
    #expect(refused.status < 0)
    #expect(refused.json.contains("users[0].discoverability[1]"))
    let once = state.replacingOccurrences(
      of: user, with: "\"discoverability\": [\(answer)], " + user)
    #expect(cloud.call("mock/state/load", "{\"state\": \(once)}").status == 0)
  }

  @Test func nobodyIsAskedWithoutAnAccount() async throws {
    try cloud.setAccountStatus(.noAccount)
    let answer: (CKContainer.ApplicationPermissionStatus, (any Error)?) =
      await withCheckedContinuation { continuation in
        container.requestApplicationPermission(.userDiscoverability) {
          continuation.resume(returning: ($0, $1))
        }
      }
    #expect(answer.0 == .couldNotComplete)
    #expect((answer.1 as? CKError)?.code == .notAuthenticated)
  }

  @Test func anUnknownPermissionIsRefused() async throws {
    let error = await #expect(throws: CKError.self) {
      try await container.requestApplicationPermission([])
    }
    #expect(error?.code == .invalidArguments)
  }

  // MARK: Badges

  /// Returns what the block of the operation got: the code of the error, or `ok`.
  private func setBadge(_ value: Int) async -> [String] {
    let operation = CKModifyBadgeOperation(badgeValue: value)
    let log = Log()
    operation.modifyBadgeCompletionBlock = { error in
      log.add((error as? CKError).map { "\($0.errorCode)" } ?? "ok")
    }
    container.add(operation)
    await operation.end()
    return log.lines
  }

  @Test func pushesCountUpFromTheBadge() async throws {
    let badges = try await cloud.pushedBadges { #expect(await setBadge(7) == ["ok"]) }
    #expect(badges == [8])
  }

  @Test func aBadgeBelowZeroIsRefused() async throws {
    #expect(await setBadge(-1) == ["12"])
  }

  @Test func noBadgeIsSetWithoutAnAccount() async throws {
    try cloud.setAccountStatus(.noAccount)
    #expect(await setBadge(1) == ["9"])
  }

  // MARK: The sharing view

  @Test func observersAreToldOfShares() async throws {
    let log = Log()
    let observer = CKSystemSharingUIObserver(container: container)
    observer.systemSharingUIDidSaveShareBlock = { log.add("saved \($0.recordName) \($1.text)") }
    observer.systemSharingUIDidStopSharingBlock = { log.add("stopped \($0.recordName) \($1.text)") }
    let other = CKSystemSharingUIObserver(container: cloud.container("iCloud.other"))
    other.systemSharingUIDidSaveShareBlock = { _, _ in log.add("other") }

    let zone = try await container.privateCloudDatabase.save(CKRecordZone(zoneName: "Lists"))
    let root = CKRecord(recordType: "List", zoneID: zone.zoneID)
    let share = CKShare(
      rootRecord: root, shareID: CKRecord.ID(recordName: "s1", zoneID: zone.zoneID))
    let saved = try await cloud.saveInSharingUI(share, with: [root], in: container)
    #expect(saved.url != nil)
    try await cloud.stopSharingInSharingUI(saved.recordID, in: container)
    await #expect(throws: CKError.self) {
      try await container.privateCloudDatabase.record(for: saved.recordID)
    }
    try cloud.setError(.zoneBusy, for: .modifyRecords)
    await #expect(throws: CKError.self) {
      try await cloud.stopSharingInSharingUI(saved.recordID, in: container)
    }
    #expect(log.lines == ["saved s1 ok", "stopped s1 ok", "stopped s1 23"])
  }

  // MARK: The options of that view

  @Test func sharingOptionsAreArchived() throws {
    let options = CKAllowedSharingOptions.standard
    #expect(options.allowedParticipantPermissionOptions == [.readOnly, .readWrite])
    options.allowedParticipantAccessOptions = .specifiedRecipientsOnly
    #expect(options != CKAllowedSharingOptions.standard)
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: options, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: CKAllowedSharingOptions.self, from: data)
    #expect(read == options)
    #expect(options.copy() as? CKAllowedSharingOptions == options)
  }
}
