/// `mock/users/add`: adds somebody with an iCloud account.
public struct AddUser: HarnessOperation {
  public static let name = "mock/users/add"

  public var alias: String
  /// Nil draws the name from the seed and the alias.
  public var userRecordName: String?
  public var emailAddress: String?
  public var phoneNumber: String?
  public var nameComponents: NameComponents?
  /// Roles that the user has where a schema makes roles of these names.
  public var roles: [String] = []
  /// Empty means one device, named `<alias>-1`.
  public var devices: [String]
  /// Whether the user is to have no device at all, as after others have signed in on them.
  var isWithoutDevice = false
  /// When a saved user was added; nil means now.
  var added: Int64?

  public init(_ alias: String, devices: [String] = []) {
    self.alias = alias
    self.devices = devices
  }

  /// Answers the user's record name.
  public func run(
    in state: inout CloudState, as context: CallContext
  ) throws(Misuse) -> String {
    try add(to: &state.world)
  }

  func add(to world: inout World) throws(Misuse) -> String {
    guard !alias.isEmpty else {
      throw Misuse.badMockRequest("'alias' must not be empty", key: "alias", expected: "a name")
    }
    let recordName =
      userRecordName ?? IdentifierSource.userRecordName(seed: world.seed, alias: alias)
    guard !recordName.isEmpty else {
      throw Misuse.badMockRequest("'userRecordName' must not be empty", key: "userRecordName")
    }
    let names = devices.isEmpty && !isWithoutDevice ? ["\(alias)-1"] : devices
    let exactNames = names.map { ExactText($0) }
    guard Set(exactNames).count == names.count, !names.contains("") else {
      throw Misuse.badMockRequest(
        "device names must be different and not empty", key: "devices")
    }
    let taken = world.people.taken(
      alias: ExactText(alias), userRecordName: recordName, devices: exactNames)
    if let taken {
      throw Misuse.badMockRequest(
        "'\(taken)' is taken by another user or device", key: "alias", expected: "a free name")
    }
    world.people.add(
      User(
        alias: ExactText(alias), userRecordName: recordName, emailAddress: emailAddress,
        phoneNumber: phoneNumber, nameComponents: nameComponents, roles: roles,
        added: added ?? world.clock.now,
        devices: exactNames.map { Device(name: $0, accountStatus: .available) }))
    return recordName
  }
}

/// `mock/devices/add`: gives a user another device.
public struct AddDevice: HarnessOperation {
  public static let name = "mock/devices/add"

  public var device: String
  /// An alias or a record name; nil means the configured default.
  public var user: String?

  public init(_ device: String, user: String? = nil) {
    self.device = device
    self.user = user
  }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    let people = state.world.people
    guard let name = user ?? state.world.defaults.user, let index = people.userIndex(name) else {
      throw Misuse.unknown("user", user ?? "", known: people.users.map(\.alias.text))
    }
    guard !device.isEmpty, people.place(ofDevice: device) == nil else {
      throw Misuse.badMockRequest(
        device.isEmpty ? "'device' must not be empty" : "device '\(device)' exists already",
        key: "device", expected: "a free name")
    }
    // A new device finds its user's account as the user's other devices do.
    let status = people.user(index)?.devices.first?.accountStatus ?? .available
    state.world.people.add(
      Device(name: ExactText(device), accountStatus: status), toUser: index)
  }
}

/// `mock/account/set`: what a device, or all devices of a user, know of the account.
public struct SetAccountStatus: HarnessOperation {
  public static let name = "mock/account/set"

  public var status: AccountStatus
  /// An alias or a record name.
  public var user: String?
  public var device: String?

  public init(_ status: AccountStatus, user: String? = nil, device: String? = nil) {
    self.status = status
    self.user = user
    self.device = device
  }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    guard let place = context.place, let person = state.world.people.user(place.user) else {
      throw Misuse.badMockRequest(
        "an account status belongs to a user's devices, and no user is named", key: "user")
    }
    let places =
      device == nil
      ? person.devices.indices.map { People.Place(user: place.user, device: $0) } : [place]
    for place in places {
      guard let device = state.world.people.device(place), device.accountStatus != status else {
        continue
      }
      state.world.people.setAccountStatus(status, at: place)
      state.post(
        .accountChange(
          Event.AccountChange(
            time: state.world.clock.now, device: device.name.text, status: status,
            previousUser: person.account(as: device.accountStatus),
            currentUser: person.account(as: status))))
    }
  }
}

extension User {
  /// The user that a device shows under that status: nobody where it has no account.
  func account(as status: AccountStatus) -> String? {
    status == .noAccount ? nil : userRecordName
  }
}
