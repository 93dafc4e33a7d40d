/// A place in the course of a call where faults may act.
enum FaultPoint: Sendable {
  /// The call was admitted and nothing was done yet.
  case call
  /// The turn of an item came.
  case item(FaultItem)
  /// All that the call does is done in a draft, which becomes the world next.
  case commit
  /// The answer is complete.
  case answer
}

/// What an operation does to an item.
public enum FaultAction: String, Sendable, CaseIterable {
  case save
  case delete
  case fetch
  case find
  case change
  case upload
  case download
  case accept
  case resolve
}

/// An item as fault rules know it.
struct FaultItem: Sendable {
  let action: FaultAction
  let id: ItemID
  /// Nil where the type is not known or the item is not a record.
  let recordType: String?
  /// What the item writes, where it saves a record.
  let fields: [FieldDraft]

  init(
    _ action: FaultAction, _ id: ItemID, recordType: String? = nil, fields: [FieldDraft] = []
  ) {
    self.action = action
    self.id = id
    self.recordType = recordType
    self.fields = fields
  }

  var recordName: String? {
    switch id {
    case .record(let name, _), .asset(let name, _): name
    case .zone, .link, .lookupInfo, .subscription, .user: nil
    }
  }

  var zoneID: ZoneID? {
    switch id {
    case .record(_, let zoneID), .zone(let zoneID): zoneID
    case .link, .lookupInfo, .subscription, .asset, .user: nil
    }
  }

  /// Names the item among all, for those who count items apart.
  var key: String {
    switch id {
    case .record(let name, let zoneID):
      "\(zoneID.ownerName)/\(zoneID.zoneName)/\(name ?? "")"
    case .zone(let zoneID): "\(zoneID.ownerName)/\(zoneID.zoneName)"
    case .link(let value): value
    case .subscription(let id): id ?? ""
    case .asset(let name, let fieldName): "\(name ?? "")/\(fieldName)"
    case .lookupInfo(let info), .user(let info):
      info.userRecordName ?? info.emailAddress ?? info.phoneNumber ?? ""
    }
  }
}

/// A fault that acted on a call, as the journal reports it.
public struct FaultNote: Sendable {
  /// The operation of the harness that set the rule.
  public let source: String
  /// The name of the rule; nil where it has none.
  public var rule: String?
  /// The record that the fault struck; nil where it struck the call.
  public var recordName: String?
}
