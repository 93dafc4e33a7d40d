extension SignIn: WireHarnessOperation, WireRequest {
  init() { self.init(nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("user", &user)
    try keys.key("device", &device)
  }

  func write(_ answer: UserRecordName, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.member("userRecordName", answer)
    writer.json.endObject()
  }
}

extension SignOut: WireHarnessOperation, WireRequest {
  init() { self.init(device: nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("device", &device)
  }
}
