public import CloudKit

/// The members that `Error` has.
public protocol Error_Extension {
  func toNSError() -> NSError
  func createCKError() -> CKError
  func createCKError(code: Int, userInfo: [String: Any]) -> CKError
}

/// The members that `CKError` has.
public protocol CKError_Extension {
  func createAccountStatusError(code: CKAccountStatus) -> CKError
  func createNSError(with code: CKError.Code) -> NSError
  func getPartialErrors() -> NSDictionary?
}

extension Error {
  /// The same error as an object.
  public func toNSError() -> NSError { self as NSError }

  /// A `CKError` with the code and the dictionary of this error, whatever its domain.
  public func createCKError() -> CKError {
    let error = self as NSError
    return createCKError(code: error.code, userInfo: error.userInfo)
  }

  /// A `CKError` with a code and a dictionary. A code below 1 gives `internalError`.
  public func createCKError(code: Int, userInfo: [String: Any] = [:]) -> CKError {
    CKError(
      code < 1 ? .internalError : CKError.Code(rawValue: code) ?? .internalError,
      userInfo: userInfo)
  }
}

extension CKError {
  /// The domain of the errors that `accountStatus` passes.
  static let accountStatusDomain = "CKAccountStatus"

  /// An error that says which status an account has: of the domain `CKAccountStatus`, with the status
  /// as its code.
  public func createAccountStatusError(code: CKAccountStatus) -> CKError {
    CKError(_nsError: NSError(accountStatus: code))
  }

  /// An error object of CloudKit's domain with a code.
  public func createNSError(with code: CKError.Code) -> NSError { CKError(code)._nsError }

  /// The errors of the items of a `partialFailure`.
  public func getPartialErrors() -> NSDictionary? {
    partialErrorsByItemID.map { errors in
      let dictionary = NSMutableDictionary()
      for (key, error) in errors {
        // An error as an object would no longer be a `CKError` for a client that casts it to one.
        guard let key = key.base as? NSObject ?? (key.base as? String).map({ $0 as NSString })
        else { continue }
        dictionary.setObject(error, forKey: key)
      }
      return dictionary
    }
  }
}

extension NSError {
  /// The error that `accountStatus` passes with a status other than `available`.
  convenience init(accountStatus: CKAccountStatus) {
    self.init(domain: CKError.accountStatusDomain, code: accountStatus.rawValue)
  }
}
