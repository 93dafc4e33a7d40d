/// `mock/faults/profile`: adds the rules of a profile, which replace those of an earlier call.
public struct AddFaultProfile: HarnessOperation {
  public static let name = "mock/faults/profile"

  public var profile: FaultProfile
  /// From 0, which removes the profile's rules, to 1.
  public var intensity: Double

  public static let standardIntensity = 0.3

  public init(_ profile: FaultProfile, intensity: Double = standardIntensity) {
    self.profile = profile
    self.intensity = intensity
  }

  /// Returns the names of the rules.
  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> [String] {
    guard (0...1).contains(intensity) else {
      throw Misuse.badMockRequest(
        "'intensity' is \(intensity), which is out of range", key: "intensity",
        expected: "from 0 to 1")
    }
    state.faults.rules.removeAll(under: profile.prefix)
    guard intensity > 0 else { return [] }
    return state.faults.rules.add(
      profile.rules(intensity), now: state.world.clock.now)
  }
}
