/// What a call did and returned, to compare it with the same call under other limits.
struct OutcomeDigest: Equatable {
  private let world: UInt64
  /// The number of entries that the agenda ever had, for pushes.
  private let scheduled: UInt64
  private let error: CloudErrorDigest?
  private var failures: [CloudErrorDigest] = []
  private var weight = 0
  private var pages: [Page] = []
  private var queryPage: Int?

  private struct CloudErrorDigest: Equatable {
    var number: UInt64 = 0
    let code: CKErrorCode
    let reason: String

    init(_ error: CloudError, number: UInt64 = 0) {
      self.number = number
      code = error.code
      reason = error.reason
    }
  }

  private struct Page: Equatable {
    let token: ExactText
    let isMoreComing: Bool
  }

  init<O: Operation>(
    _ result: Result<O.Answer, CloudError>, of operation: O, _ world: borrowing World
  ) {
    self.world = world.digest
    scheduled = world.agenda.lastNumber
    switch result {
    case .failure(let error): self.error = CloudErrorDigest(error)
    case .success(let answer):
      error = nil
      var survey = AnswerSurvey()
      operation.describe(answer, to: &survey)
      failures = survey.failures.map { CloudErrorDigest($0.error.error, number: $0.number) }
      weight = survey.weight
      pages = survey.pages.map { Page(token: ExactText($0.token), isMoreComing: $0.isMoreComing) }
      queryPage = survey.queryPage
    }
  }
}
