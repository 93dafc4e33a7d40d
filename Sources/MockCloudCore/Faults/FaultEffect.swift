/// One thing that a rule does.
public enum FaultEffect: Sendable {
  /// The call, or the item, fails.
  case error(ErrorSpecification, FaultWait)
  /// The request never arrived: nothing was done.
  case lostRequest(ErrorSpecification)
  /// Everything was done, but the client does not learn of it.
  case lostResponse(ErrorSpecification)
  /// The call takes that long.
  case latency(FaultLatency)
  /// The request arrived twice, as when a transport tries again; the client gets the second answer.
  case duplicate
  /// Only so many items are done; the others fail.
  case prefix(Int, ErrorSpecification)
  /// Responses end after so many items, as pages do.
  case truncate(Int)
  /// Other limits hold for the call.
  case limits([Limits.Change])
  /// Sync tokens given out so far, of the database that the call means, are expired.
  case expireTokens
  /// So many calls pass; others are turned away with the time until one may pass again.
  case rateLimit(FaultRate)
  /// The service's clock is moved by so many milliseconds, which may be negative.
  case jump(Int64)
  /// Another call is made at this point, as by another device or by the harness.
  case call(any FaultCall)
  /// Another device saves records that the call is about to save.
  case conflict(FaultConflict)
  /// The call takes as long as the caller waits, and fails then.
  case hang
  /// The call fails after so many of its items were reported.
  case interrupt(Int, ErrorSpecification)
  /// Stamps of records that the call writes are off by so many milliseconds.
  case skew(Int64)
  /// Queries find what there was before.
  case indexLag(FaultLag)
  /// Markers of queries are refused.
  case expireMarkers
  /// The changes of a page come in another order.
  case shuffle
  /// The last changes of a page come again with the next.
  case repeatChanges(Int)
  /// Files come with no more than so many bytes.
  case truncateFiles(Int)
  /// Files that were uploaded and not saved yet are gone.
  case expireUploads
  /// The push never arrives.
  case drop
  /// The push arrives later.
  case delay(FaultLatency)
  /// The push arrives so many times more.
  case `repeat`(Int)
  /// Pushes to a device within so many milliseconds arrive as one, the last.
  case coalesce(Int64)

  /// The kinds of effects, by their keys in the fault language.
  public enum Kind: String, Sendable, CaseIterable {
    case error
    case lostRequest
    case lostResponse
    case latency
    case duplicate
    case applyPrefix
    case truncate
    case limits
    case expireTokens
    case rateLimit
    case jump
    case call
    case conflict
    case hang
    case interrupt
    case skew
    case indexLag
    case expireMarkers
    case shuffle
    case repeatChanges
    case truncateFiles
    case expireUploads
    case drop
    case delay
    case `repeat`
    case coalesce

    /// The phases in which such an effect is valid; the first is where it acts unless the rule says.
    public var phases: [FaultPhase] {
      switch self {
      case .error: [.before, .items, .commit, .after]
      case .lostRequest, .duplicate, .applyPrefix, .truncate, .limits, .rateLimit, .conflict,
        .skew, .indexLag, .expireMarkers, .shuffle, .repeatChanges, .truncateFiles:
        [.before]
      case .lostResponse, .interrupt: [.after]
      case .latency, .expireTokens, .jump, .call, .hang, .expireUploads: [.before, .after]
      case .drop, .delay, .repeat, .coalesce: [.push]
      }
    }

    /// The operations for which such an effect is valid; nil means all.
    public var operations: [String]? {
      switch self {
      case .conflict: ["records/modify"]
      case .indexLag, .expireMarkers: ["records/query"]
      case .shuffle, .repeatChanges:
        ["changes/zone", "changes/database", "records/changes", "zones/changes"]
      case .truncateFiles: ["assets/download"]
      default: nil
      }
    }
  }

  public var kind: Kind {
    switch self {
    case .error: .error
    case .lostRequest: .lostRequest
    case .lostResponse: .lostResponse
    case .latency: .latency
    case .duplicate: .duplicate
    case .prefix: .applyPrefix
    case .truncate: .truncate
    case .limits: .limits
    case .expireTokens: .expireTokens
    case .rateLimit: .rateLimit
    case .jump: .jump
    case .call: .call
    case .conflict: .conflict
    case .hang: .hang
    case .interrupt: .interrupt
    case .skew: .skew
    case .indexLag: .indexLag
    case .expireMarkers: .expireMarkers
    case .shuffle: .shuffle
    case .repeatChanges: .repeatChanges
    case .truncateFiles: .truncateFiles
    case .expireUploads: .expireUploads
    case .drop: .drop
    case .delay: .delay
    case .repeat: .repeat
    case .coalesce: .coalesce
    }
  }
}

