/// The evaluation of a stage at a point.
///
/// It is not copied: it has all numbers of the point.
struct StageWalk: ~Copyable {
  let point: FaultTestPoint
  /// Whether it is the first point of the call.
  let isFirst: Bool
  /// The rules of the group that must be evaluated.
  let found: [Int]
  /// The index of the next screen.
  var next = 0
  /// The index of the next one of the found rules.
  var nextFound = 0
  /// The index of the screen that was found last; nil if it is a rule of the group.
  var index: Int?
  /// Whether only the effects of that rule are left.
  var isAdmitted = false
  /// The place of the last rule that was evaluated in full.
  var taken: Int
  /// The rules of the group that were evaluated, with the reasons why they did not act.
  var own: [(index: Int, reason: FaultReason?)] = []

  @inline(__always)
  init(point: FaultTestPoint, isFirst: Bool, found: [Int], isTaken: Bool) {
    self.point = point
    self.isFirst = isFirst
    self.found = found
    taken = isTaken ? -1 : .max
  }
}
