/// What the faults of a cloud do to one call: the rules with their counters, and what acted.
///
/// It goes along with the call, beside the world and not in it: what a refused call counted stays
/// counted.
public struct CallSession: Sendable {
  private(set) var plan: FaultPlan
  /// What acted so far, in order.
  private(set) var notes: [FaultNote] = []
  private let operation: String
  private let context: CallContext
  /// The groups of records of the plan that are about this call.
  private var groups: [Int] = []

  init(_ plan: FaultPlan, _ operation: String, _ context: CallContext) {
    self.plan = plan
    self.operation = operation
    self.context = context
    if !plan.records.isEmpty { groups = plan.recordGroups(for: context) }
  }

  /// Asks the rules at a point of the call; throws the error of the one that acts.
  @inline(__always)
  mutating func reach(_ point: @autoclosure () -> FaultPoint) throws(CloudError) {
    if plan.isEmpty { return }
    try strike(point())
  }

  @inline(never)
  private mutating func strike(_ point: FaultPoint) throws(CloudError) {
    switch point {
    case .call:
      guard let error = plan.error(forCall: operation, context) else { return }
      notes.append(FaultNote(source: "mock/error/set"))
      throw error.cloudError
    case .item(let item):
      guard case .record(let name?, let zoneID) = item.id,
        let error = plan.error(forRecord: name, in: zoneID, groups: groups)
      else { return }
      notes.append(FaultNote(source: "mock/recordErrors/set", recordName: name))
      throw error.cloudError
    case .commit, .answer: return
    }
  }
}
