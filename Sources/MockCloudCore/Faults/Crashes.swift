// Clients that a fault has ended.

extension FaultPlan {
  /// Refuses a call of a device whose client has ended.
  func refuseCrashed(_ device: DeviceName) throws(Misuse) {
    if hasCrashed(device) { throw .crashed(device) }
  }

  /// Whether the client of a device has ended.
  func hasCrashed(_ device: DeviceName) -> Bool {
    !crashed.isEmpty && crashed.contains(ExactText(device.text))
  }
}

extension Misuse {
  /// The refusal of all calls of a device after its client has ended.
  static func crashed(_ device: DeviceName) -> Misuse {
    let isNobody = device.text.isEmpty
    let client = isNobody ? "not signed in" : "of device '\(NameRules.shortened(device))'"
    let restart = "mock/devices/restart" + (isNobody ? " with \"device\": \"\"" : "")
    return Misuse(
      .clientEnded, "the client \(client) has crashed", key: "crash",
      expected: "\(restart), and a client that begins with what it stored")
  }
}
