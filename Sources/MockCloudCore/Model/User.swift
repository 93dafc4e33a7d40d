/// A user with an iCloud account, and the devices that use it.
public struct User: Sendable {
  /// The name that the test chose.
  public internal(set) var alias: UserAlias
  /// `_` and 32 hexadecimal digits, as iCloud names users.
  public internal(set) var userRecordName: UserRecordName
  public var emailAddress: EmailAddress?
  public var phoneNumber: PhoneNumber?
  public var nameComponents: NameComponents?
  /// The names of the user's schema roles.
  public internal(set) var roles: [String] = []
  /// What the user has answered to the apps that asked whether others may discover him, by container.
  private(set) var discoverability: [ContainerIdentifier: DiscoverabilityAnswer] = [:]
  /// The time when the user was added, in milliseconds since 1970.
  public internal(set) var added: Int64
  /// Empty only if other users signed in on all of the user's devices.
  public internal(set) var devices: [Device]

  func device(_ index: Int) -> Device? {
    devices.indices.contains(index) ? devices[index] : nil
  }

  /// - Parameter answer: Nil means that the user was not asked.
  mutating func setDiscoverability(
    _ answer: DiscoverabilityAnswer?, in container: ContainerIdentifier
  ) {
    discoverability[container] = answer
  }
}

/// What a user has answered to an app that asked whether others may discover him.
package enum DiscoverabilityAnswer: String, Sendable, CaseIterable {
  case couldNotComplete
  case denied
  case granted
}

/// A device and its status of the user's account.
public struct Device: Sendable {
  /// Unique in the cloud.
  public internal(set) var name: DeviceName
  public internal(set) var accountStatus: AccountStatus
  /// When the user last signed in, in milliseconds since 1970.
  public internal(set) var signedIn: Int64
}

/// The parts of a person's name, as in the user identity dictionary.
public struct NameComponents: Hashable, Sendable {
  public var namePrefix: String?
  public var givenName: String?
  public var familyName: String?
  public var nickname: String?
  public var nameSuffix: String?
  public var middleName: String?
  public var phoneticRepresentation: String?

  public init() {}

  struct Part {
    let name: StaticString
    let path: any WritableKeyPath<NameComponents, String?> & Sendable
  }

  static let parts: [Part] = [
    Part(name: "namePrefix", path: \.namePrefix), Part(name: "givenName", path: \.givenName),
    Part(name: "familyName", path: \.familyName), Part(name: "nickname", path: \.nickname),
    Part(name: "nameSuffix", path: \.nameSuffix), Part(name: "middleName", path: \.middleName),
    Part(name: "phoneticRepresentation", path: \.phoneticRepresentation),
  ]
}

/// `CKAccountStatus`, spelled as in Swift.
public enum AccountStatus: String, Sendable, CaseIterable {
  case couldNotDetermine
  case available
  case restricted
  case noAccount
  case temporarilyUnavailable
}
