/// Where in a call a rule acts, by the names of the fault language.
public enum FaultPhase: String, Sendable, CaseIterable {
  /// The call was admitted, nothing was done yet.
  case before
  /// At each item.
  case items
  /// What the call does is done in a draft, and nothing of it is in the world yet.
  case commit
  /// The world has changed, the answer is on its way.
  case after
  /// A push is about to reach a device.
  case push
}

/// When a rule applies: all that is given must hold.
public struct FaultCondition: Sendable, Equatable {
  /// Names of the dialect, of which one must be the call's; nil means any.
  public var operations: [String]?
  /// Nil means the phase of the rule's effects, or `items` where the condition is about items.
  public var phase: FaultPhase?
  /// The caller's record name or alias.
  public var user: FaultPattern?
  public var device: FaultPattern?
  public var container: FaultPattern?
  public var environment: Environment?
  public var database: DatabaseScope?
  public var zone: Zone?
  public var recordType: FaultPattern?
  public var recordName: FaultPattern?
  /// What is done to the item.
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
  /// Which of the calls or items that meet everything else.
  public var window: FaultWindow?
  /// Milliseconds since the rule was armed, from which on it applies.
  public var notBefore: Int64?
  /// Milliseconds since the rule was armed, from which on it applies no more.
  public var notAfter: Int64?
  /// The state that the rules must be in.
  public var state: String?

  public init() {}

  /// Names of a zone and its owner.
  public struct Zone: Sendable, Equatable {
    public var name: FaultPattern?
    /// A record name; `_self` is the caller's own.
    public var owner: FaultPattern?

    public init(name: FaultPattern? = nil, owner: FaultPattern? = nil) {
      self.name = name
      self.owner = owner
    }

    static let ownOwner: FaultPattern = "_self"
  }

  /// A field and the value that must be saved in it.
  public struct Field: Sendable, Equatable {
    public var name: String
    /// Nil means that the field is cleared.
    public var value: FieldValue?

    public init(_ name: String, _ value: FieldValue?) {
      self.name = name
      self.value = value
    }
  }

  /// Whether the condition asks for something that only calls have.
  var isAboutCalls: Bool {
    isAboutItems || operations != nil || container != nil || environment != nil
      || database != nil || zone != nil || items != nil || bytes != nil || savePolicy != nil
      || isAtomic != nil
  }

  /// Whether the condition asks for something that only items have.
  var isAboutItems: Bool {
    recordType != nil || recordName != nil || actions != nil || !fields.isEmpty
  }
}

/// Bounds of a number; nil leaves a side open.
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

/// What a rule counts for itself: everything, or each operation, record or device apart.
public enum FaultKey: String, Sendable, CaseIterable {
  case rule
  case op
  case record
  case device
}

/// Which of the matches of a rule count, from 1.
public struct FaultWindow: Sendable, Equatable {
  public var nth: Int?
  public var from: Int?
  public var to: Int?
  /// Every n-th, counted from the first that counts otherwise.
  public var every: Int?
  public var key = FaultKey.rule

  public init() {}

  func contains(_ number: Int) -> Bool {
    if let nth, number != nth { return false }
    if let to, number > to { return false }
    let first = from ?? 1
    guard number >= first else { return false }
    guard let every, every > 0 else { return true }
    // Without `from` the every-th match itself is the first: 4 means the 4th, the 8th and so on.
    return from == nil ? number % every == 0 : (number - first) % every == 0
  }
}

/// How often a rule acts where it applies.
public struct FaultLimit: Sendable, Equatable {
  /// So many matches are let through first.
  public var skip = 0
  /// Nil sets no bound.
  public var injections: Int?
  /// What `skip` and `injections` count apart.
  public var key = FaultKey.rule
  /// From 0 to 1; nil is certain.
  public var probability: Double?

  public init() {}

  /// `FaultLimit(skip: 1, injections: 1)` is the second match alone.
  public init(
    skip: Int = 0, injections: Int?, per key: FaultKey = .rule, probability: Double? = nil
  ) {
    self.skip = skip
    self.injections = injections
    self.key = key
    self.probability = probability
  }
}
