/// The list of all operations.
enum Registry {
  static let operations: [RegisteredOperation] = service + harness

  /// Tests make most of their calls with the few operations that are `specialized`. The others are
  /// compiled once for all types.
  private static let service: [RegisteredOperation] = [
    .specialized(ModifyRecords.self), .specialized(LookupRecords.self),
    .specialized(QueryRecords.self), RegisteredOperation(ListZones.self),
    RegisteredOperation(LookupZones.self), RegisteredOperation(ModifyZones.self),
    RegisteredOperation(FetchDatabaseChanges.self), .specialized(FetchZoneChanges.self),
    RegisteredOperation(FetchChangedZones.self), .specialized(FetchRecordChanges.self),
    RegisteredOperation(ModifySubscriptions.self), RegisteredOperation(LookupSubscriptions.self),
    RegisteredOperation(ListSubscriptions.self),
    RegisteredOperation(CreateToken.self), RegisteredOperation(RegisterToken.self),
    RegisteredOperation(GetAccountStatus.self), RegisteredOperation(GetUserRecordID.self),
    RegisteredOperation(GetCurrentUser.self), RegisteredOperation(GetCaller.self),
    RegisteredOperation(UploadAssets.self), RegisteredOperation(DownloadAssets.self),
    RegisteredOperation(RereferenceAssets.self),
    RegisteredOperation(DiscoverUsers.self), RegisteredOperation(LookupUsersByEmail.self),
    RegisteredOperation(LookupUsersByRecordName.self), RegisteredOperation(LookupContacts.self),
    RegisteredOperation(ResolveShares.self), RegisteredOperation(AcceptShares.self),
    RegisteredOperation(FetchShareParticipants.self),
  ]

  private static let harness: [RegisteredOperation] = [
    RegisteredOperation(GetInfo.self), RegisteredOperation(CreateContainer.self),
    RegisteredOperation(AddUser.self), RegisteredOperation(ListUsers.self),
    RegisteredOperation(AddDevice.self),
    RegisteredOperation(RestartDevice.self),
    RegisteredOperation(SeedWorld.self), RegisteredOperation(ListRecords.self),
    RegisteredOperation(ResetCloud.self), RegisteredOperation(TakeSnapshot.self),
    RegisteredOperation(RestoreSnapshot.self), RegisteredOperation(RemoveSnapshot.self),
    RegisteredOperation(ListSnapshots.self),
    RegisteredOperation(GetSummary.self), RegisteredOperation(DrawGraph.self),
    RegisteredOperation(SaveState.self),
    RegisteredOperation(LoadState.self), RegisteredOperation(CheckState.self),
    RegisteredOperation(GetStateHash.self),
    RegisteredOperation(SetAccountStatus.self),
    RegisteredOperation(SignIn.self), RegisteredOperation(SignOut.self),
    RegisteredOperation(PutAsset.self),
    RegisteredOperation(SetError.self), RegisteredOperation(SetRecordErrors.self),
    RegisteredOperation(AddFaults.self), RegisteredOperation(LoadFaults.self),
    RegisteredOperation(ListFaults.self),
    RegisteredOperation(ReportFaults.self), RegisteredOperation(TraceFaults.self),
    RegisteredOperation(RemoveFault.self),
    RegisteredOperation(ArmFaults.self), RegisteredOperation(DisarmFaults.self),
    RegisteredOperation(ClearFaults.self), RegisteredOperation(PauseFaults.self),
    RegisteredOperation(AddFaultProfile.self), RegisteredOperation(HealFaults.self),
    RegisteredOperation(SetNetwork.self), RegisteredOperation(PartitionNetwork.self),
    RegisteredOperation(HealNetwork.self),
    RegisteredOperation(BeginExploration.self), RegisteredOperation(NextCase.self),
    RegisteredOperation(ReportExploration.self), RegisteredOperation(EndExploration.self),
    RegisteredOperation(ListOperations.self), RegisteredOperation(CancelOperation.self),
    RegisteredOperation(GetClock.self), RegisteredOperation(AdvanceClock.self),
    RegisteredOperation(SetClock.self), RegisteredOperation(RunUntilIdle.self),
    RegisteredOperation(SetLimits.self),
    RegisteredOperation(ExpireTokens.self), RegisteredOperation(PurgeZone.self),
    RegisteredOperation(ResetEncryptedData.self),
    RegisteredOperation(LoadSchema.self), RegisteredOperation(GetSchema.self),
    RegisteredOperation(DeploySchema.self),
    RegisteredOperation(ExplainQuery.self),
    RegisteredOperation(GetJournal.self), RegisteredOperation(ClearJournal.self),
    RegisteredOperation(ReportFindings.self),
    RegisteredOperation(LoadScript.self), RegisteredOperation(GetScriptStatus.self),
    RegisteredOperation(StartRecording.self), RegisteredOperation(StopRecording.self),
    RegisteredOperation(MatchPattern.self),
  ]

  private static let byName: [String: RegisteredOperation] = Dictionary(
    operations.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  static func operation(named name: String) -> RegisteredOperation? { byName[name] }

  static func operation(named name: UnsafeBufferPointer<UInt8>) -> RegisteredOperation? {
    guard let text = String(validating: name, as: UTF8.self) else { return nil }
    return byName[text]
  }

  static func unknown(_ name: UnsafeBufferPointer<UInt8>) -> Misuse {
    let text = NameRules.shortened(String(decoding: name, as: UTF8.self))
    let group = group(of: text)
    let names = operations.map(\.name)
    let siblings = group.isEmpty ? [] : names.filter { $0.utf8.starts(with: group.utf8) }
    let nearest =
      siblings.isEmpty
      ? Spelling.nearest(to: text, among: names)
      : nearest(to: rest(of: text, group), among: siblings.map { rest(of: $0, group) })
        .map { group + $0 } ?? namesake(of: rest(of: text, group))
    let expected =
      1...12 ~= siblings.count
      ? siblings.joined(separator: ", ") : "an operation that mock/info lists"
    let message = "unknown operation '\(text)'"
    return Misuse(
      .unknownOperation,
      message + ErrorHint.text(after: message, expected: expected, nearest: nearest),
      expected: expected, nearest: nearest)
  }

  /// Returns the operation of a group that an unknown one stands for: the one that does what the
  /// verb says, or the nearest name.
  private static func nearest(to verb: String, among siblings: [String]) -> String? {
    let meant = meanings.first { $0.verbs.contains(verb) }?.operations
    return meant?.first(where: siblings.contains) ?? Spelling.nearest(to: verb, among: siblings)
  }

  /// Returns the operation of the service with that verb in another group, as `records/accept` is
  /// meant by `shares/accept`.
  private static func namesake(of verb: String) -> String? {
    service.map(\.name).first { name in rest(of: name, group(of: name)).hasBytes(of: verb) }
  }

  /// The operations of a group that do what other verbs say.
  private static let meanings: [(verbs: [String], operations: [String])] = [
    (
      [
        "save", "create", "update", "upsert", "insert", "put", "write", "store", "delete", "remove",
      ],
      ["modify"]
    ),
    (["fetch", "get", "read", "load", "find"], ["lookup", "query", "list"]),
    (["search", "select", "filter"], ["query", "list"]),
  ]

  /// Returns the part of a name before its last component, such as `records/`.
  private static func group(of name: String) -> String {
    name.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(name[...$0]) } ?? ""
  }

  private static func rest(of name: String, _ group: String) -> String {
    String(decoding: name.utf8.dropFirst(group.utf8.count), as: UTF8.self)
  }
}
