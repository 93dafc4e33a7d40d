/// What the faults of a cloud do to one call: the rules with their counters, and what acted.
///
/// It goes along with the call, beside the world and not in it: what a refused call counted stays
/// counted. It is public because `Operation.run` takes it.
public struct CallSession: Sendable {
  /// Nil where no rule is set, so that calls that meet none pay for none.
  private var acting: Acting?

  /// The rules, and the call that they are asked about.
  fileprivate struct Acting: Sendable {
    var plan: FaultPlan
    var notes: [FaultNote] = []
    let operation: String
    let context: CallContext
    /// The groups of records of the plan that are about this call.
    let groups: [Int]
  }

  init(_ plan: borrowing FaultPlan, _ operation: String, _ context: borrowing CallContext) {
    if plan.isEmpty { return }
    acting = Acting(
      plan: copy plan, operation: operation, context: copy context,
      groups: plan.recordGroups(for: context))
  }

  /// The rules as the call left them; nil where none is set.
  var plan: FaultPlan? { acting?.plan }

  /// What acted so far, in order.
  var notes: [FaultNote] { acting?.notes ?? [] }

  /// Asks the rules at a point of the call; throws the error of the one that acts.
  @inline(__always)
  mutating func reach(_ point: @autoclosure () -> FaultPoint) throws(CloudError) {
    if acting == nil { return }
    try strike(point())
  }

  @inline(never)
  private mutating func strike(_ point: FaultPoint) throws(CloudError) {
    try acting?.strike(point)
  }
}

extension CallSession.Acting {
  fileprivate mutating func strike(_ point: FaultPoint) throws(CloudError) {
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
