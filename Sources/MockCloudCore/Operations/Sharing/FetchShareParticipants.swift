/// `shares/participants`: looks up users as participants of a future share.
public struct FetchShareParticipants: Operation {
  public static let name = "shares/participants"
  static let access = OperationAccess.account
  static let effect = OperationEffect.nothing
  static var partialFailureText: String { ServerText.someParticipantsNotFetched }

  public var lookupInfos: [Share.LookupInfo]

  public init(_ lookupInfos: [Share.LookupInfo]) { self.lookupInfos = lookupInfos }

  var itemCount: Int { lookupInfos.count }

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<Share.Participant>] {
    if let problem = lookupInfos.firstProblem(in: "lookupInfos", { $0.problem }) {
      throw problem.cloudError
    }
    var results: [ItemResult<Share.Participant>] = []
    for (index, info) in lookupInfos.enumerated() {
      let id = ItemID.lookupInfo(info)
      results.append(
        ItemResult(id) { () throws(CloudError) in
          try session.reach(.item(FaultItem(.fetch, id, position: index + 1)))
          return try participant(info, in: world)
        })
    }
    return results
  }

  private func participant(
    _ info: Share.LookupInfo, in world: borrowing World
  ) throws(CloudError) -> Share.Participant {
    let user = try? world.people.user(info)
    // A valid address may be somebody's later (DOC); a record name has a user.
    guard user != nil || info.isValidAddress else {
      throw CloudError(.unknownItem, ServerText.userNotFound(info))
    }
    return Share.Participant(
      participantID: "", userRecordName: user?.userRecordName, lookupInfo: info.naming(user),
      nameComponents: user?.nameComponents, permission: .readOnly, role: .user,
      acceptance: .invited)
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<Share.Participant>], to parts: inout Parts
  ) {
    parts.list(.participants, answer) { .participant($0) }
  }
}

extension Share.LookupInfo {
  /// Whether it is an address that a person could have: text without spaces on both sides of an
  /// `@`, or digits.
  var isValidAddress: Bool {
    if let emailAddress {
      guard !emailAddress.utf8.contains(where: { $0 <= UInt8(ascii: " ") }) else { return false }
      let parts = emailAddress.utf8.split(
        separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
      return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
    }
    guard let phoneNumber else { return false }
    let signs = "+-(). ".utf8
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let number = phoneNumber.utf8.filter { !signs.contains($0) }
    return !number.isEmpty && number.allSatisfy(digits.contains)
  }
}
