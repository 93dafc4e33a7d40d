import Testing

@testable import MockCloudCore

@Suite struct PredicateStateTests {
  static let subscribe = """
    {"operations": [{"operationType": "create", "subscription": {"subscriptionID": "s",
     "subscriptionType": "query", "firesOn": ["create"],
     "query": {"recordType": "Note", "predicate": "FALSEPREDICATE"}}}]}
    """

  /// Loads a state in which the subscription's predicate was replaced. Returns the error.
  static func load(_ predicate: String) throws -> (status: Int32, json: String) {
    let cloud = try Cloud()
    _ = cloud.call(
      "mock/seed",
      """
      {"records": [{"recordName": "a", "recordType": "Note",
       "fields": {"n": {"value": 1, "type": "INT64"}}}]}
      """)
    #expect(cloud.call("subscriptions/modify", subscribe).status == 0)
    let state = cloud.call("mock/state/save").json
    #expect(state.contains("\"predicate\":\"FALSEPREDICATE\""))
    let changed = state.replacing("FALSEPREDICATE", with: predicate)
    return cloud.call("mock/state/load", "{\"state\": \(changed)}")
  }

  /// The type may be one without records.
  @Test func seedsKeepPredicates() throws {
    let cloud = try Cloud()
    let seeded = cloud.call(
      "mock/seed",
      """
      {"subscriptions": [{"subscriptionID": "s", "subscriptionType": "query",
       "firesOn": ["create"], "query": {"recordType": "Note", "predicate": "FALSEPREDICATE"}}]}
      """)
    #expect(seeded.status == 0, "\(seeded.json)")
    #expect(cloud.call("mock/state/save").json.contains("\"predicate\":\"FALSEPREDICATE\""))
  }

  @Test(arguments: ["FALSEPREDICATE", "n == 1", "TRUEPREDICATE"])
  func statesHoldPredicates(_ predicate: String) throws {
    #expect(try Self.load(predicate).status == 0)
  }

  @Test(arguments: [
    ("creationDate < now()", "now() has no value in a state"),
    ("n == 1 OR n == 2", "OR is not supported"), ("n ==", "expected a value"),
  ])
  func statesRefuseWhatHasNoMeaningThere(_ row: (String, String)) throws {
    let answer = try Self.load(row.0)
    #expect(answer.status == -5)
    #expect(answer.json.contains(row.1), "\(answer.json)")
  }
}
