/// `mock/users/add`: adds a user.
public struct AddUser: HarnessOperation {
  public static let name = "mock/users/add"

  public var alias: UserAlias
  /// Nil derives the name from the seed and the alias.
  public var userRecordName: UserRecordName?
  public var emailAddress: EmailAddress?
  public var phoneNumber: PhoneNumber?
  public var nameComponents: NameComponents?
  /// The names of the user's roles; they have an effect in schemas that define them.
  public var roles: [String] = []
  /// Empty means one device named `<alias>-1`.
  public var devices: [DeviceName]

  public init(_ alias: UserAlias, devices: [DeviceName] = []) {
    self.alias = alias
    self.devices = devices
  }

  /// Returns the user's record name.
  func run(
    in state: inout CloudState, as context: CallContext
  ) throws(Misuse) -> UserRecordName {
    try add(to: &state.world)
  }

  func add(to world: inout World) throws(Misuse) -> UserRecordName {
    guard !alias.isEmpty else {
      throw Misuse.badMockRequest("'alias' must not be empty", key: "alias", expected: "a name")
    }
    let recordName =
      userRecordName ?? IdentifierSource.userRecordName(seed: world.seed, alias: alias)
    guard !recordName.isEmpty else {
      throw Misuse.badMockRequest("'userRecordName' must not be empty", key: "userRecordName")
    }
    if let problem = rolesProblem { throw problem.misuse }
    let names = devices.isEmpty ? ["\(alias)-1"] : devices
    try world.people.addChecked(
      User(
        alias: alias, userRecordName: recordName, emailAddress: emailAddress,
        phoneNumber: phoneNumber, nameComponents: nameComponents, roles: roles,
        added: world.clock.now,
        devices: names.map { Device(name: $0, accountStatus: .available) }))
    return recordName
  }

  private var rolesProblem: RequestError? {
    var known: Set<ExactText> = []
    return roles.firstProblem(in: "roles") { role in
      known.insert(ExactText(role)).inserted
        ? nil
        : RequestError(
          "", "'\(NameRules.shortened(role))' occurs twice", expected: "each role once")
    }
  }
}

extension People {
  /// Adds a user, unless a name is reserved or taken, or occurs twice.
  mutating func addChecked(_ user: User) throws(Misuse) {
    for (key, name) in [("alias", user.alias), ("userRecordName", user.userRecordName)] {
      guard let refusal = OwnerAlias.refusal(ofUserNamed: name) else { continue }
      throw Misuse.badMockRequest(
        "\(key): \(refusal)", key: key, expected: "another name, such as '_ann'")
    }
    let devices = user.devices.map(\.name)
    guard Set(devices).count == devices.count, !devices.contains("") else {
      throw Misuse.badMockRequest(
        "device names must be different and not empty", key: "devices")
    }
    let taken = taken(
      alias: user.alias, userRecordName: user.userRecordName, devices: devices)
    if let taken {
      throw Misuse.badMockRequest(
        "'\(taken)' is taken by another user or device", key: "alias", expected: "a free name")
    }
    add(user)
  }
}