/// A call that a rule makes. How it is made is known further up.
public protocol FaultCall: AnyObject, Sendable {}

/// How the wait that an error announces changes from one time to the next.
public enum FaultWait: Sendable, Equatable {
  /// The error's own.
  case fixed
  /// Each time so many times as long as the time before, up to so many seconds.
  case growing(factor: Double, most: Double)
}

/// How long something takes, in milliseconds.
public enum FaultLatency: Sendable, Equatable {
  case fixed(Int64)
  case uniform(least: Int64, most: Int64)
  /// Most are near the median, few take far longer.
  case lognormal(median: Double, sigma: Double)
}

/// A token bucket: it holds `burst` calls at most and fills up by `perSecond` of them in a second.
public struct FaultRate: Sendable, Equatable {
  public var perSecond: Double
  public var burst: Int

  public init(perSecond: Double, burst: Int = 1) {
    self.perSecond = perSecond
    self.burst = burst
  }
}

/// How far the indexes of queries are behind.
public enum FaultLag: Sendable, Equatable {
  /// By so many milliseconds.
  case time(Int64)
  /// By so many changes of each zone.
  case versions(Int)
}

/// What another device does to records that a call is about to save.
public struct FaultConflict: Sendable, Equatable {
  /// Nil means every record.
  public var recordName: FaultPattern?
  /// What it writes; none makes a new version with the same values.
  public var fields: [FaultCondition.Field]

  public init(recordName: FaultPattern? = nil, fields: [FaultCondition.Field] = []) {
    self.recordName = recordName
    self.fields = fields
  }
}

/// A rule: when it applies, how often it acts there, and what it does.
public final class FaultRule: Sendable {
  public let id: String
  public let condition: FaultCondition
  public let limit: FaultLimit
  /// In order; an error ends them.
  public let effects: [FaultEffect]
  /// The state that the rules are in once this one has acted.
  public let nextState: String?
  /// Rules that this one arms once it has acted.
  public let arms: [String]
  /// Rules that this one disarms once it has acted.
  public let disarms: [String]
  /// Milliseconds after which the rule is over; nil never.
  public let timeToLive: Int64?
  /// Whether a test that ends before the rule has acted is wrong.
  public let mustFire: Bool
  /// Whether the rule is armed from the start, and not by another.
  public let isArmed: Bool
  /// Where it acts.
  let phase: FaultPhase
  /// What its condition asks for: most rules ask for little, and many are asked at every call.
  let asks: FaultQuestions
  /// The operations for which all of the rule's effects have a meaning; nil means all.
  let effectOperations: [String]?

  public init(
    id: String = "", when condition: FaultCondition = FaultCondition(),
    limit: FaultLimit = FaultLimit(), then effects: [FaultEffect], nextState: String? = nil,
    arms: [String] = [], disarms: [String] = [], timeToLive: Int64? = nil, mustFire: Bool = false,
    isArmed: Bool = true
  ) {
    self.id = id
    self.condition = condition
    self.limit = limit
    self.effects = effects
    self.nextState = nextState
    self.arms = arms
    self.disarms = disarms
    self.timeToLive = timeToLive
    self.mustFire = mustFire
    self.isArmed = isArmed
    phase = Self.phase(of: condition, effects)
    asks = FaultQuestions(condition, timeToLive)
    effectOperations = Self.operations(of: effects)
  }

  /// The same rule under a name.
  func named(_ id: String) -> FaultRule {
    FaultRule(
      id: id, when: condition, limit: limit, then: effects, nextState: nextState, arms: arms,
      disarms: disarms, timeToLive: timeToLive, mustFire: mustFire, isArmed: isArmed)
  }

  private static func operations(of effects: [FaultEffect]) -> [String]? {
    effects.reduce(nil) { common, effect in
      guard let own = effect.kind.operations else { return common }
      return common.map { $0.filter { name in own.contains { $0.hasBytes(of: name) } } } ?? own
    }
  }

  private static func phase(of condition: FaultCondition, _ effects: [FaultEffect]) -> FaultPhase {
    if let phase = condition.phase { return phase }
    if condition.isAboutItems { return .items }
    return FaultPhase.allCases.first { phase in
      effects.allSatisfy { $0.kind.phases.contains(phase) }
    } ?? .before
  }
}
