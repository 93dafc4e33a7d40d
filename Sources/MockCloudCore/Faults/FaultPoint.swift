/// A point in the course of a call at which faults may act.
enum FaultPoint: Sendable {
  /// The client sends its request.
  case departure
  /// The request has passed through the network.
  case arrival
  /// The call was admitted and has no effect yet.
  case call
  /// An item is about to be processed.
  case item(FaultItem)
  /// All items were applied to a draft, which is about to replace the world.
  case commit
  /// The answer is complete.
  case answer
  /// The service sends its response.
  ///
  /// - Parameter bytes: The size of its records and files.
  case reply(bytes: Int)
  /// The response has passed through the network.
  ///
  /// - Parameter isFailure: Whether it is an error.
  case receipt(isFailure: Bool)

  /// Whether networks act at the point, rather than rules.
  var isOfNetwork: Bool {
    switch self {
    case .departure, .arrival, .reply, .receipt: true
    case .call, .item, .commit, .answer: false
    }
  }

  /// The phase in which rules act at the point.
  var phase: FaultPhase {
    switch self {
    case .departure, .arrival, .call: .before
    case .item: .items
    case .commit: .commit
    case .answer, .reply, .receipt: .after
    }
  }

  /// The item that is being processed; nil at points of the whole call.
  var item: FaultItem? { if case .item(let item) = self { item } else { nil } }
}

/// The action of an operation on an item.
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

  /// A bit of its own, in the order of the cases. Draws depend on it.
  var bit: UInt16 {
    switch self {
    case .save: 1
    case .delete: 2
    case .fetch: 4
    case .find: 8
    case .change: 16
    case .upload: 32
    case .download: 64
    case .accept: 128
    case .resolve: 256
    }
  }
}

/// The properties of an item that rules refer to.
struct FaultItem: Sendable {
  let action: FaultAction
  let id: ItemID
  /// Nil if the type is unknown or the item is not a record.
  let recordType: RecordTypeName?
  /// The fields that the item writes if it saves a record.
  let fields: [FieldDraft]
  /// Its position in the request, from 1; 0 for an item that the call finds.
  let position: Int
  /// The zone of an item whose identifier has none: that of the record of a file.
  private let place: ZoneID?

  init(
    _ action: FaultAction, _ id: ItemID, recordType: RecordTypeName? = nil,
    fields: [FieldDraft] = [], in place: ZoneID? = nil, position: Int = 0
  ) {
    self.action = action
    self.id = id
    self.recordType = recordType
    self.fields = fields
    self.place = place
    self.position = position
  }

  /// Returns what random choices about the item depend on: its position in the request, its action
  /// and its key. An item that was found has no position, so that the length and the order of a page
  /// do not change it.
  func draw(_ key: ExactText) -> UInt64 {
    let seed = UInt64(truncatingIfNeeded: position)
    return SeededRandom.hash(
      seed: seed, key.text, UInt64(truncatingIfNeeded: action.bit.trailingZeroBitCount))
  }

  var recordName: RecordName? {
    switch id {
    case .record(let name, _), .asset(let name, _): name
    case .zone, .link, .lookupInfo, .subscription, .user: nil
    }
  }

  var zoneID: ZoneID? { if case .asset = id { place } else { id.zoneID } }

  /// Identifies the item, for rules that count by item.
  ///
  /// - Parameter zone: The key of its zone; empty if it has none.
  func key(in zone: ExactText) -> ExactText {
    switch id {
    case .record(let name, _): ExactText(zone.text + "/" + (name?.text ?? ""))
    case .zone: zone
    case .link(let value): ExactText(value)
    case .subscription(let id): id ?? ""
    case .asset(let name, let fieldName):
      "\(place == nil ? "" : "\(zone)/")\((name ?? "").text.escaped("/"))/\(fieldName)"
    case .lookupInfo(let info), .user(let info):
      info.userRecordName ?? info.emailAddress ?? info.phoneNumber ?? ""
    }
  }
}

extension ZoneID {
  /// Identifies the zone, for rules that count by zone. Names can contain slashes.
  var key: ExactText {
    "\(ownerName.text.escaped("/"))/\(zoneName.text.escaped("/"))"
  }
}

/// A fault that acted on a call, as the journal reports it.
public struct FaultNote: Sendable {
  /// The operation of the harness that set the rule.
  public let source: String
  /// The name of the rule; nil if it has none.
  public var rule: String?
  /// The affected record; nil if the fault affected the whole call.
  public var recordName: RecordName?
}
