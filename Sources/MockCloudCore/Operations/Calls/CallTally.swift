/// The properties of a finished call other than its outcome.
struct CallTally {
  /// The time when the call began, in milliseconds since 1970.
  let start: Int64
  /// The place of the call in the order in which calls began.
  let place: UInt64
  /// The digest of the world before the call.
  var stateBefore: UInt64
  /// The digest of the world after a call whose response took time; nil means the current one.
  var stateAfter: UInt64?
  /// 0, or the code of the error of the call as a whole.
  var status: Int32 = 0
  /// How the operation is run; nil if no blocks report the call.
  var delivery: Delivery?
  /// The approximate number of bytes in memory.
  var weight = 256
  /// The pages of change feeds in the answer.
  var pages: [AnswerSurvey.FeedPage] = []
  /// The failures of an interrupted call, some of which its blocks may have reported.
  var failures: [NumberedFailure] = []
  /// The number of items of a query's page that another one follows.
  var queryPage: Int?
  /// The faults that acted, in order.
  var faults: [FaultNote] = []
  /// The rules that were evaluated and did not act.
  var passes: FaultPasses?

  /// Whether blocks report the call, which may be cancelled even if it succeeded.
  var isReported: Bool {
    // A comparison with nil would copy the value.
    if case .some = delivery { true } else { false }
  }

  /// Whether the client must react to the outcome.
  var isRemembered: Bool { status != 0 || !pages.isEmpty || queryPage != nil }

  /// - Parameters:
  ///   - world: The world before the call.
  ///   - place: The place of the call in the order in which calls began.
  ///   - start: The time when the call began; nil means now.
  init(_ world: borrowing World, place: UInt64, start: Int64?) {
    self.place = place
    self.start = start ?? world.clock.now
    stateBefore = world.digest
  }
}
