extension ListUsers: WireHarnessOperation, KeylessRequest {
  static let contextKeys = ContextKeys.all

  func write(_ answer: Answer, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.key("users")
    writer.json.array(answer.users) { json, user in
      json.user(user) { answer.networks[$0]?.state(at: answer.now) }
    }
    writer.json.key("caller")
    writer.json.beginObject()
    writer.json.member("container", answer.context.container)
    writer.json.member("environment", answer.context.environment.rawValue)
    writer.json.member("database", answer.context.scope.rawValue)
    writer.json.key("user")
    writer.json.optional(answer.caller?.text)
    writer.json.member("device", answer.context.deviceName)
    writer.json.endObject()
    writer.json.endObject()
  }
}

extension JSONWriter {
  /// Writes a user with the devices; `network` returns the simulated network of a device, if one was
  /// set.
  mutating func user(_ user: User, network: (DeviceName) -> NetworkState?) {
    beginObject()
    member("alias", user.alias)
    member("userRecordName", user.userRecordName)
    if let address = user.emailAddress { member("emailAddress", address) }
    if let number = user.phoneNumber { member("phoneNumber", number) }
    if let components = user.nameComponents {
      key("nameComponents")
      request(components)
    }
    if !user.roles.isEmpty {
      key("roles")
      array(user.roles) { $0.string($1) }
    }
    key("devices")
    array(user.devices) { json, device in
      json.beginObject()
      json.member("device", device.name)
      json.member("accountStatus", device.accountStatus.rawValue)
      if let state = network(device.name) { json.member("network", state.rawValue) }
      json.endObject()
    }
    endObject()
  }
}
