/// What is known of a call besides its outcome once it is done.
struct CallTally {
  /// The time when the call began, in milliseconds since 1970.
  let start: Int64
  /// The digest of the world before the call.
  let stateBefore: UInt64
  /// 0, or the code of the error that the call as a whole came to.
  var status: Int32 = 0
  /// About how many bytes the call keeps in memory.
  var weight = 256
  /// The pages of change feeds that the answer holds.
  var pages: [AnswerSurvey.FeedPage] = []
  /// The number of items of a query's page that another one follows.
  var queryPage: Int?
  /// The faults that acted, in order.
  var faults: [FaultNote] = []
  /// The rules that were asked and did not act.
  var passes: FaultPasses?

  /// Whether the outcome is one that a client must act upon.
  var isRemembered: Bool { status != 0 || !pages.isEmpty || queryPage != nil }

  /// - Parameter world: As the call finds it.
  init(_ world: borrowing World) {
    start = world.clock.now
    stateBefore = world.digest
  }
}
