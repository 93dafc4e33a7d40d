/// The properties of a call that conditions of rules refer to.
///
/// A class, because every point of the call passes it on.
final class FaultFacts: Sendable {
  let operation: String
  /// Whether the request and the response pass through the network of the device.
  let needsNetwork: Bool
  let context: CallContext
  let itemCount: Int
  /// The size of the request without files.
  let bytes: Int
  let request: FaultRequest
  /// Whether the conflict that an exploration tries would reach the call; false if none is tried.
  let meetsConflict: Bool
  let seed: UInt64
  /// The states of the rules when the call began.
  let states: FaultStates
  /// Whether the clock is virtual, so that effects can let time pass.
  let timeMayPass: Bool
  /// The users, whose aliases rules may have instead of their record names.
  let people: People

  /// - Parameters:
  ///   - needsNetwork: Whether the request and the response pass through the network of the device.
  ///   - itemCount: The number of items of the request.
  ///   - bytes: The size of the request without files.
  ///   - states: The states of the rules when the call began.
  ///   - world: The world when the call began.
  init(
    _ operation: String, _ context: CallContext, _ request: FaultRequest, needsNetwork: Bool,
    itemCount: Int, bytes: Int, meetsConflict: Bool, _ states: FaultStates,
    in world: borrowing World
  ) {
    self.operation = operation
    self.needsNetwork = needsNetwork
    self.context = context
    self.request = request
    self.itemCount = itemCount
    self.bytes = bytes
    self.meetsConflict = meetsConflict
    self.states = states
    seed = world.seed
    timeMayPass = world.clock.mode != .system
    people = world.people
  }

  /// The user who is signed in on the device; nil if nobody is.
  var userRecordName: UserRecordName? {
    context.accountStatus == .noAccount ? nil : context.userRecordName
  }

  /// What random choices about the call depend on.
  var draws: DrawPlace {
    DrawPlace(device: context.deviceName, operation: operation, number: context.ordinal)
  }

  /// The caller's alias; nil if no user is signed in.
  var userAlias: UserAlias? { context.place.flatMap { people.user($0.user)?.alias } }

  /// Whether the call changes records of an atomic zone, which succeed or fail together.
  var isAtomic: Bool {
    request.isAtomic == true && request.namesZone(where: context.isAtomic)
  }
}

/// The properties of a request that an operation reports, besides its items.
struct FaultRequest: Sendable {
  /// The first zone that the request names, with its owner. Most requests name one, and need no list.
  private(set) var zoneID: ZoneID?
  private var otherZoneIDs: [ZoneID] = []
  var savePolicy: String?
  var isAtomic: Bool?

  init() {}

  /// The zones that the request names, with their owners.
  var zoneIDs: [ZoneID] { zoneID.map { [$0] + otherZoneIDs } ?? [] }

  /// Whether the request names exactly one zone.
  var namesOneZone: Bool { zoneID != nil && otherZoneIDs.isEmpty }

  /// Adds the zone of an item, unless the item before has the same.
  mutating func add(_ zoneID: ZoneID) {
    if self.zoneID == nil {
      self.zoneID = zoneID
    } else if (otherZoneIDs.last ?? self.zoneID) != zoneID {
      otherZoneIDs.append(zoneID)
    }
  }

  /// Whether the request names a zone that satisfies a predicate.
  func namesZone(where isWanted: (ZoneID) -> Bool) -> Bool {
    zoneID.map(isWanted) == true || otherZoneIDs.contains(where: isWanted)
  }
}

/// A push to a device, as rules see it.
///
/// A class, as the properties of a call are one.
final class FaultPush: Sendable {
  let device: DeviceName
  let userRecordName: UserRecordName
  let userAlias: UserAlias?
  /// Its number among the pushes to the device, from 1.
  let number: UInt64

  init(
    device: DeviceName, userRecordName: UserRecordName, userAlias: UserAlias?, number: UInt64
  ) {
    self.device = device
    self.userRecordName = userRecordName
    self.userAlias = userAlias
    self.number = number
  }

  /// What random choices about the push depend on.
  var draws: DrawPlace {
    DrawPlace(device: device, operation: CallCounts.pushes, number: number)
  }
}

/// The groups of keys that a condition has.
struct FaultQuestions: OptionSet, Sendable {
  let rawValue: UInt8

  static let caller = FaultQuestions(rawValue: 1)
  static let request = FaultQuestions(rawValue: 2)
  static let zone = FaultQuestions(rawValue: 4)
  static let item = FaultQuestions(rawValue: 8)
  static let window = FaultQuestions(rawValue: 16)
  static let time = FaultQuestions(rawValue: 32)
  static let state = FaultQuestions(rawValue: 64)
  /// The number of the call.
  static let number = FaultQuestions(rawValue: 128)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ condition: FaultCondition, _ timeToLive: Int64?) {
    self = []
    if condition.user != nil || condition.device != nil || condition.container != nil
      || condition.environment != nil || condition.database != nil
    {
      insert(.caller)
    }
    if condition.items != nil || condition.bytes != nil || condition.savePolicy != nil
      || condition.isAtomic != nil
    {
      insert(.request)
    }
    if condition.zone != nil { insert(.zone) }
    if condition.isAboutItems { insert(.item) }
    if condition.window?.counts == true { insert(.window) }
    if condition.window?.number != nil { insert(.number) }
    if condition.notBefore != nil || condition.notAfter != nil || condition.recurrence != nil
      || timeToLive != nil
    {
      insert(.time)
    }
    if condition.state != nil { insert(.state) }
  }
}

