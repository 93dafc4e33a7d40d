// Clients that a fault has ended.

extension FaultPlan {
  /// Refuses a call of a device whose client has ended.
  func refuseCrashed(_ device: DeviceName) throws(Misuse) {
    if crashed.contains(ExactText(device.text)) { throw .crashed(device) }
  }
}

extension Misuse {
  /// The refusal of all calls of a device after its client has ended.
  static func crashed(_ device: DeviceName) -> Misuse {
    Misuse(
      .clientEnded, "the client of device '\(NameRules.shortened(device))' has crashed",
      key: "crash", expected: "mock/devices/restart, and a client that begins with what it stored")
  }
}
