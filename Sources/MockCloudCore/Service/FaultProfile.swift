/// A named list of rules for a common kind of failure, by its name in the dialect.
public enum FaultProfile: String, Sendable, CaseIterable {
  /// The network is offline for some time, and then returns.
  case airplane
  /// Requests, responses and pushes are lost or late.
  case flakyWifi = "flaky-wifi"
  /// The service refuses calls, and announces how long to wait.
  case throttled
  /// Many saves exceed the quota.
  case quotaFull = "quota-full"
  /// The account becomes unavailable and available again.
  case accountChurn = "account-churn"
  /// The effects of a second active device: conflicts, short pages, pushes out of order.
  case twoDevices = "two-devices"
  /// The zone is busy, and pages of changes are short.
  case busyZone = "busy-zone"
  /// All of these, each less often.
  case everything

  /// The prefix of the names of its rules.
  var prefix: String { "profile/\(rawValue)/" }

  /// Returns the rules for an intensity from 0 to 1.
  func rules(_ intensity: Double) -> [FaultRule] {
    let remote = ServiceOperation.remoteNames
    guard self == .everything else {
      return rules(ProfileRules(prefix: prefix, intensity: intensity, remote: remote))
    }
    let others = Self.allCases.filter { $0 != .everything }.flatMap { part in
      part.rules(
        ProfileRules(
          prefix: "\(prefix)\(part.rawValue)/", intensity: 0.4 * intensity, remote: remote))
    }
    let own = ProfileRules(prefix: prefix, intensity: intensity, remote: remote)
    return others + [
      own.rule("tokens", ProfileRules.changes, 0.05, .expireTokens),
      own.rule("markers", [QueryRecords.name], 0.05, .expireMarkers),
      own.rule("shuffled", ProfileRules.changes, 0.1, .shuffle(nil)),
      own.rule("again", ProfileRules.changes, 0.1, .repeatChanges(2)),
    ]
  }

  private func rules(_ make: ProfileRules) -> [FaultRule] {
    switch self {
    case .airplane: make.airplane
    case .flakyWifi: make.flakyWifi
    case .throttled: make.throttled
    case .quotaFull: make.quotaFull
    case .accountChurn: make.accountChurn
    case .twoDevices: make.twoDevices
    case .busyZone: make.busyZone
    case .everything: []
    }
  }
}

/// Builds the rules of a profile.
private struct ProfileRules {
  let prefix: String
  let intensity: Double
  /// The operations that need a network.
  let remote: [String]

  static let changes = [
    FetchZoneChanges.name, FetchDatabaseChanges.name, FetchRecordChanges.name,
    FetchChangedZones.name,
  ]
  private static let writes = [ModifyRecords.name, ModifyZones.name, ModifySubscriptions.name]

  /// - Parameters:
  ///   - operations: Nil for pushes.
  ///   - chance: The probability at intensity 1; nil means always, at any intensity.
  func rule(
    _ name: String, _ operations: [String]?, _ chance: Double?, _ effect: FaultEffect,
    phase: FaultPhase? = nil
  ) -> FaultRule {
    var condition = FaultCondition()
    condition.operations = operations
    condition.phase = phase
    var limit = limit(chance.map { $0 * intensity })
    if chance == nil, !effect.countsByLimit { limit.key = .rule }
    return rule(name, when: condition, limit, effect)
  }

  /// A test need not meet any of a profile's rules.
  private func rule(
    _ name: String, when condition: FaultCondition, _ limit: FaultLimit,
    _ effect: FaultEffect, next state: FaultState? = nil
  ) -> FaultRule {
    FaultRule(
      id: prefix + name, when: condition, limit: limit, then: [effect], nextState: state,
      mustFire: false)
  }

  /// Each device has its own draws, so that calls of one device do not change those of another.
  private func limit(_ probability: Double?) -> FaultLimit {
    var limit = FaultLimit()
    limit.key = .device
    limit.probability = probability.map { .fixed($0) }
    return limit
  }

  private func error(
    _ code: CKErrorCode, retryAfter: Double? = nil, growing: FaultWait = .fixed
  ) -> FaultEffect {
    .error(ErrorSpecification(code, retryAfter: retryAfter), growing)
  }

