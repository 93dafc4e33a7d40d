public import Foundation

/// An error of CloudKit (Apple: `CKError`): a value around an `NSError` of the domain
/// `CKErrorDomain`.
///
/// `error as? CKError` works for that `NSError`, and `error as NSError` for this value, as on
/// Apple's platforms.
public struct CKError: CustomNSError, Hashable, @unchecked Sendable {
  /// The same error as an object.
  public let _nsError: NSError

  /// Wraps an error object.
  public init(_nsError error: NSError) { _nsError = error }

  /// Creates an error.
  ///
  /// - Parameter userInfo: More about the error. `NSLocalizedDescriptionKey` is added if it is not
  ///   there, with the wording of Apple's Foundation.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    var userInfo = userInfo
    if userInfo[NSLocalizedDescriptionKey] == nil {
      userInfo[NSLocalizedDescriptionKey] = CKErrorText.standard(code.rawValue)
    }
    _nsError = NSError(domain: CKErrorDomain, code: code.rawValue, userInfo: userInfo)
  }

  public static var errorDomain: String { CKErrorDomain }

  /// The code of the error.
  public var code: Code { Code(number: _nsError.code) }

  /// The number of the code.
  public var errorCode: Int { _nsError.code }

  /// More about the error, by the keys of `CKError.h`.
  public var userInfo: [String: Any] { _nsError.userInfo }

  public var errorUserInfo: [String: Any] {
    var userInfo = _nsError.userInfo
    if userInfo[NSLocalizedDescriptionKey] == nil {
      userInfo[NSLocalizedDescriptionKey] = localizedDescription
    }
    return userInfo
  }

  /// The server's text, or a text with the number of the code.
  public var localizedDescription: String {
    userInfo[NSLocalizedDescriptionKey] as? String ?? CKErrorText.standard(_nsError.code)
  }

  /// Errors are equal if their domains, codes and `userInfo` are. The standard text is that of an
  /// error without one.
  public static func == (left: Self, right: Self) -> Bool {
    left._nsError.isEqual(right._nsError) || left.completed.isEqual(right.completed)
  }

  private var completed: NSError {
    NSError(domain: _nsError.domain, code: _nsError.code, userInfo: errorUserInfo)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(_nsError.code) }
}

extension CKError {
  /// The errors of the failed items of a `partialFailure`: by `CKRecord.ID`, `CKRecordZone.ID`,
  /// the ID of a subscription, a `URL` or a `CKUserIdentity.LookupInfo`.
  public var partialErrorsByItemID: [AnyHashable: any Error]? {
    guard let value = userInfo[CKPartialErrorsByItemIDKey] else { return nil }
    if let errors = value as? [AnyHashable: any Error] { return errors }
    guard let dictionary = value as? NSDictionary else { return nil }
    var errors: [AnyHashable: any Error] = [:]
    for (key, value) in dictionary {
      guard let key = key as? AnyHashable, let error = value as? any Error else { continue }
      errors[key] = error
    }
    return errors
  }

  /// The version on the server, in a `serverRecordChanged`. To solve the conflict, change this
  /// record and save it.
  public var serverRecord: CKRecord? { userInfo[CKRecordChangedErrorServerRecordKey] as? CKRecord }

  /// The version that the client tried to save, in a `serverRecordChanged`.
  public var clientRecord: CKRecord? { userInfo[CKRecordChangedErrorClientRecordKey] as? CKRecord }

  /// The version on which the client's change is based, in a `serverRecordChanged`.
  public var ancestorRecord: CKRecord? {
    userInfo[CKRecordChangedErrorAncestorRecordKey] as? CKRecord
  }

  /// The number of seconds after which the client may try again, if the server gave one.
  public var retryAfterSeconds: Double? {
    switch userInfo[CKErrorRetryAfterKey] {
    case let number as NSNumber: number.doubleValue
    case let number as Double: number
    default: nil
    }
  }
}

extension CKError: CustomStringConvertible {
  public var description: String { _nsError.description }
}

extension CKError: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSError { _nsError }

  public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout CKError?) {
    result = CKError(_nsError: source)
  }

  /// Only errors of CloudKit's domain are a `CKError`.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSError, result: inout CKError?
  ) -> Bool {
    guard source.domain == CKErrorDomain else {
      result = nil
      return false
    }
    result = CKError(_nsError: source)
    return true
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> CKError {
    CKError(_nsError: source ?? NSError(domain: CKErrorDomain, code: Code.internalError.rawValue))
  }
}

/// The texts of errors.
enum CKErrorText {
  /// The text of Apple's Foundation for an error without a description.
  static func standard(_ code: Int) -> String {
    "The operation couldn\u{2019}t be completed. (\(CKErrorDomain) error \(code).)"
  }
}
