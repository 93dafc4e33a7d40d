@testable import MockCloudCore

/// Compares what Apple's API gave with the answer of the same call in JSON: all members must be equal
/// that the objects of CloudKit have.
struct AnswerComparison {
  /// The record name of the caller, whom CloudKit names `__defaultOwner__`; nil if nobody is signed in.
  let user: String?
  /// Whether the owners of zones are not known: in the public database, all are the current user.
  let hidesOwners: Bool
  /// Returns the record name of a user, given an alias.
  let resolve: (String) -> String?
  /// What the dialect tells in this call, and CloudKit does not.
  var lacks: Set<String> = []

  init(user: String?, hidesOwners: Bool, resolve: @escaping (String) -> String?) {
    self.user = user
    self.hidesOwners = hidesOwners
    self.resolve = resolve
  }

  /// Compares what two clouds store.
  init(worldsOf scenario: String) {
    self.init(user: nil, hidesOwners: false) { $0 }
    self.scenario = scenario
    lacks = Differences.otherwiseInWorlds
  }

  /// Set for worlds.
  private var scenario: String?

  /// Throws if the cloud that was used through the API stores something else.
  func compare(worlds said: String, _ expected: String) throws {
    if said == expected { return }
    guard let said = acceptedJSON(said), let expected = acceptedJSON(expected) else {
      // A world with a kept answer has no document.
      return
    }
    do {
      try compare(said.removing(lacks), expected.removing(lacks))
    } catch let mismatch as ScenarioMismatch {
      throw ScenarioMismatch("\(scenario ?? ""), in the end: \(mismatch)")
    }
  }

  private static let currentUser = "__defaultOwner__"

  /// Throws if a call gave something else than it gives in JSON.
  func compare(_ said: Said, _ expected: (status: Int32, json: String)) throws {
    let texts = "\n  said: \(said.answer.text)\n  answer: \(expected.json)"
    guard said.status == expected.status else {
      throw ScenarioMismatch(
        "the API has the status \(said.status), the dialect \(expected.status)\(texts)")
    }
    guard var answer = acceptedJSON(expected.json) else {
      throw ScenarioMismatch("an answer is no JSON: \(expected.json)")
    }
    if said.separatesDeletions, case .array(let zones)? = answer.member("zones") {
      answer = answer.setting(
        "zones", .array(zones.filter { !$0.isDeleted } + zones.filter(\.isDeleted)))
    }
    var comparison = self
    comparison.lacks = said.lacks
    do {
      try comparison.compare(said.answer, answer)
    } catch let mismatch as ScenarioMismatch {
      throw ScenarioMismatch("\(mismatch)\(texts)")
    }
  }

  /// Throws if the values differ.
  private func compare(_ said: JSONCopy?, _ expected: JSONCopy?, at path: [String] = []) throws {
    let place = path.joined(separator: ".")
    switch (said, expected) {
    case (nil, nil): return
    case (let said?, nil):
      throw ScenarioMismatch("\(place): the API has \(said.text), the dialect nothing")
    case (nil, let expected?):
      throw ScenarioMismatch("\(place): the API has nothing, the dialect \(expected.text)")
    case (.object(let members)?, .object(let wanted)?):
      try compare(members, wanted, at: path)
    case (.array(let elements)?, .array(var wanted)?):
      // CloudKit does not show those whom the owner removed.
      if path.last == "participants", scenario == nil {
        wanted.removeAll { $0.member("acceptanceStatus")?.string == "REMOVED" }
      }
      guard elements.count == wanted.count else {
        throw ScenarioMismatch("\(place): the API has \(elements.count), not \(wanted.count)")
      }
      for (index, pair) in zip(elements, wanted).enumerated() {
        try compare(pair.0, pair.1, at: path + ["\(index)"])
      }
    case (let said?, let expected?):
      guard said.means(expected) || isSameText(said, expected, path.last) else {
        throw ScenarioMismatch("\(place): the API has \(said.text), the dialect \(expected.text)")
      }
    }
  }

  private func compare(
    _ members: [JSONCopyMember], _ wanted: [JSONCopyMember], at path: [String]
  ) throws {
    let said = JSONCopy.object(members)
    let expected = JSONCopy.object(wanted)
    for member in wanted {
      let key = String(decoding: member.key, as: UTF8.self)
      let value = said.member(member.key)
      if value == nil, lacks.contains(key) { continue }
      if Differences.isNone(value, member.value, key, in: expected, path) { continue }
      try compare(value, member.value, at: path + [key])
    }
    // A record that the request saved, and then deleted with another, is reported as saved.
    if expected.isDeleted, !said.isDeleted { return }
    for member in members where expected.member(member.key) == nil {
      let key = String(decoding: member.key, as: UTF8.self)
      if Differences.isMore(key, member.value, path) { continue }
      try compare(member.value, nil, at: path + [key])
    }
  }

  private func isSameText(_ said: JSONCopy, _ expected: JSONCopy, _ key: String?) -> Bool {
    guard let name = said.string, let wanted = expected.string else { return false }
    switch key {
    case "ownerRecordName":
      return name == Self.currentUser ? hidesOwners || wanted == user : resolve(name) == wanted
    case "userRecordName", "recordName": return name == Self.currentUser && wanted == user
    // A link has more characters than its GUID, which errors quote.
    // Requests of CloudKit are larger than those in JSON, and reach that limit first.
    case "reason":
      return name.replacing(Share.urlPrefix, with: "") == wanted
        || name.contains("bytes without assets") && wanted.contains("maximum number of items")
    default: return false
    }
  }
}

extension JSONCopy {
  fileprivate func removing(_ keys: Set<String>) -> JSONCopy {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { !keys.contains(String(decoding: $0.key, as: UTF8.self)) })
  }

  var isDeleted: Bool { member("deleted") == .bool(true) }

  fileprivate func setting(_ key: String, _ value: JSONCopy) -> JSONCopy {
    guard case .object(let members) = self else { return self }
    return .object(
      members.map { $0.key == [UInt8](key.utf8) ? JSONCopyMember(key: $0.key, value: value) : $0 })
  }
}
