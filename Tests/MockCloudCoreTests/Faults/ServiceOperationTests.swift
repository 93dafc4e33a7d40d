import Testing

@testable import MockCloudCore

/// The table of operations that faults use, compared with the operations themselves.
struct ServiceOperationTests {
  @Test func theTableHasTheOperationsOfTheRegistry() {
    let names = ServiceOperation.names
    #expect(Array(Registry.operations.map(\.name).prefix(names.count)) == names)
    #expect(Registry.operations.dropFirst(names.count).allSatisfy { $0.name.contains("/") })
    #expect(!Registry.operations.dropFirst(names.count).map(\.name).contains("records/modify"))
    #expect(Set(names).count == names.count)
  }

  @Test func theTableAgreesWithTheTypes() throws {
    try check(ModifyRecords.self)
    try check(LookupRecords.self)
    try check(QueryRecords.self)
    try check(ListZones.self)
    try check(LookupZones.self)
    try check(ModifyZones.self)
    try check(FetchDatabaseChanges.self)
    try check(FetchZoneChanges.self)
    try check(FetchChangedZones.self)
    try check(FetchRecordChanges.self)
    try check(ModifySubscriptions.self)
    try check(LookupSubscriptions.self)
    try check(ListSubscriptions.self)
    try check(CreateToken.self)
    try check(RegisterToken.self)
    try check(GetAccountStatus.self)
    try check(GetUserRecordID.self)
    try check(GetCurrentUser.self)
    try check(GetCaller.self)
    try check(UploadAssets.self)
    try check(DownloadAssets.self)
    try check(RereferenceAssets.self)
    try check(DiscoverUsers.self)
    try check(LookupUsersByEmail.self)
    try check(LookupUsersByRecordName.self)
    try check(LookupContacts.self)
    try check(ResolveShares.self)
    try check(AcceptShares.self)
    try check(FetchShareParticipants.self)
  }

  /// Requests without their list are refused, and those with an empty one are the shortest.
  @Test(arguments: ServiceOperation.names) func requestsHaveTheirList(name: String) throws {
    let operation = try #require(ServiceOperation.named(name))
    let cloud = try Cloud()
    let empty = cloud.call(name, "{}").json
    let missing = "missing required field '\(operation.list ?? "")'"
    #expect(empty.contains(missing) == (operation.list != nil), "\(empty)")
    guard let list = operation.list else { return }
    let shortest = #"{"\#(list)":[]}"#
    #expect(shortest.utf8.count == operation.leastBytes)
    let answer = cloud.call(name, shortest)
    #expect(!answer.json.contains("missing required"), "\(answer.json)")
  }

  private func check<O: MockCloudCore.Operation>(_ type: O.Type) throws {
    let traits = try #require(ServiceOperation.named(O.name), "\(O.name)").traits
    #expect(traits.contains(.isPublicOnly) == (O.onlyScope == .public), "\(O.name)")
    #expect(traits.contains(.isOpen) == (O.access == .open), "\(O.name)")
    #expect(traits.contains(.isPublicRead) == (O.access == .publicRead), "\(O.name)")
    // A batch of records has its own transaction; an index that a query builds is no commit.
    if O.name != ModifyRecords.name, O.name != QueryRecords.name {
      #expect(traits.contains(.commits) == (O.effect == .draft), "\(O.name)")
    }
  }
}
