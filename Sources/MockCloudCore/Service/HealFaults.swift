/// `mock/faults/heal`: removes all causes of failing calls: rules, errors, networks that are not
/// online, accounts that are not available. Clients that a fault has ended are started again.
public struct HealFaults: HarnessOperation {
  public static let name = "mock/faults/heal"

  public init() {}

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    state.faults.removeAll()
    state.faultFile?.brought.awaitNone()
    state.exploration?.value.heal()
    state.faults.networks = DeviceNetworks()
    for device in Array(state.faults.crashed).genericSorted(by: <) {
      state.restart(DeviceName(device.text))
    }
    state.world.agenda.releasePushes(at: state.world.clock.now) { _ in true }
    for (index, user) in state.world.people.users.enumerated() {
      for device in user.devices.indices {
        state.setAccountStatus(.available, at: People.Place(user: index, device: device))
      }
    }
  }
}
