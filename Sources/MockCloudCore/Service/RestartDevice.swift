/// `mock/devices/restart`: starts the client of a device again, after a fault has ended it. Its
/// operations in flight and their events are removed; long-lived operations continue. `mock/report`
/// compares the client only with later responses.
public struct RestartDevice: HarnessOperation {
  public static let name = "mock/devices/restart"

  /// Nil means the configured device. An empty name means callers who are not signed in.
  public var device: DeviceName?

  public init(_ device: DeviceName? = nil) { self.device = device }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    let people = state.world.people
    let name = device ?? context.deviceName
    guard name.text.isEmpty || people.place(ofDevice: name) != nil else {
      throw Misuse.unknown(
        "device", name.text, known: people.users.flatMap(\.devices).map(\.name.text))
    }
    state.restart(name)
  }
}
