import Testing

@testable import MockCloudCore

/// The cases of explorations in which single items of a call fail, for every operation of the table.
@Suite struct ItemCasesTests {
  /// A call with two items of each operation whose requests have items. The items may fail: faults
  /// act before an item is processed.
  private static let calls: [String: String] = [
    "records/modify": """
    {"operations": [
      {"operationType": "create", "record": {"recordName": "a", "recordType": "Note"}},
      {"operationType": "create", "record": {"recordName": "b", "recordType": "Note"}}]}
    """,
    "records/lookup": #"{"records": [{"recordName": "a"}, {"recordName": "b"}]}"#,
    "changes/zone": #"{"zones": [{"zoneID": {"zoneName": "Y"}}, {"zoneID": {"zoneName": "Z"}}]}"#,
    "zones/lookup": #"{"zones": [{"zoneName": "Y"}, {"zoneName": "Z"}]}"#,
    "zones/modify": """
    {"operations": [
      {"operationType": "create", "zone": {"zoneID": {"zoneName": "Y"}}},
      {"operationType": "delete", "zone": {"zoneID": {"zoneName": "Z"}}}]}
    """,
    "subscriptions/modify": """
    {"operations": [
      {"operationType": "create",
        "subscription": {"subscriptionID": "s", "subscriptionType": "database"}},
      {"operationType": "delete", "subscription": {"subscriptionID": "t"}}]}
    """,
    "subscriptions/lookup": """
    {"subscriptions": [{"subscriptionID": "s"}, {"subscriptionID": "t"}]}
    """,
    "assets/upload": """
    {"assets": [
      {"recordName": "a", "recordType": "Note", "fieldName": "file", "data": "aGk="},
      {"recordName": "b", "recordType": "Note", "fieldName": "file", "data": "aGk="}]}
    """,
    "assets/download": places,
    "assets/rereference": places,
    "users/lookup/email": #"{"users": [{"emailAddress": "a@b.c"}, {"emailAddress": "d@e.f"}]}"#,
    "users/lookup/id": #"{"users": [{"userRecordName": "a"}, {"userRecordName": "b"}]}"#,
    "records/resolve": links,
    "records/accept": links,
    "shares/participants": """
    {"lookupInfos": [{"emailAddress": "a@b.c"}, {"emailAddress": "d@e.f"}]}
    """,
  ]

  private static let places = """
    {"assets": [{"recordName": "a", "fieldName": "file"}, {"recordName": "b", "fieldName": "file"}]}
    """
  private static let links = """
    {"shortGUIDs": [{"value": "0aZ-c1Fd8eXiMJ4VvvQbPzQ_A"}, {"value": "0bZ-c1Fd8eXiMJ4VvvQbPzQ_B"}]}
    """

  private static let operations = ServiceOperation.table.filter {
    $0.items.contains { $0.hasPosition }
  }
  .map(\.name)

  @Test(arguments: operations)
  func everyItemOfARequestHasACase(_ operation: String) throws {
    let request = try #require(Self.calls[operation], "a call with two items is missing above")
    let cloud = try Cloud()
    try cloud.beginExploration(errors: [], items: true)
    // The second call shows that the rule of a case does not act on calls before its own.
    func run() -> [[Bool]] {
      (0..<2).map { _ in busyItems(of: cloud.call(operation, request).json) }
    }
    #expect(run() == [[false, false], [false, false]])
    var found: [(call: Int, item: Int)] = []
    var prefixes = 0
    while let next = try cloud.nextCase() {
      let busy = run()
      switch next.effect {
      case .itemError(_, let item):
        found.append((next.call, item))
        var expected = [[false, false], [false, false]]
        expected[next.call - 1][item - 1] = true
        #expect(busy == expected, "\(next.rules)")
      case .prefix:
        prefixes += 1
        #expect(busy[next.call - 1] == [false, true], "\(next.rules)")
        #expect(busy[2 - next.call] == [false, false], "\(next.rules)")
      default: break
      }
    }
    #expect(found.map(\.call) == [1, 1, 2, 2])
    #expect(found.map(\.item) == [1, 2, 1, 2])
    #expect(prefixes == 2)
    #expect(try cloud.explorationReport().allSatisfy { $0.isReached })
  }

  @Test(arguments: operations)
  func theFirstItemHasEachOtherError(_ operation: String) throws {
    let request = try #require(Self.calls[operation])
    let cloud = try Cloud()
    try cloud.beginExploration(items: true)
    func run() -> [String?] { itemErrors(of: cloud.call(operation, request).json) }
    let normal = run()
    var found: [CKErrorCode] = []
    while let next = try cloud.nextCase() {
      let errors = run()
      guard case .itemError(let error, let item) = next.effect, error.code != .zoneBusy else {
        continue
      }
      found.append(error.code)
      var expected = normal
      expected[item - 1] = error.code.name
      #expect(errors == expected, "\(next.rules)")
    }
    let service = try #require(ServiceOperation.named(operation))
    let actions = operation == "records/accept" ? [.resolve] : service.items.map(\.action)
    let codes = actions.filter { $0 != .change }.map { service.triedCodes($0) }
    // Both items of the calls are saved, or the second one is deleted.
    #expect(found == (operation == "records/modify" ? codes[0] : codes.flatMap { $0 }))
    let isTried = operation != "subscriptions/lookup"
    #expect(found.isEmpty != isTried)
    #expect(try cloud.explorationReport().allSatisfy { $0.isReached })
  }

  /// Returns which items of an answer failed with `zoneBusy`.
  private func busyItems(of answer: String) -> [Bool] {
    itemErrors(of: answer).map { $0 == "zoneBusy" }
  }

  /// Returns the names of the errors of an answer's items, nil for items that succeeded.
  private func itemErrors(of answer: String) -> [String?] {
    let lists = [
      "records", "zones", "subscriptions", "assets", "tokens", "users", "results",
      "participants",
    ]
    guard let document = try? readJSON([UInt8](answer.utf8)).get() else { return [] }
    for list in lists {
      guard case .array(let items)? = document.member(list) else { continue }
      return items.map { item in
        item.member("ckErrorName").map { String($0.text.dropFirst().dropLast()) }
      }
    }
    return []
  }
}
