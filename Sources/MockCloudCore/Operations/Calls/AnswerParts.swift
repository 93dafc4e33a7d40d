/// Receives the parts of an answer in their order. Partial failures, JSON and the weight of a
/// journal entry are computed from them.
protocol AnswerVisitor: ~Copyable {
  /// Begins a list; items, or groups of them, follow until `endList`.
  mutating func beginList(_ list: AnswerList)
  mutating func endList()
  /// Begins a group about one zone, until `endGroup`: a list, tokens, flags.
  mutating func beginGroup(_ zoneID: ZoneID)
  mutating func endGroup()
  mutating func item(_ item: AnswerItem)
  mutating func failure(_ failure: ItemError)
  /// Receives a token, marker or flag of the answer or of the group.
  mutating func member(_ member: AnswerMember)
  /// Receives the result of an answer that is not a list.
  mutating func result(_ item: AnswerItem)
}

/// The lists of answers, by their names in the dialect.
enum AnswerList: Sendable {
  case records
  case zones
  case subscriptions
  case results
  case participants
  case assets
  case tokens
  case users
}

/// The parts of answers other than items.
package enum AnswerMember: Sendable {
  case syncToken(String)
  /// The name that `zones/changes` uses.
  case metaSyncToken(String)
  case moreComing(Bool)
  case continuationMarker(String)
  case clientChangeToken(String)
}

/// One successful item of an answer, or a whole answer.
///
/// Indirect: an item passes through several hands, and a copy of its record is a dozen references.
package indirect enum AnswerItem: Sendable {
  case record(Record, DesiredKeys)
  /// The type is given if the reader may not have the record.
  case deletedRecord(RecordID, recordType: RecordTypeName?)
  case zone(ZoneDescription)
  case deletedZone(ZoneID)
  case zoneChange(DatabaseChanges.Change)
  case subscription(Subscription)
  case deletedSubscription(SubscriptionID)
  case shareMetadata(ShareMetadata)
  case participant(Share.Participant)
  case upload(UploadedAsset)
  /// An address to upload a file to.
  case uploadAddress(UploadedAsset)
  case file(DownloadAssets.File)
  case user(User)
  case discoveredUser(DiscoveredUser)
  case caller(User)
  case currentUser(User)
  case userRecordName(UserRecordName)
  case accountStatus(AccountStatus)
  case pushToken(PushToken)
  case nothing
}

/// A visitor that handles items and failures, and ignores other parts.
protocol ItemVisitor: AnswerVisitor {}

extension ItemVisitor {
  mutating func beginList(_ list: AnswerList) {}
  mutating func endList() {}
  mutating func beginGroup(_ zoneID: ZoneID) {}
  mutating func endGroup() {}
  mutating func failure(_ failure: ItemError) {}
  mutating func member(_ member: AnswerMember) {}
  mutating func result(_ item: AnswerItem) {}
}

extension AnswerVisitor where Self: ~Copyable {
  /// Receives a list of results, each an item or an error.
  @inline(__always)
  mutating func list<Success>(
    _ list: AnswerList, _ results: [ItemResult<Success>], _ item: (Success) -> AnswerItem
  ) {
    beginList(list)
    for result in results {
      switch result {
      case .success(let success): self.item(item(success))
      case .failure(let failure): self.failure(failure)
      }
    }
    endList()
  }
}

/// A failed item of an answer, with its number among all items, from 1.
struct NumberedFailure: Sendable {
  let number: UInt64
  let error: ItemError
}

/// Collects the failed items of an answer in one pass, and its approximate size in memory.
struct AnswerSurvey: AnswerVisitor {
  private(set) var failures: [NumberedFailure] = []
  /// The approximate number of bytes. Records have a small weight: usually the world stores them
  /// too, and the size of the request includes those that were sent.
  private(set) var weight = 0
  /// The pages of change feeds in the answer.
  private(set) var pages: [FeedPage] = []
  /// The number of items of a query's page that another one follows.
  private(set) var queryPage: Int?
  /// The versions of records, the tokens of zones and the marker of a query in their order, if they
  /// are kept; the tokens of feeds are in `pages`.
  private(set) var details: [ExactText] = []
  private let keepsDetails: Bool
  private var count: UInt64 = 0
  private var zoneID: ZoneID?
  private var token = ""
  /// The number of failures before the page.
  private var earlierFailures = 0

  struct FeedPage {
    /// Nil if the answer does not name the zone.
    let zoneID: ZoneID?
    let token: String
    let isMoreComing: Bool
    /// Whether items of it failed.
    let hasFailures: Bool
  }

  init(keepsDetails: Bool = false) { self.keepsDetails = keepsDetails }

  mutating func beginList(_ list: AnswerList) {}
  mutating func endList() {}
  mutating func beginGroup(_ zoneID: ZoneID) {
    self.zoneID = zoneID
    earlierFailures = failures.count
  }
  mutating func endGroup() { zoneID = nil }

  @inline(__always)
  mutating func item(_ item: AnswerItem) {
    count &+= 1
    weight &+= 64
    if case .file(let file) = item { weight &+= file.asset.size }
    if keepsDetails { keepDetails(of: item) }
  }

  @inline(never)
  private mutating func keepDetails(of item: AnswerItem) {
    switch item {
    case .record(let record, _):
      let zoneID = record.zoneID
      details += [zoneID.ownerName, zoneID.zoneName, record.recordName, record.recordChangeTag]
        .map { ExactText($0.text) }
    case .zone(let zone), .zoneChange(.saved(let zone)):
      if let token = zone.syncToken { details.append(ExactText(token)) }
    default: break
    }
  }

  mutating func failure(_ failure: ItemError) {
    count &+= 1
    weight &+= 256
    if let server = failure.error.conflict?.serverRecord {
      weight &+= RecordSize(server.fields, recordName: nil).withoutAssets
    }
    failures.append(NumberedFailure(number: count, error: failure))
  }

  /// The flag for more changes follows the token of a feed's page.
  mutating func member(_ member: AnswerMember) {
    weight &+= 64
    switch member {
    case .syncToken(let token), .metaSyncToken(let token): self.token = token
    case .moreComing(let isMoreComing):
      pages.append(
        FeedPage(
          zoneID: zoneID, token: token, isMoreComing: isMoreComing,
          hasFailures: failures.count > earlierFailures))
    case .continuationMarker(let marker):
      queryPage = Int(clamping: count)
      if keepsDetails { details.append(ExactText(marker)) }
    case .clientChangeToken: break
    }
  }

  mutating func result(_ item: AnswerItem) { weight &+= 128 }
}
