/// The point of a call at which a rule acts, as named in the fault language.
public enum FaultPhase: String, Sendable, CaseIterable {
  /// After the call was admitted, before it has any effect.
  case before
  /// At each item.
  case items
  /// After all items were applied to a draft, before the draft replaces the world.
  case commit
  /// After the world has changed, before the answer is returned.
  case after
  /// Before a push reaches a device.
  case push
}

/// The condition under which a rule applies: all given properties must match.
public struct FaultCondition: Sendable, Equatable {
  /// Names of operations, one of which must be that of the call; nil means any.
  public var operations: [String]?
  /// Nil means the phase of the rule's effects, or `items` if the condition concerns items.
  public var phase: FaultPhase?
  /// The caller's record name or alias.
  public var user: FaultPattern?
  public var device: FaultPattern?
  public var container: FaultPattern?
  public var environment: Environment?
  public var database: DatabaseScope?
  /// Whether a JSON form names two databases by its two keys.
  var namesTwoDatabases = false
  public var zone: Zone?
  public var recordType: FaultPattern?
  public var recordName: FaultPattern?
  /// The actions on the item, one of which must match.
  public var actions: [FaultAction]?
  /// The number of the call's items.
  public var items: FaultRange?
  /// The bytes of the call's request, without files.
  public var bytes: FaultRange?
  /// Values of fields that the item saves.
  public var fields: [Field] = []
  /// The save policy of a `records/modify`.
  public var savePolicy: String?
  /// Whether a `records/modify` is atomic.
  public var isAtomic: Bool?
  /// The matches of the other properties at which the rule applies.
  public var window: FaultWindow?
  /// The start of the time in which the rule applies, in milliseconds since it was armed.
  public var notBefore: Int64?
  /// The end of the time in which the rule applies, in milliseconds since it was armed.
  public var notAfter: Int64?
  /// The times within these at which the rule applies; nil means always.
  public var recurrence: FaultRecurrence?
  /// The required state of the rules.
  public var state: FaultState?

  public init() {}

  /// The names of a zone and its owner.
  public struct Zone: Sendable, Equatable {
    public var name: FaultPattern?
    /// An alias or a record name; `_self` and the names for the current user in zone IDs mean the
    /// caller.
    public var owner: FaultPattern?

    public init(name: FaultPattern? = nil, owner: FaultPattern? = nil) {
      self.name = name
      self.owner = owner
    }

    /// Whether the name of an owner means the caller.
    static func isCaller(_ owner: String) -> Bool {
      owner.hasBytes(of: "_self") || OwnerAlias.currentUser.contains { $0.text.hasBytes(of: owner) }
    }
  }

  /// A field and the value that the item must save in it.
  public struct Field: Sendable, Equatable {
    public var name: String
    /// Nil means that the field is cleared.
    public var value: FieldValue?

    public init(_ name: String, _ value: FieldValue?) {
      self.name = name
      self.value = value
    }
  }

  /// Whether the condition has properties that only calls have.
  var isAboutCalls: Bool {
    isAboutItems || operations != nil || container != nil || environment != nil
      || database != nil || zone != nil || items != nil || bytes != nil || savePolicy != nil
      || isAtomic != nil
  }

  /// Whether the condition has properties that only items have.
  var isAboutItems: Bool {
    recordType != nil || recordName != nil || actions != nil || !fields.isEmpty
      || window?.item != nil
  }
}

/// Bounds of a number; nil means no bound.
public struct FaultRange: Sendable, Equatable {
  public var least: Int?
  public var most: Int?

  public init(least: Int? = nil, most: Int? = nil) {
    self.least = least
    self.most = most
  }

  func contains(_ number: Int) -> Bool {
    (least.map { number >= $0 } ?? true) && (most.map { number <= $0 } ?? true)
  }
}

/// The scope of a count or a state: the rule as a whole, or each operation, record, device, user or
/// zone.
public enum FaultKey: String, Sendable, CaseIterable {
  case rule
  case op
  case record
  case device
  case user
  /// The zone of the item, or the first one that a call names.
  case zone
}

/// Outages that recur: a rule applies for some time, again and again.
public struct FaultRecurrence: Sendable, Equatable {
  /// The time from the beginning of an outage to that of the next, in milliseconds.
  public var interval: Int64
  /// The length of each outage in milliseconds.
  public var duration: Int64

  public init(every interval: Int64, for duration: Int64) {
    self.interval = interval
    self.duration = duration
  }

  /// - Parameter age: The time since the first outage began, in milliseconds.
  func contains(_ age: Int64) -> Bool {
    age >= 0 && interval > 0 && age % interval < duration
  }
}

/// A value that changes evenly for some time, and then stays as it is.
public struct FaultRamp: Sendable, Equatable {
  /// The value at the beginning.
  public var start: Double
  public var end: Double
  /// The duration of the change in milliseconds.
  public var duration: Int64

  public init(from start: Double, to end: Double, during duration: Int64) {
    self.start = start
    self.end = end
    self.duration = duration
  }

  /// The ramp of a latency: its values are whole milliseconds, as in a document.
  var ofMilliseconds: FaultRamp {
    FaultRamp(from: start.rounded(), to: end.rounded(), during: duration)
  }

  /// - Parameter age: The time since the beginning, in milliseconds.
  func value(at age: Int64) -> Double {
    if age <= 0 { return start }
    guard age < duration else { return end }
    return start + (end - start) * (Double(age) / Double(duration))
  }
}

/// A probability from 0 to 1.
public enum FaultProbability: Sendable, Equatable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  case fixed(Double)
  /// It changes from the time at which the rule was armed, or from the start of its time.
  case ramp(FaultRamp)

  public init(floatLiteral value: Double) { self = .fixed(value) }
  public init(integerLiteral value: Int) { self = .fixed(Double(value)) }

  func value(at age: Int64) -> Double {
    switch self {
    case .fixed(let value): value
    case .ramp(let ramp): ramp.value(at: age)
    }
  }
}

/// The numbers of the matches at which a rule applies, from 1.
public struct FaultWindow: Sendable, Equatable {
  public var nth: Int?
  public var from: Int?
  public var to: Int?
  /// Selects every n-th match, counted from the first one of the window.
  public var every: Int?
  public var key = FaultKey.rule
  /// The number of the call among the calls of its device and operation, or of a push among those
  /// to its device, since the cloud was created; nil means any.
  public var number: FaultRange?
  /// The position of the item in the request, from 1; nil means any.
  public var item: Int?

  public init() {}

  /// Whether matches are counted.
  var counts: Bool { nth != nil || from != nil || to != nil || every != nil }

  /// Selects a single match.
  static func nth(_ number: Int) -> FaultWindow {
    var window = FaultWindow()
    window.nth = number
    return window
  }

  /// Selects a match and all later ones.
  static func from(_ number: Int) -> FaultWindow {
    var window = FaultWindow()
    window.from = number
    return window
  }
}

/// Limits how often a rule acts when it applies.
public struct FaultLimit: Sendable, Equatable {
  /// The number of matches on which the rule does not act at first.
  public var skip = 0
  /// Nil means unlimited.
  public var injections: Int?
  /// The scope of the counts for `skip` and `injections`.
  public var key = FaultKey.rule
  /// Nil means always.
  public var probability: FaultProbability?

  public init() {}

  /// `FaultLimit(skip: 1, injections: 1)` acts on the second match only.
  public init(
    skip: Int = 0, injections: Int?, per key: FaultKey = .rule,
    probability: FaultProbability? = nil
  ) {
    self.skip = skip
    self.injections = injections
    self.key = key
    self.probability = probability
  }
}