extension FaultRule {
  /// Returns the first key that does not match a call of one of the rule's operations or, in the
  /// phase `items`, its item; nil if all match.
  func refusal(_ facts: FaultFacts, _ item: FaultItem?) -> FaultReason? {
    if asks.contains(.number), !hasNumber(facts.context.ordinal) { return .window }
    if asks.contains(.caller), let refusal = callerRefusal(facts) { return refusal }
    if asks.contains(.request), let refusal = requestRefusal(facts) { return refusal }
    if asks.contains(.zone), let zone = condition.zone {
      let holds =
        if let item {
          item.zoneID.map { zone.matches($0, facts) } ?? false
        } else {
          facts.request.namesZone { zone.matches($0, facts) }
        }
      if !holds { return .zone }
    }
    if asks.contains(.item), let item { return itemRefusal(item) }
    return nil
  }

  /// Whether the number of a call or a push is one that the condition wants.
  private func hasNumber(_ number: UInt64) -> Bool {
    condition.window?.number?.contains(Int(clamping: number)) ?? true
  }

  /// Returns the first key about the caller that does not match.
  func callerRefusal(_ facts: FaultFacts) -> FaultReason? {
    if let user = condition.user, !user.matches(facts.userRecordName, facts.userAlias) {
      return .user
    }
    if let device = condition.device, !device.matches(facts.context.deviceName) {
      return .device
    }
    if let container = condition.container, !container.matches(facts.context.container) {
      return .container
    }
    if let environment = condition.environment, environment != facts.context.environment {
      return .environment
    }
    if let database = condition.database, database != facts.context.scope { return .database }
    return nil
  }

  private func requestRefusal(_ facts: FaultFacts) -> FaultReason? {
    if let items = condition.items, !items.contains(facts.itemCount) { return .items }
    if let bytes = condition.bytes, !bytes.contains(facts.bytes) { return .bytes }
    if let policy = condition.savePolicy, policy != facts.request.savePolicy {
      return .savePolicy
    }
    if let isAtomic = condition.isAtomic {
      guard facts.request.isAtomic != nil, isAtomic == facts.isAtomic else { return .atomic }
    }
    return nil
  }

  private func itemRefusal(_ item: FaultItem) -> FaultReason? {
    if let position = condition.window?.item, position != item.position { return .window }
    if let actions = condition.actions, !actions.contains(item.action) { return .action }
    if let recordName = condition.recordName {
      guard let name = item.recordName, recordName.matches(name) else { return .recordName }
    }
    if let recordType = condition.recordType {
      guard let type = item.recordType, recordType.matches(type) else { return .recordType }
    }
    for field in condition.fields {
      guard let saved = item.fields.first(where: { $0.name.hasBytes(of: field.name) }),
        field.isSaved(as: saved.value)
      else { return .field }
    }
    return nil
  }

  /// Returns the first key that does not match a push; nil if all match.
  func refusal(_ push: FaultPush) -> FaultReason? {
    if asks.contains(.number), !hasNumber(push.number) { return .window }
    if let user = condition.user, !user.matches(push.userRecordName, push.userAlias) {
      return .user
    }
    if let device = condition.device, !device.matches(push.device) { return .device }
    return nil
  }

  /// Whether the rule applies to calls of the operation.
  func isAbout(_ operation: String) -> Bool {
    func names(_ list: [String]?) -> Bool {
      list?.contains { $0.hasBytes(of: operation) } ?? true
    }
    return names(condition.operations) && names(effectOperations)
  }
}

extension FaultCondition.Zone {
  func matches(_ zoneID: ZoneID, _ facts: FaultFacts) -> Bool {
    if let name, !name.matches(zoneID.zoneName) { return false }
    guard let owner else { return true }
    if owner.matches(zoneID.ownerName) { return true }
    if let name = owner.exact, Self.isCaller(name) {
      return zoneID.ownerName == (facts.context.userRecordName ?? "")
    }
    return facts.people.user(named: zoneID.ownerName).map { owner.matches($0.alias) } ?? false
  }
}

extension FaultCondition.Field {
  /// Numbers are compared by value, regardless of their types.
  fileprivate func isSaved(as saved: FieldValue?) -> Bool {
    guard let value, let saved else { return value == nil && saved == nil }
    if value == saved { return true }
    return value.converted(to: saved.type) == saved
  }
}

extension FaultPattern {
  fileprivate func matches(_ userRecordName: UserRecordName?, _ alias: UserAlias?) -> Bool {
    if userRecordName == nil { return text.isEmpty }
    return userRecordName.map { matches($0) } == true || alias.map { matches($0) } == true
  }
}
