/// The one list of the service's operations, in the order in which `mock/info` lists them.
enum ServiceOperations {
  static let all: [any Operation.Type] = [
    ModifyRecords.self, LookupRecords.self, QueryRecords.self,
    ListZones.self, LookupZones.self, ModifyZones.self,
    FetchDatabaseChanges.self, FetchZoneChanges.self, FetchChangedZones.self,
    FetchRecordChanges.self,
    ModifySubscriptions.self, LookupSubscriptions.self, ListSubscriptions.self,
    CreateToken.self, RegisterToken.self,
    GetAccountStatus.self, GetUserRecordID.self, GetCurrentUser.self, GetCaller.self,
    UploadAssets.self, DownloadAssets.self, RereferenceAssets.self,
    DiscoverUsers.self, LookupUsersByEmail.self, LookupUsersByRecordName.self,
    LookupContacts.self,
    ResolveShares.self, AcceptShares.self, FetchShareParticipants.self,
  ]

  static let names = all.map { $0.name }
}
