/// An error that the service returns, as CloudKit reports it in a `CKError`.
public struct CloudError: Error, Sendable {
  public var code: CKErrorCode
  /// The server's text.
  public var reason: String
  /// Seconds to wait before the next attempt; nil if none are announced.
  public var retryAfter: Double?
  /// The corresponding Web Services code, if there is one.
  public var serverErrorCode: String?
  /// Set on `zoneNotFound` after the user reset their encrypted data.
  public var userDidResetEncryptedData = false
  /// Whether a fault has ended the client, or a run of an exploration made too many calls
  /// (`MisuseStatus.clientEnded`). This is not an error of the service: a client must return to its
  /// test.
  public internal(set) var clientHasEnded = false
  /// The three versions of a `serverRecordChanged`.
  public var conflict: Conflict?
  /// The failed items of a `partialFailure`, in request order.
  public var partialErrors: [ItemError] = []
  /// Keys of the error's dictionary that a test gave.
  var further: [Member] = []

  /// Whether a test gave a record of a conflict.
  var hasGivenRecords: Bool {
    further.contains {
      $0.key.hasBytes(of: "serverRecord") || $0.key.hasBytes(of: "clientRecord")
        || $0.key.hasBytes(of: "ancestorRecord")
    }
  }

  /// Whether it is a conflict whose response has a record. An injected one has none if there is no
  /// record that the caller may read.
  var isConflictWithRecord: Bool {
    code == .serverRecordChanged && (conflict != nil || hasGivenRecords)
  }

  /// A key of an error's dictionary, with its value as JSON text.
  struct Member: Sendable, Equatable {
    let key: String
    let value: String
  }

  public init(_ code: CKErrorCode, _ reason: String, retryAfter: Double? = nil) {
    self.code = code
    self.reason = reason
    self.retryAfter = retryAfter
    serverErrorCode = code.serverErrorCode
  }

  /// Creates the error of a typed call that misuses the library.
  init(_ misuse: Misuse) {
    self.init(.invalidArguments, misuse.message)
    clientHasEnded = misuse.status == .clientEnded
  }

  /// The versions that a client needs to merge after a `serverRecordChanged`.
  public final class Conflict: Sendable {
    public let serverRecord: Record
    public let clientRecord: RecordDraft
    /// The version whose tag the client sent, if the server still has it.
    public let ancestorRecord: Record?

    init(serverRecord: Record, clientRecord: RecordDraft, ancestorRecord: Record?) {
      self.serverRecord = serverRecord
      self.clientRecord = clientRecord
      self.ancestorRecord = ancestorRecord
    }
  }

  /// Returns the error with the field that caused it.
  func inField(_ name: String) -> CloudError {
    var error = self
    error.reason += ServerText.place(ofField: name)
    return error
  }

  /// Returns the `partialFailure` for failed items.
  static func partialFailure(_ items: [ItemError], _ reason: String) -> CloudError {
    var error = CloudError(.partialFailure, reason)
    error.partialErrors = items
    return error
  }
}

/// The item that an error refers to: the key for it in CloudKit's `partialErrorsByItemID`.
public enum ItemID: Hashable, Sendable {
  /// A record. The name is nil if a refused creation named none.
  case record(name: RecordName?, zoneID: ZoneID)
  case zone(ZoneID)
  /// A link to a share, as the request spells it.
  case link(String)
  case lookupInfo(Share.LookupInfo)
  /// A subscription. The name is nil if a refused creation named none.
  case subscription(SubscriptionID?)
  /// A file in a field. The name is nil if the request left it to the service.
  case asset(name: RecordName?, fieldName: String)
  /// A user, by the single property that was looked up.
  case user(Share.LookupInfo)

  /// The zone that it is, or whose record it is; nil if it names none.
  var zoneID: ZoneID? {
    switch self {
    case .record(_, let zoneID), .zone(let zoneID): zoneID
    case .asset, .link, .lookupInfo, .subscription, .user: nil
    }
  }
}

/// One failed item of a call.
public struct ItemError: Error, Sendable {
  public let item: ItemID
  public let error: CloudError

  public init(item: ItemID, error: CloudError) {
    self.item = item
    self.error = error
  }
}

/// The result of one item of a call.
public typealias ItemResult<Success> = Result<Success, ItemError>

extension Result where Failure == ItemError {
  /// Captures the result of `body`, or the error that it throws.
  init(_ item: ItemID, _ body: () throws(CloudError) -> Success) {
    do throws(CloudError) {
      self = .success(try body())
    } catch {
      self = .failure(ItemError(item: item, error: error))
    }
  }
}

extension Result {
  var isSuccess: Bool { if case .success = self { true } else { false } }
}

extension CKErrorCode {
  /// The Web Services code for this error, if there is one (INFER: Apple publishes no table;
  /// `ckerror.json` gives the evidence).
  public var serverErrorCode: String? {
    switch self {
    case .internalError, .serverRejectedRequest: "INTERNAL_ERROR"
    case .networkFailure: "NETWORK_ERROR"
    case .serviceUnavailable, .zoneBusy: "TRY_AGAIN_LATER"
    case .requestRateLimited: "THROTTLED"
    case .notAuthenticated: "AUTHENTICATION_REQUIRED"
    case .permissionFailure: "ACCESS_DENIED"
    case .unknownItem: "NOT_FOUND"
    case .invalidArguments: "BAD_REQUEST"
    case .serverRecordChanged: "CONFLICT"
    case .constraintViolation: "UNIQUE_FIELD_ERROR"
    case .changeTokenExpired: "CHANGE_TOKEN_EXPIRED"
    case .batchRequestFailed: "ATOMIC_ERROR"
    case .quotaExceeded: "QUOTA_EXCEEDED"
    case .zoneNotFound: "ZONE_NOT_FOUND"
    case .referenceViolation: "VALIDATING_REFERENCE_ERROR"
    default: nil
    }
  }
}
