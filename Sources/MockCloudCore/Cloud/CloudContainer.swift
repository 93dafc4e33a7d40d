/// A container as one caller sees it. A value that costs nothing: it says who calls and where, and
/// builds the typed operations that `Cloud.perform` runs.
///
/// ```swift
/// let notes = cloud.container("iCloud.com.example.notes").privateDatabase
/// let saved = try notes.save(RecordDraft("Note", recordName: "n1", fields: ["title": "Milk"]))
/// ```
public struct CloudContainer: Sendable {
  let cloud: Cloud
  /// Who calls; what is left nil is the configured default.
  public var caller: Caller

  /// The database that only its user sees.
  public var privateDatabase: CloudDatabase { database(.private) }
  /// The database that everyone reads.
  public var publicDatabase: CloudDatabase { database(.public) }
  /// What others share with the caller.
  public var sharedDatabase: CloudDatabase { database(.shared) }

  public func database(_ scope: DatabaseScope) -> CloudDatabase {
    var caller = caller
    caller.database = scope
    return CloudDatabase(cloud: cloud, caller: caller)
  }

  // MARK: Who calls

  /// The same container as that user sees it.
  ///
  /// - Parameters:
  ///   - user: An alias or a record name.
  ///   - device: Nil means the user's first device.
  public func `as`(_ user: String, device: String? = nil) -> CloudContainer {
    changed { caller in
      caller.user = .named(user)
      caller.device = device
    }
  }

  /// The same container as it is seen on that device, by the device's user.
  public func on(device: String) -> CloudContainer {
    changed { caller in
      caller.user = .standard
      caller.device = device
    }
  }

  /// The same container as a caller sees it who is not signed in.
  public var signedOut: CloudContainer {
    changed { caller in
      caller.user = .nobody
      caller.device = nil
    }
  }

  /// The same container in that environment.
  public func `in`(_ environment: Environment) -> CloudContainer {
    changed { $0.environment = environment }
  }

  private func changed(_ change: (inout Caller) -> Void) -> CloudContainer {
    var container = self
    change(&container.caller)
    return container
  }

  // MARK: The account

  /// What the device knows of the account (`account/status`).
  public func accountStatus() throws(CloudError) -> AccountStatus {
    try cloud.perform(GetAccountStatus(), as: caller)
  }

  /// The record name of the signed-in user (`account/userRecordID`).
  public func userRecordName() throws(CloudError) -> String {
    try cloud.perform(GetUserRecordID(), as: caller)
  }
}

extension Cloud {
  /// A container as the configured user sees it; nil means the configured container.
  public func container(_ identifier: String? = nil) -> CloudContainer {
    CloudContainer(cloud: self, caller: Caller(container: identifier))
  }

  /// The private database of the configured user and container.
  public var privateDatabase: CloudDatabase { container().privateDatabase }
  /// The public database of the configured container.
  public var publicDatabase: CloudDatabase { container().publicDatabase }
  /// What others share with the configured user.
  public var sharedDatabase: CloudDatabase { container().sharedDatabase }
}
