/// What the rules of faults can ask about a call.
struct FaultFacts: Sendable {
  let operation: String
  let context: CallContext
  /// The caller's alias; nil where nobody is signed in.
  let userAlias: String?
  let itemCount: Int
  /// The size of the request without files.
  let bytes: Int
  let request: FaultRequest
  let seed: UInt64
}

/// What an operation tells of its request beside its items.
public struct FaultRequest: Sendable {
  /// The zones that the request names, with their owners.
  public var zoneIDs: [ZoneID] = []
  public var savePolicy: String?
  public var isAtomic: Bool?

  public init() {}
}

/// A push on its way to a device, as rules see it.
struct FaultPush {
  let device: String
  let userRecordName: String
  let userAlias: String?
}

/// Why a rule did not act, by the key of the rule that stood in the way.
enum FaultReason: String, Sendable, CaseIterable {
  case paused = "paused"
  case disarmed = "armed"
  case over = "ttl"
  case operation = "when.op"
  case user = "when.user"
  case device = "when.device"
  case container = "when.container"
  case environment = "when.environment"
  case database = "when.db"
  case zone = "when.zone"
  case recordType = "when.recordType"
  case recordName = "when.recordName"
  case action = "when.action"
  case items = "when.items"
  case bytes = "when.bytes"
  case field = "when.field"
  case savePolicy = "when.savePolicy"
  case atomic = "when.atomic"
  case window = "when.call"
  case clock = "when.clock"
  case state = "when.state"
  case skip = "limit.skip"
  case injections = "limit.injections"
  case probability = "limit.probability"
  case rate = "then.rateLimit"
}

extension FaultCondition {
  /// The first thing that does not hold for a call and, in the phase of items, for its item.
  func refusal(_ facts: FaultFacts, _ item: FaultItem?) -> FaultReason? {
    if let operations, !operations.contains(where: { $0.hasBytes(of: facts.operation) }) {
      return .operation
    }
    if let refusal = callerRefusal(facts) { return refusal }
    if let items, !items.contains(facts.itemCount) { return .items }
    if let bytes, !bytes.contains(facts.bytes) { return .bytes }
    if let savePolicy, savePolicy != facts.request.savePolicy { return .savePolicy }
    if let isAtomic, isAtomic != facts.request.isAtomic { return .atomic }
    if let zone {
      let zoneIDs = item.map { $0.zoneID.map { [$0] } ?? [] } ?? facts.request.zoneIDs
      let caller = facts.context.userRecordName
      guard zoneIDs.contains(where: { zone.matches($0, of: caller) }) else { return .zone }
    }
    return item.flatMap(itemRefusal)
  }

  private func callerRefusal(_ facts: FaultFacts) -> FaultReason? {
    let context = facts.context
    if let user, !user.matches(context.userRecordName, facts.userAlias) { return .user }
    if let device, !device.matches(context.deviceName) { return .device }
    if let container, !container.matches(context.container.text) { return .container }
    if let environment, environment != context.environment { return .environment }
    if let database, database != context.scope { return .database }
    return nil
  }

  private func itemRefusal(_ item: FaultItem) -> FaultReason? {
    if let actions, !actions.contains(item.action) { return .action }
    if let recordName {
      guard let name = item.recordName, recordName.matches(name) else { return .recordName }
    }
    if let recordType {
      guard let type = item.recordType, recordType.matches(type) else { return .recordType }
    }
    for field in fields {
      guard let saved = item.fields.first(where: { $0.name.hasBytes(of: field.name) }),
        field.isSaved(as: saved.value)
      else { return .field }
    }
    return nil
  }

  /// The same for a push.
  func refusal(_ push: FaultPush) -> FaultReason? {
    if let user, !user.matches(push.userRecordName, push.userAlias) { return .user }
    if let device, !device.matches(push.device) { return .device }
    return nil
  }
}

extension FaultCondition.Zone {
  fileprivate func matches(_ zoneID: ZoneID, of caller: String?) -> Bool {
    if let name, !name.matches(zoneID.zoneName) { return false }
    guard let owner else { return true }
    return owner == Self.ownOwner
      ? zoneID.ownerName.hasBytes(of: caller ?? "") : owner.matches(zoneID.ownerName)
  }
}

extension FaultCondition.Field {
  /// Numbers are alike whatever their types.
  fileprivate func isSaved(as saved: FieldValue?) -> Bool {
    guard let value, let saved else { return value == nil && saved == nil }
    if value == saved { return true }
    return value.converted(to: saved.type) == saved
  }
}

extension FaultPattern {
  fileprivate func matches(_ userRecordName: String?, _ alias: String?) -> Bool {
    (userRecordName.map(matches) ?? false) || (alias.map(matches) ?? false)
  }
}
