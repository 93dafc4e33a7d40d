// The check of the errors in the responses of scripts.

extension JSONValue {
  /// The refusal of the first error of a response that has no code, or contradictory ones: that of
  /// the response as a whole, and those of its items.
  var errorsProblem: RequestError? {
    for member in members {
      let problem: RequestError?
      if member.has("error") {
        problem = member.value.errorProblem ?? member.value.itemsProblem
      } else {
        problem = member.value.firstElementProblem { item in
          item.isError ? item.errorProblem : item.itemsProblem
        }
      }
      if let problem { return problem.inside(NameRules.shortened(member.key)) }
    }
    return nil
  }

  /// The first problem of the errors in the lists of an object.
  private var itemsProblem: RequestError? {
    for member in members {
      if let problem = member.value.firstElementProblem({ $0.isError ? $0.errorProblem : nil }) {
        return problem.inside(NameRules.shortened(member.key))
      }
    }
    return nil
  }

  private func firstElementProblem(_ problem: (JSONValue) -> RequestError?) -> RequestError? {
    for (index, element) in elements.enumerated() {
      if let problem = problem(element) { return problem.inside("[\(index)]") }
    }
    return nil
  }

  /// The refusal of an error without a code, or with contradictory ones.
  private var errorProblem: RequestError? {
    let names = CKErrorCode.allCases.map(\.name)
    let name = member("ckErrorName")
    guard let code = errorCode else {
      return RequestError(
        "", "the error has no code that is known",
        expected: "ckErrorCode, ckErrorName or serverErrorCode",
        nearest: (string ?? name?.string).flatMap { Spelling.nearest(to: $0, among: names) })
    }
    if let number = member("ckErrorCode"), number.int != Int64(code.rawValue) {
      return RequestError(
        "ckErrorCode",
        "'ckErrorCode' is \(NameRules.shortened(number.text)), which is not the code of "
          + "'\(code.name)'", expected: "\(code.rawValue), or no 'ckErrorCode'")
    }
    if let name, name.string?.hasBytes(of: code.name) != true {
      return RequestError(
        "ckErrorName",
        "'ckErrorName' is \(NameRules.shortened(name.text)), and the code is that of "
          + "'\(code.name)'", expected: "\"\(code.name)\", or no 'ckErrorName'",
        nearest: name.string.flatMap { Spelling.nearest(to: $0, among: names) })
    }
    return nil
  }
}
