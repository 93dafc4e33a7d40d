/// `mock/users/add`: adds a user.
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

  /// Returns the user's record name.
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
