/// One effect of a rule.
public enum FaultEffect: Sendable {
  /// The call, or the item, fails.
  case error(ErrorSpecification, FaultWait)
  /// The request is lost before it reaches the service.
  case lostRequest(ErrorSpecification)
  /// The call is completed, but the client does not receive the response.
  case lostResponse(ErrorSpecification)
  /// The call takes the given time.
  case latency(FaultLatency)
  /// The request arrives twice, as after a retry by the transport; the client gets the second
  /// answer.
  case duplicate
  /// Only the given number of items succeed; the others fail.
  case prefix(Int, ErrorSpecification)
  /// Pages of responses end after the given number of items.
  case truncate(Int)
  /// Other limits apply to the call.
  case limits([Limits.Change])
  /// All sync tokens of the call's database that were issued so far expire.
  case expireTokens
  /// A limited number of calls pass; the others fail with the time until the next one may pass.
  case rateLimit(FaultRate)
  /// The service's clock is moved by the given milliseconds, which may be negative.
  case jump(Int64)
  /// Another call is made at this point, as by another device or by the harness.
  case call(any FaultCall)
  /// Another device saves records that the call is about to save.
  case conflict(FaultConflict)
  /// The call lasts until the caller's timeout, and then fails.
  case hang
  /// The client ends: this call and all later calls of the device are refused until the device is
  /// restarted.
  case crash
  /// The call fails after the given number of items were reported.
  case interrupt(Int, ErrorSpecification)
  /// The stamps of records that the call saves differ from the time by the given milliseconds.
  case skew(Int64)
  /// Queries use an outdated index.
  case indexLag(FaultLag)
  /// Continuation markers of queries are refused.
  case expireMarkers
  /// The changes of a page are in another order, which a random number determines; nil draws it.
  case shuffle(UInt64?)
  /// The last changes of a page are repeated on the next.
  case repeatChanges(Int)
  /// Files are truncated to the given number of bytes.
  case truncateFiles(Int)
  /// Uploaded files that are not yet saved are deleted, if they were announced at least the given
  /// milliseconds ago.
  case expireUploads(olderThan: Int64)
  /// The push never arrives.
  case drop
  /// The push arrives later.
  case delay(FaultLatency)
  /// The push arrives the given number of additional times.
  case `repeat`(Int)
  /// Pushes to a device within the given milliseconds are replaced by the last one.
  case coalesce(Int64)

  /// The kinds of effects by their keys in the fault language.
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
    case crash
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

    /// The phases in which the effect is valid; the first is the default.
    public var phases: [FaultPhase] {
      switch self {
      case .error: [.before, .items, .commit, .after]
      case .lostRequest, .duplicate, .applyPrefix, .truncate, .limits, .rateLimit, .conflict,
        .skew, .indexLag, .expireMarkers, .shuffle, .repeatChanges, .truncateFiles:
        [.before]
      case .lostResponse, .interrupt: [.after]
      case .latency, .expireTokens, .jump, .call, .hang, .crash, .expireUploads: [.before, .after]
      case .drop, .delay, .repeat, .coalesce: [.push]
      }
    }

    /// The operations for which the effect is valid; nil means all.
    public var operations: [String]? {
      if self == .applyPrefix {
        return ServiceOperation.table.filter { !$0.items.isEmpty }.map(\.name)
      }
      return needed.map { ServiceOperation.names(with: $0) }
    }

    /// The traits of the operations for which the effect is valid; nil means all operations.
    private var needed: ServiceOperation.Traits? {
      switch self {
      case .conflict, .skew: .hasPolicy
      case .duplicate: .commits
      case .truncate: .pages
      case .indexLag, .expireMarkers: .queries
      case .shuffle, .repeatChanges: .readsChanges
      case .truncateFiles: .downloads
      default: nil
      }
    }
  }

  /// A set of kinds.
  struct Kinds: OptionSet, Sendable {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    init(_ kind: Kind) {
      let place = Kind.allCases.firstIndex(of: kind) ?? 0
      rawValue = 1 << UInt32(truncatingIfNeeded: place)
    }

    /// The kinds that may do nothing, which is known as soon as they were applied.
    static let immediate = Self(
      [.jump, .conflict, .call, .expireTokens, .expireUploads].map { Kinds($0) })

    /// The kinds that may do nothing, which is known at the end of the call.
    static let late = Self(
      [
        .duplicate, .truncate, .limits, .applyPrefix, .skew, .indexLag, .shuffle, .repeatChanges,
        .truncateFiles, .expireMarkers,
      ].map { Kinds($0) })

    /// The kinds that do nothing on a push that is dropped.
    static let ofArrival = Self([.delay, .repeat, .coalesce].map { Kinds($0) })

    static let uncertain = immediate.union(late).union(ofArrival)

    /// The kinds that do nothing if the call fails at their point.
    static let ofSuccess = late.union(Kinds(.interrupt))

    /// The first of the kinds in the order of the fault language.
    var first: Kind? { Kind.allCases.first { contains(Kinds($0)) } }
  }

  /// Whether effects after it in a list are never reached.
  var endsList: Bool {
    switch self {
    case .error, .lostRequest, .lostResponse, .hang, .crash: true
    default: false
    }
  }

  /// Whether the call fails. A long-lived operation is completed even if the client ends.
  var failsCall: Bool { endsList && kind != .crash }

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
    case .crash: .crash
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
