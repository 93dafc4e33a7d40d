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
  /// Nil means one device named `<alias>-1`.
  public var devices: [DeviceName]?

  public init(_ alias: UserAlias, devices: [DeviceName]? = nil) {
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
    let recordName =
      userRecordName ?? IdentifierSource.userRecordName(seed: world.seed, alias: alias)
    if let problem = rolesProblem { throw problem.misuse }
    if devices?.isEmpty == true { throw RequestError.noDevice.misuse }
    let names = devices ?? ["\(alias)-1"]
    try world.people.addChecked(
      User(
        alias: alias, userRecordName: recordName, emailAddress: emailAddress,
        phoneNumber: phoneNumber, nameComponents: nameComponents, roles: roles,
        added: world.clock.now,
        devices: names.map {
          Device(name: $0, accountStatus: .available, signedIn: world.clock.now)
        }))
    return recordName
  }

  private var rolesProblem: RequestError? {
    var known: Set<ExactText> = []
    return roles.firstProblem(in: "roles") { role in
      if role.isEmpty { return .empty("roles") }
      return known.insert(ExactText(role)).inserted ? nil : .twice("", role)
    }
  }
}

extension RequestError {
  fileprivate static var noDevice: RequestError {
    RequestError(
      "devices", "'devices' is an empty list, and a user has a device",
      expected: "one or more, or no list for one device")
  }
}

extension People {
  /// Adds a user, unless a name is empty, reserved or taken, or occurs twice.
  mutating func addChecked(_ user: User) throws(Misuse) {
    if let problem = problem(ofNamesOf: user) ?? problem(ofDevicesOf: user) {
      throw problem.misuse
    }
    add(user)
  }

  private func problem(ofNamesOf user: User) -> RequestError? {
    let names: [(StaticString, ExactText?)] = [
      ("alias", user.alias), ("userRecordName", user.userRecordName),
      ("emailAddress", user.emailAddress), ("phoneNumber", user.phoneNumber),
    ]
    for (key, name) in names where name?.isEmpty == true { return .empty(key) }
    for case (let key, let name?) in names.prefix(2) {
      if let refusal = OwnerAlias.refusal(ofUserNamed: name) {
        return RequestError("\(key)", refusal, expected: "another name, such as '_ann'")
      }
      if isKnown(name) { return taken(name, key: "\(key)") }
    }
    return nil
  }

  private func problem(ofDevicesOf user: User) -> RequestError? {
    var names: Set<DeviceName> = []
    for (index, device) in user.devices.enumerated() {
      guard !device.name.isEmpty else {
        return RequestError.empty("devices").inside("devices", at: index)
      }
      guard names.insert(device.name).inserted else {
        return RequestError.twice("", device.name.text).inside("devices", at: index)
      }
      if place(ofDevice: device.name) != nil {
        return taken(device.name, key: "devices[\(index)]")
      }
    }
    return nil
  }

  private func taken(_ name: ExactText, key: String) -> RequestError {
    RequestError(
      key, "'\(NameRules.shortened(name))' is taken by another user or device",
      expected: "a free name")
  }
}
