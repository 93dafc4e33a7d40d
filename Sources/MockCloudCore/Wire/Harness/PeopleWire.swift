extension AddUser: WireHarnessOperation, WireRequest {
  init() { self.init("") }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("alias", &alias)
    try keys.key("userRecordName", &userRecordName)
    try keys.key("emailAddress", &emailAddress)
    try keys.key("phoneNumber", &phoneNumber)
    try keys.key("nameComponents", &nameComponents)
    try keys.key("devices", &devices, as: ListOf<DeviceName>.self)
    try keys.list("roles", &roles)
  }

  func write(_ answer: UserRecordName, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.member("userRecordName", answer)
    writer.json.endObject()
  }
}

extension NameComponents: SpecializedAnswer {
  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    for part in Self.parts where keys.concerns(part.name) {
      try keys.key(part.name, &self[keyPath: part.path])
    }
  }
}

extension AddDevice: WireHarnessOperation, WireRequest {
  init() { self.init("") }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("device", &device)
    try keys.key("user", &user)
  }
}

extension RestartDevice: WireHarnessOperation, WireRequest {
  init() { self.init(nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("device", &device)
  }
}

extension AccountStatus: RequestChoice {}

extension SetAccountStatus: WireHarnessOperation, WireRequest {
  static let contextKeys: ContextKeys = [.user, .device]

  init() { self.init(.available) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("accountStatus", &status)
    try keys.key("user", &user)
    try keys.key("device", &device)
  }
}
