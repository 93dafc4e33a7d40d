import Testing

@testable import MockCloudCore

/// The numbers of requests from Swift, at the ends of their ranges and beyond.
@Suite struct ExtremeRequestTests {
  /// A negative number of calls is refused; it ended the process.
  @Test func theLatestCallsOfTheJournal() throws {
    let cloud = try Cloud.withNote()
    _ = try cloud.privateDatabase.zones()
    for number in Extreme.integers {
      var journal = GetJournal()
      journal.last = number
      #expect(
        try cloud.keyOfRefusal(journal, "\(number)") == (number < 0 ? "last" : nil), "\(number)")
    }
    var journal = GetJournal()
    journal.last = -1
    let error = #expect(throws: Misuse.self) { try cloud.perform(journal) }
    #expect(error?.message == "last: 'last' is -1, which is too small; expected 0 or more")
  }

  /// The distance from the least number has no representation; computing it ended the process.
  @Test func aWindowFromTheLeastNumber() throws {
    let cloud = try Cloud.withNote()
    var condition = FaultCondition()
    condition.window = FaultWindow()
    condition.window?.from = .min
    condition.window?.every = 2
    let rule = FaultRule(when: condition, then: [.error(ErrorSpecification(.zoneBusy), .fixed)])
    let error = #expect(throws: Misuse.self) { try cloud.addFault(rule) }
    #expect(error?.key == "rules[0].when.call.from")
    _ = try cloud.privateDatabase.record(named: "n1")
  }

  /// A page without a negative number of changes has no length; computing it ended the process.
  @Test func changesThatAreRepeatedANegativeNumberOfTimes() throws {
    let cloud = try Cloud.withEverything()
    let error = #expect(throws: Misuse.self) {
      try cloud.addFault(FaultRule(then: [.repeatChanges(.min)]))
    }
    #expect(error?.key == "rules[0].then[0].repeatChanges")
    #expect(cloud.call("changes/zone", #"{"zones": [{"zoneID": {"zoneName": "Z"}}]}"#).status == 0)
  }

  @Test func whatTheJournalSelects() throws {
    let cloud = try Cloud.withNote()
    var journal = GetJournal(operations: ["records/modfy"])
    #expect(try cloud.keyOfRefusal(journal, "operation") == "operation")
    journal = GetJournal()
    journal.statuses = [0, 2, 999]
    #expect(try cloud.keyOfRefusal(journal, "status") == "status[2]")
    journal.statuses = nil
    journal.path = "/nowhere/journal"
    journal.format = .calls
    #expect(try cloud.keyOfRefusal(journal, "format") == "format")
    #expect(try cloud.keyOfRefusal(SaveState(assets: .files), "assets") == "assets")
  }

  @Test func pagesAndLimits() throws {
    let cloud = try Cloud.withNote()
    for number in Extreme.integers {
      let key = try cloud.keyOfRefusal(ListRecords(resultsLimit: number), "\(number)")
      #expect(key == (number < 1 ? "resultsLimit" : nil), "\(number)")
      for limit in Limits.numbers {
        let cloud = try Cloud.withEverything()
        let set = SetLimits(changes: [.number(limit, number)])
        let key = try cloud.keyOfRefusal(set, "\(limit.name) \(number)")
        #expect(key == (number < limit.least ? "limits.\(limit.name)" : nil), "\(limit.name)")
      }
      for quota in Limits.quotas {
        let cloud = try Cloud.withEverything()
        let set = SetLimits(changes: [.quota(quota, number)])
        let key = try cloud.keyOfRefusal(set, "\(quota.name) \(number)")
        #expect(key == (number < quota.least ? "limits.\(quota.name)" : nil), "\(quota.name)")
      }
    }
  }

  @Test func setErrors() throws {
    for number in Extreme.integers {
      let cloud = try Cloud.withNote()
      let after = SetError(ErrorSpecification(.zoneBusy), after: number)
      #expect(try cloud.keyOfRefusal(after, "\(number)") == (number < 0 ? "after" : nil))
      let times = SetRecordErrors([.init("n1")], ErrorSpecification(.zoneBusy), times: number)
      #expect(try cloud.keyOfRefusal(times, "\(number)") == (number < 1 ? "times" : nil))
    }
    for seconds in Extreme.numbers {
      let isValid = (0...31_536_000).contains(seconds)
      let error = ErrorSpecification(.zoneBusy, retryAfter: seconds)
      let cloud = try Cloud.withNote()
      let within = try cloud.keyOfRefusal(SetError(error), "\(seconds)")
      #expect(within == (isValid ? nil : "error.retryAfter"), "\(seconds)")
      var beside = SetRecordErrors([.init("n1")], ErrorSpecification(.zoneBusy))
      beside.retryAfter = seconds
      let key = try cloud.keyOfRefusal(beside, "\(seconds)")
      #expect(key == (isValid ? nil : "retryAfter"), "\(seconds)")
      let errors = BeginExploration(errors: [error])
      #expect(
        try cloud.keyOfRefusal(errors, "\(seconds)") == (isValid ? nil : "errors[0].retryAfter"))
      let intensity = try cloud.keyOfRefusal(
        AddFaultProfile(.everything, intensity: seconds), "\(seconds)")
      #expect(intensity == ((0...1).contains(seconds) ? nil : "intensity"), "\(seconds)")
    }
  }

  @Test func networks() throws {
    for number in Extreme.integers {
      let slow = SetNetwork(.online, bytesPerSecond: number)
      let key = try Cloud.withEverything().keyOfRefusal(slow, "\(number)")
      #expect(key == (number < 1 ? "bytesPerSecond" : nil), "\(number)")
    }
    for time in Extreme.milliseconds {
      let later = SetNetwork(.online, schedule: [.init(after: time, .offline)])
      let key = try Cloud.withEverything().keyOfRefusal(later, "\(time)")
      let isValid = time > 0 && time <= .longestDuration
      #expect(key == (isValid ? nil : "schedule[0].after"), "\(time)")
    }
  }

  @Test func times() throws {
    for time in Extreme.milliseconds {
      let cloud = try Cloud.withNote()
      let advance = try? cloud.perform(AdvanceClock(milliseconds: time))
      let isOnTheClock = (0...Clock.bounds.upperBound - Clock.defaultStart).contains(time)
      #expect((advance != nil) == isOnTheClock, "\(time)")
      let idle = try cloud.keyOfRefusal(RunUntilIdle(limitMilliseconds: time), "\(time)")
      #expect(idle == (time < 0 ? "limitSeconds" : nil), "\(time)")
      var delivery = Delivery()
      delivery.timeoutMilliseconds = time
      let document = cloud.stateDocument
      let operation = LookupRecords([.init("n1")])
      guard time < 0 else {
        _ = try cloud.submit(operation, delivery)
        let saved = cloud.stateDocument
        let other = try Cloud()
        #expect(other.call("mock/state/load", #"{"state": \#(saved)}"#).status == 0, "\(time)")
        #expect(other.stateDocument == saved, "\(time)")
        continue
      }
      let error = #expect(throws: CloudError.self) { try cloud.submit(operation, delivery) }
      #expect(error?.code == .invalidArguments, "\(time)")
      #expect(error?.reason.hasPrefix("timeout: 'timeout' is ") == true, "\(time)")
      #expect(cloud.stateDocument == document, "\(time)")
    }
  }

  @Test func usersAndTargets() throws {
    let cloud = try Cloud.withNote()
    var user = AddUser("x", devices: ["\u{0}"])
    user.emailAddress = ""
    #expect(try cloud.keyOfRefusal(user, "email") == "emailAddress")
    user.emailAddress = nil
    user.phoneNumber = ""
    #expect(try cloud.keyOfRefusal(user, "phone") == "phoneNumber")
    user.phoneNumber = "\u{0}"
    user.roles = ["a", "a"]
    #expect(try cloud.keyOfRefusal(user, "roles") == "roles[1]")
    user.roles = ["a", ""]
    #expect(try cloud.keyOfRefusal(user, "roles") == "roles[1]")
    let nowhere = SetRecordErrors([.init("", zoneID: ZoneID(zoneName: "", ownerName: ""))])
    #expect(try cloud.keyOfRefusal(nowhere, "no zone") == "recordNames[0]")
    let nothing = SetError(ErrorSpecification(.zoneBusy, reason: ""), operations: [])
    #expect(try cloud.keyOfRefusal(nothing, "no operations") == "operation")
    let named = FaultRule(id: "\u{0}\u{1F}\"", then: [.drop], nextState: "")
    #expect(try cloud.keyOfRefusal(AddFaults([named]), "control characters") == nil)
  }

  // MARK: Scripts

  @Test func scriptsAreCheckedWithoutTheirText() throws {
    let deep = nestedJSON(49, #"{"a":"#, "}", inside: "1")
    let rows: [(entry: Script.Entry, key: String?)] = [
      (try .init("zones/list", response: "{}"), nil),
      (try .init("zones/lst", response: "{}"), "operation"),
      (try .init("zones/list", response: "5"), "response"),
      (try .init("zones/list", response: deep), "response"),
      (try .init("zones/list", request: "[]", response: "{}"), "request"),
      (try .init("zones/list", request: #"{"a":"$"}"#, response: "{}"), "request.a"),
      (try .init("zones/list", response: #"{"a":"$any"}"#), "response.a"),
      (try .init("zones/list", response: #"{"a":"$b"}"#), "response.a"),
      (
        try .init("zones/list", response: #"{"error":{"ckErrorName":"zoneBsy"}}"#), "response.error"
      ),
      (try .init("zones/list", response: "{}", delay: -1), "delay"),
      (try .init("zones/list", response: "{}", delay: .min), "delay"),
      (try .init("zones/list", response: "{}", delay: .max), nil),
    ]
    for (entry, key) in rows {
      let comment = "\(entry.operation) \(entry.response.text.prefix(80)) \(entry.delay)"
      let error = misuse { () throws(Misuse) in try Script.of([entry]) }
      #expect(error?.key == key.map { "entries[0].\($0)" }, "\(comment)")
      #expect(error == nil || error?.message == textual(entry)?.message, "\(comment)")
      let cloud = try Cloud()
      let refused = try cloud.keyOfRefusal(LoadScript(Script(entries: [entry])), comment)
      #expect(refused == key.map { "script.entries[0].\($0)" }, "\(comment)")
    }
  }

  private func misuse(_ body: () throws(Misuse) -> Script) -> Misuse? {
    do throws(Misuse) {
      _ = try body()
      return nil
    } catch {
      return error
    }
  }

  /// The refusal of the script's text.
  private func textual(_ entry: Script.Entry) -> Misuse? {
    misuse { () throws(Misuse) in try Script(json: Script(entries: [entry]).json) }
  }

  @Test func scriptsOfEntriesAreThoseOfTheirText() throws {
    let script = try Script.of([
      try Script.Entry("zones/list", response: #"{"error": "zoneBusy"}"#),
      try Script.Entry(
        "records/lookup", response: #"{"records": [{"recordName": "n", "ckErrorCode": 11}]}"#),
      try Script.Entry("zones/list", response: #"{"serverErrorCode": "TRY_AGAIN_LATER"}"#),
    ])
    #expect(try Script(json: script.json).json == script.json)
    #expect(script.entries.map(\.status) == [23, 2, 6])
  }

  @Test func patternsWithoutNames() throws {
    let error = #expect(throws: Misuse.self) {
      try Cloud().differences(of: "1", from: #"["$"]"#)
    }
    #expect(error?.key == "pattern")
  }
}