  /// Each device flies on its own.
  var airplane: [FaultRule] {
    let aloft = FaultState(prefix + "aloft", per: .device)
    let landed = FaultState(prefix + FaultState.initial, per: .device)
    var flight = FaultCondition.calls(remote)
    flight.state = aloft
    return [
      rule("landing", when: flight, limit(0.5), error(.networkUnavailable), next: landed),
      rule("offline", when: flight, FaultLimit(), error(.networkUnavailable)),
      rule(
        "departure", when: FaultCondition.calls(remote), limit(0.3 * intensity),
        error(.networkUnavailable), next: aloft),
      rule("cut", remote, 0.15, .lostResponse(.lostResponse)),
    ]
  }

  var flakyWifi: [FaultRule] {
    [
      rule("slow", remote, 1, .latency(.lognormal(median: 200, sigma: 1))),
      rule("lost-request", remote, 0.25, .lostRequest(.lostRequest)),
      rule("twice", Self.writes, 0.1, .duplicate),
      rule("lost-response", remote, 0.2, .lostResponse(.lostResponse)),
      rule("push-lost", nil, 0.2, .drop),
      rule("push-late", nil, 0.3, .delay(.fixed(10_000))),
    ]
  }

  var throttled: [FaultRule] {
    let burst = max(1, Int(20 * (1 - intensity)))
    return [
      rule("bucket", remote, nil, .rateLimit(FaultRate(perSecond: 1, burst: burst))),
      rule("unavailable", remote, 0.15, error(.serviceUnavailable, retryAfter: 5)),
      rule(
        "limited", remote, 0.25,
        error(.requestRateLimited, retryAfter: 1, growing: .growing(factor: 2, most: 60))),
    ]
  }

  var quotaFull: [FaultRule] {
    var saves = FaultCondition.calls([ModifyRecords.name])
    saves.actions = [.save]
    return [
      rule("records", when: saves, limit(0.6 * intensity), error(.quotaExceeded)),
      rule("files", [UploadAssets.name], 0.6, error(.quotaExceeded)),
    ]
  }

  /// The account is available again after the client has requested its status.
  var accountChurn: [FaultRule] {
    [
      rule(
        "back", [GetAccountStatus.name], nil, status(.available), phase: .after),
      rule("away", remote, 0.1, status(.temporarilyUnavailable), phase: .after),
      rule("signed-out", remote, 0.1, error(.notAuthenticated)),
      rule("not-ready", remote, 0.15, error(.accountTemporarilyUnavailable)),
    ]
  }

  private func status(_ status: AccountStatus) -> FaultEffect {
    .call(MadeHarnessCall(operation: SetAccountStatus(status), caller: Caller()))
  }

  var twoDevices: [FaultRule] {
    [
      rule("conflict", [ModifyRecords.name], 0.4, .conflict(FaultConflict())),
      rule("pages", Self.changes, 0.5, .truncate(2)),
      rule("behind", [QueryRecords.name], 0.3, .indexLag(.time(5000))),
      rule("push-lost", nil, 0.15, .drop),
      rule("push-twice", nil, 0.3, .repeat(1)),
      rule("push-late", nil, 0.5, .delay(.fixed(5000))),
    ]
  }

  var busyZone: [FaultRule] {
    let zone = [
      ModifyRecords.name, LookupRecords.name, QueryRecords.name, FetchZoneChanges.name,
      FetchRecordChanges.name,
    ]
    return [
      rule(
        "busy", zone, 0.4,
        error(.zoneBusy, retryAfter: 1, growing: .growing(factor: 1.5, most: 30))),
      rule("part", [ModifyRecords.name], 0.2, .prefix(1, ErrorSpecification(.zoneBusy))),
      rule("pages", Self.changes, 0.4, .truncate(3)),
    ]
  }
}

extension FaultCondition {
  fileprivate static func calls(_ operations: [String]) -> FaultCondition {
    var condition = FaultCondition()
    condition.operations = operations
    return condition
  }
}
