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
    Misuse(
      .clientEnded, "the client of device '\(NameRules.shortened(device))' has crashed",
      key: "crash", expected: "mock/devices/restart, and a client that begins with what it stored")
  }
}
