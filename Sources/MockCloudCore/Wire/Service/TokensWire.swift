extension PushEnvironment: RequestChoice {}

extension CreateToken: WireOperation, WireRequest {
  init() { self.init(.development) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("apnsEnvironment", &environment)
  }
}

extension RegisterToken: WireOperation, WireRequest {
  init() { self.init(.development, token: "") }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("apnsEnvironment", &environment)
    try keys.required("apnsToken", &token)
  }
}
