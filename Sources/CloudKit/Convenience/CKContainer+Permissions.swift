internal import Foundation

// Whether others may discover the user, which newer code does not ask.
extension CKContainer {
  public typealias ApplicationPermissionBlock = (ApplicationPermissionStatus, (any Error)?) -> Void

  /// The names that older code has for these types (Apple: `CKContainer.Application`).
  public enum Application {
    public typealias Permissions = ApplicationPermissions
    public typealias PermissionStatus = ApplicationPermissionStatus
    public typealias PermissionBlock = ApplicationPermissionBlock
  }

  /// What an app asks its user for (Apple: `CKContainer.ApplicationPermissions`).
  public struct ApplicationPermissions: OptionSet, Sendable, Hashable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// That others find the user by an address.
    public static let userDiscoverability = ApplicationPermissions(rawValue: 1)
  }

  /// What the user has answered (Apple: `CKContainer.ApplicationPermissionStatus`).
  public enum ApplicationPermissionStatus: Int, Sendable {
    /// The user was not asked yet.
    case initialState
    /// There is no answer because of an error.
    case couldNotComplete
    case denied
    case granted
  }

  /// Returns what the user has answered.
  public func applicationPermissionStatus(
    for applicationPermission: ApplicationPermissions
  ) async throws -> ApplicationPermissionStatus {
    try connection.permission(applicationPermission, asks: false)
  }

  public func status(
    forApplicationPermission applicationPermission: ApplicationPermissions,
    completionHandler: @escaping @Sendable (ApplicationPermissionStatus, (any Error)?) -> Void
  ) {
    connection.permission(applicationPermission, asks: false, completionHandler)
  }

  /// Asks the user, who grants the permission unless the test lets him deny it. A user who has
  /// answered is not asked again.
  public func requestApplicationPermission(
    _ applicationPermission: ApplicationPermissions
  ) async throws -> ApplicationPermissionStatus {
    try connection.permission(applicationPermission, asks: true)
  }

  public func requestApplicationPermission(
    _ applicationPermission: ApplicationPermissions,
    completionHandler: @escaping @Sendable (ApplicationPermissionStatus, (any Error)?) -> Void
  ) {
    connection.permission(applicationPermission, asks: true, completionHandler)
  }
}

extension CloudConnection {
  fileprivate func permission(
    _ permissions: CKContainer.ApplicationPermissions, asks: Bool,
    _ handler: @escaping @Sendable (CKContainer.ApplicationPermissionStatus, (any Error)?) -> Void
  ) {
    call { () throws(CKError) in
      try permission(permissions, asks: asks)
    } then: { result in
      handler(result.value ?? .couldNotComplete, result.failure)
    }
  }
}
