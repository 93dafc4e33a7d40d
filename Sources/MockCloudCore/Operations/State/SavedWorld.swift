/// A whole world that is written to or read from a document.
public struct SavedWorld: Sendable {
  var world: World
  var faults: FaultPlan
  var script: ScriptRun?

  /// Leaves out the events that were not taken, and the operations that they report, which a state
  /// document does not contain.
  init(world: World, faults: FaultPlan = FaultPlan(), script: ScriptRun? = nil) {
    var world = world
    world.events = EventQueue()
    world.operations = world.operations.saved
    self.world = world
    self.faults = faults
    self.script = script
  }
}
