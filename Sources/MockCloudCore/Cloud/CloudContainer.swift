/// A container as one caller sees it: a small value that holds the caller and builds the typed
/// operations that `Cloud.perform` runs.
///
/// ```swift
/// let notes = cloud.container("iCloud.com.example.notes").privateDatabase
/// let saved = try notes.save(RecordDraft("Note", recordName: "n1", fields: ["title": "Milk"]))
/// ```
public struct CloudContainer: Sendable {
  let cloud: Cloud
  /// The caller; properties that are nil have the configured defaults.
  public var caller: Caller

  /// The database that only its user can read.
  public var privateDatabase: CloudDatabase { database(.private) }
  /// The database that everyone can read.
  public var publicDatabase: CloudDatabase { database(.public) }
  /// The zones that other users share with the caller.
  public var sharedDatabase: CloudDatabase { database(.shared) }

  public func database(_ scope: DatabaseScope) -> CloudDatabase {
    var caller = caller
    caller.database = scope
    return CloudDatabase(cloud: cloud, caller: caller)
  }

  // MARK: Callers

  /// Returns the container as seen by another user.
  ///
  /// - Parameters:
  ///   - user: An alias or a record name.
  ///   - device: Nil means the user's first device.
  public func `as`(_ user: UserName, device: DeviceName? = nil) -> CloudContainer {
    changed { caller in
      caller.user = .named(user)
      caller.device = device
    }
  }

  /// Returns the container as seen on another device, by the user of that device.
  public func on(device: DeviceName) -> CloudContainer {
    changed { caller in
      caller.user = .standard
      caller.device = device
    }
  }

  /// The container as seen by a caller who is not signed in.
  public var signedOut: CloudContainer {
    changed { caller in
      caller.user = .nobody
      caller.device = nil
    }
  }

  /// Returns the container in another environment.
  public func `in`(_ environment: Environment) -> CloudContainer {
    changed { $0.environment = environment }
  }

  private func changed(_ change: (inout Caller) -> Void) -> CloudContainer {
    var container = self
    change(&container.caller)
    return container
  }

  // MARK: The account

  /// Returns the status of the account on the device (`account/status`).
  public func accountStatus() throws(CloudError) -> AccountStatus {
    try cloud.perform(GetAccountStatus(), as: caller)
  }

  /// Returns the record name of the signed-in user (`account/userRecordID`).
  public func userRecordName() throws(CloudError) -> UserRecordName {
    try cloud.perform(GetUserRecordID(), as: caller)
  }
}

extension Cloud {
  /// Returns a container as seen by the configured user; nil means the configured container.
  public func container(_ identifier: ContainerIdentifier? = nil) -> CloudContainer {
    CloudContainer(cloud: self, caller: Caller(container: identifier))
  }

  /// The private database of the configured user and container.
  public var privateDatabase: CloudDatabase { container().privateDatabase }
  /// The public database of the configured container.
  public var publicDatabase: CloudDatabase { container().publicDatabase }
  /// The zones that other users share with the configured user.
  public var sharedDatabase: CloudDatabase { container().sharedDatabase }
}
