/// The reason why a rule did not act, named by the key that did not match.
enum FaultReason: String, Sendable, CaseIterable {
  case paused = "paused"
  case disarmed = "armed"
  case over = "ttl"
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
  case shadowed = "shadowed"
  case skip = "limit.skip"
  case injections = "limit.injections"
  case probability = "limit.probability"
  case rate = "then.rateLimit"
  case noLatency = "then.latency"
  case noJump = "then.jump"
  case noConflict = "then.conflict"
  case noCall = "then.call"
  case noTokens = "then.expireTokens"
  case noUploads = "then.expireUploads"
  case noLag = "then.indexLag"
  case noDuplicate = "then.duplicate"
  case noTruncation = "then.truncate"
  case noLimits = "then.limits"
  case noPrefix = "then.applyPrefix"
  case noSkew = "then.skew"
  case noShuffle = "then.shuffle"
  case noRepetition = "then.repeatChanges"
  case noFile = "then.truncateFiles"
  case noMarker = "then.expireMarkers"
  case noDelay = "then.delay"
  case noPushAgain = "then.repeat"
  case noCoalescing = "then.coalesce"

  /// The reason in reports.
  ///
  /// - Parameter other: The name of the rule that took the call from this one.
  func text(shadowedBy other: String?) -> String {
    guard self == .shadowed, let other else { return rawValue }
    return "shadowed by \(other)"
  }

  /// The reason why an effect of the kind did nothing.
  init?(noEffectOf kind: FaultEffect.Kind) { self.init(rawValue: "then.\(kind.rawValue)") }

  /// Why the effect did nothing, as a sentence; nil if the rule did not apply.
  var explanation: String? {
    switch self {
    case .noLatency: "the latency is 0, or the clock is the system's"
    case .noJump: "the clock cannot be set to that time"
    case .noConflict: "the call saves no existing record that the conflict is about"
    case .noCall: "the rule's call failed, or changed nothing"
    case .noTokens: "the database has no sync tokens, or none was issued since they expired"
    case .noUploads: "there was no uploaded file of that age that no record contains"
    case .noLag: "the query found the same records"
    case .noTruncation: "no page was longer"
    case .noLimits: "the call was within these limits"
    case .noPrefix: "the call has no more items"
    case .noDuplicate: "the second arrival changed neither the state nor the response"
    case .noSkew: "the call wrote no stamp"
    case .noShuffle: "the order of the page's changes stayed the same"
    case .noRepetition: "the page had fewer than two changes"
    case .noFile: "no file was longer"
    case .noMarker: "the query has no continuation marker"
    case .noDelay: "the delay is 0, or another rule dropped the push"
    case .noPushAgain: "another rule dropped the push"
    case .noCoalescing: "the time is 0, or another rule dropped the push"
    default: nil
    }
  }
}
