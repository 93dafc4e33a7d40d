/// What a call did and returned, to compare it with another course of the same call.
struct OutcomeDigest: Equatable {
  private let mark: CloudMark
  private let error: CloudErrorDigest?
  private var failures: [CloudErrorDigest] = []
  private var weight = 0
  private var pages: [Page] = []
  private var queryPage: Int?
  /// The versions of the records, because a query can find others; and the tokens and markers, whose
  /// texts have the time of their issue while they have a lifetime.
  private var details: [ExactText] = []

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

  /// - Parameter mark: What the call left.
  init<O: Operation>(
    _ result: Result<O.Answer, CloudError>, of operation: O, _ mark: CloudMark
  ) {
    self.mark = mark
    switch result {
    case .failure(let error): self.error = CloudErrorDigest(error)
    case .success(let answer):
      error = nil
      var survey = AnswerSurvey(keepsDetails: true)
      operation.describe(answer, to: &survey)
      failures = survey.failures.map { CloudErrorDigest($0.error.error, number: $0.number) }
      weight = survey.weight
      pages = survey.pages.map { Page(token: ExactText($0.token), isMoreComing: $0.isMoreComing) }
      queryPage = survey.queryPage
      details = survey.details
    }
  }
}
