import Testing

@testable import MockCloudCore

/// The cost of thousands of rules and set errors.
@Suite(.enabled(if: Steps.areCounted)) struct ManyRulesTests {
  private typealias World = LargeWorld

  @Test(arguments: rows) func manyRules(_ growth: Growth) throws { try growth.check() }

  /// Ten thousand errors, set in as many requests for as many containers, act and are removed one by
  /// one in the same number of steps each.
  @Test func oneByOne() throws {
    let cloud = try World.cloud()
    func steps(_ operation: String, _ request: String, status: Int32 = 0) -> Int {
      LargeCall(cloud: cloud, operation: operation, request: request, status: status)
        .steps(#_sourceLocation)
    }
    var (set, acted, removed) = ([Int](), [Int](), [Int]())
    for number in 0..<10_000 {
      let request =
        #"{"recordNames":["r\#(number)"],"container":"c\#(number)","error":"zoneBusy"}"#
      set.append(steps("mock/recordErrors/set", request))
    }
    for number in stride(from: 0, to: 10_000, by: 100) {
      let request = #"{"records":[{"recordName":"r\#(number)"}],"container":"c\#(number)"}"#
      acted.append(steps("records/lookup", request, status: 2))
    }
    for number in 0..<10_000 {
      let name = "mock/recordErrors/set container=c\(number) recordName=r\(number)"
      removed.append(steps("mock/faults/remove", #"{"id":"\#(name)"}"#))
    }
    for steps in [set, acted, removed] {
      // The first call of each kind also makes what the later ones use.
      let most = try #require(steps.dropFirst().max())
      #expect(steps.reduce(0, +) > 0)
      #expect(steps.reduce(0, +) < 40_000 + 100 * steps[1], "\(steps[1]) \(most)")
    }
    #expect(cloud.call("mock/faults/list", "{}").json == #"{"rules":[]}"#)
  }

  /// Rules that do not act are tested by numbers, whatever keys they have: hardly any is evaluated in
  /// full, which is one more step.
  @Test(arguments: [
    #""when":{"zone":{"owner":"someone-#*"}}"#,
    #""when":{"zone":{"name":"z","owner":"someone-#*"}}"#,
    #""when":{"zone":{"name":"z","owner":"_self"},"recordName":"r#-other"}"#,
    #""when":{"zone":{"name":"z*"},"recordName":"r#-*"}"#,
    #""when":{"action":"fetch","recordName":"r#-other"}"#,
    #""when":{"action":"fetch","recordName":"r7*#-"}"#,
    #""when":{"call":{"item":1},"recordName":"r#-other","recordType":"T*"}"#,
    #""when":{"call":{"item":1,"nth":1000#}}"#, #""when":{"call":{"item":2#}}"#,
    #""when":{"items":{">":0},"bytes":{">":1000#00}}"#,
    #""when":{"user":"*","call":{"number":{">":1000#}}}"#,
    #""when":{"recordName":"r7"},"limit":{"skip":1000#}"#,
    #""when":{"zone":{"name":"z"}},"limit":{"probability":0}"#,
    #""limit":{"probability":{"from":0,"to":1e-9,"during":86400}}"#,
  ])
  func testedByNumbers(_ members: String) throws {
    let cloud = try World.cloud()
    World.seed(cloud, World.numbered(8, World.plain))
    func steps() -> Int {
      LargeCall(
        cloud: cloud, operation: "records/lookup",
        request: #"{"records":[{\#(World.zone),"recordName":"r7"}]}"#
      ).steps(#_sourceLocation)
    }
    _ = steps()
    let bare = steps()
    let rules = World.numbered(100) { number in
      "{\(members.split(separator: "#").joined(separator: "\(number)")),"
        + #""then":{"error":"zoneBusy"}}"#
    }
    World.ask(cloud, "mock/faults/add", #"{"rules":\#(rules)}"#)
    // The first lookup collects the rules of its caller.
    _ = steps()
    let among = steps()
    #expect(among >= bare + 99 && among < bare + 150, "\(bare) -> \(among)")
  }

  /// Rules are armed, disarmed and listed by their names, in the same number of steps each.
  @Test(arguments: ["mock/faults/arm", "mock/faults/disarm", "mock/faults/list"])
  func byName(_ operation: String) throws {
    let cloud = try World.cloud()
    Self.addRules(2000, to: cloud)
    let steps = stride(from: 1, to: 2000, by: 10).map { number in
      let request = #"{"ids":["rule-\#(number)","rule-\#(number + 1)"]}"#
      return LargeCall(cloud: cloud, operation: operation, request: request)
        .steps(#_sourceLocation)
    }
    // The first call settles what the rules of its caller counted.
    #expect(steps.dropFirst().reduce(0, +) < 4000, "\(steps[1])")
  }

  /// Errors are cleared by fewer keys than they have, one by one, in the same number of steps each.
  @Test func clearedByFewerKeys() throws {
    let cloud = try World.cloud()
    for number in 0..<2000 {
      World.ask(
        cloud, "mock/error/set",
        #"{"operation":"zones/list","container":"c\#(number)","error":"zoneBusy"}"#)
    }
    let cleared = (0..<2000).map { number in
      LargeCall(
        cloud: cloud, operation: "mock/error/set",
        request: #"{"container":"c\#(number)","error":null}"#
      ).steps(#_sourceLocation)
    }
    // The first one finds the errors by these keys, and some drop the places of removed ones.
    #expect(cleared.dropFirst().reduce(0, +) < 40_000, "\(cleared[1])")
    #expect(cloud.call("mock/faults/list", "{}").json == #"{"rules":[]}"#)
  }

  /// Of equal rules, any are removed and others added, one by one, in the same number of steps each.
  @Test func equalRulesOneByOne() throws {
    let cloud = try World.cloud()
    let rule = #"{"limit":{"probability":0.5},"then":{"error":"zoneBusy"}}"#
    World.ask(cloud, "mock/faults/add", #"{"rules":\#(World.numbered(4000) { _ in rule })}"#)
    var steps = 0
    for number in 1...500 {
      for (operation, request) in [
        ("mock/faults/remove", #"{"id":"rule-\#(number)"}"#),
        ("mock/faults/add", #"{"rules":[\#(rule),\#(rule)]}"#),
      ] {
        steps += LargeCall(cloud: cloud, operation: operation, request: request)
          .steps(#_sourceLocation)
      }
    }
    #expect(steps > 0 && steps < 40_000, "\(steps)")
  }

  private static func errors(_ count: Int) -> String {
    #"{"error":"zoneBusy","recordNames":\#(World.names(count))}"#
  }

  /// Adds rules for records that no call names.
  private static func addRules(_ count: Int, to cloud: Cloud) {
    let rules = World.numbered(count) {
      #"{"when":{"recordName":"none\#($0)"},"then":{"error":"zoneBusy"}}"#
    }
    World.ask(cloud, "mock/faults/add", #"{"rules":\#(rules)}"#)
    // The first lookup collects the rules of its caller.
    World.ask(cloud, "records/lookup", World.lookups(40))
  }

  private static func cloudWithErrors(_ count: Int) throws -> Cloud {
    let cloud = try World.cloud()
    World.seed(cloud, World.numbered(40, World.plain))
    World.ask(cloud, "mock/recordErrors/set", errors(count))
    return cloud
  }

  private static let rows = [
    Growth("record errors set in one request", .linear, size: 1000, least: 1000) { size in
      LargeCall(
        cloud: try World.cloud(), operation: "mock/recordErrors/set", request: errors(size))
    },
    Growth("a set error among record errors", .flat, size: 1000, least: 1) { size in
      LargeCall(
        cloud: try cloudWithErrors(size), operation: "mock/error/set",
        request: #"{"operation":"zones/list","error":"zoneBusy"}"#)
    },
    Growth("a record error acts among others", .flat, size: 1000, least: 1) { size in
      LargeCall(
        cloud: try cloudWithErrors(size), operation: "records/lookup",
        request: #"{"records":[{"recordName":"n7"}]}"#, status: 2)
    },
    Growth("set errors listed", .linear, size: 1000, least: 1000) { size in
      LargeCall(cloud: try cloudWithErrors(size), operation: "mock/faults/list", request: "{}")
    },
    Growth("set errors cleared", .linear, size: 1000, least: 1000) { size in
      LargeCall(
        cloud: try cloudWithErrors(size), operation: "mock/recordErrors/set",
        request: #"{"recordNames":[]}"#)
    },
    Growth("lookup among rules for other records", .flat, size: 1000, least: 3 * 40) { size in
      let cloud = try World.cloud()
      World.seed(cloud, World.numbered(40, World.plain))
      addRules(size, to: cloud)
      return LargeCall(cloud: cloud, operation: "records/lookup", request: World.lookups(40))
    },
    Growth("a rule with a state added among others", .flat, size: 1000, least: 1) { size in
      let cloud = try World.cloud()
      let rules = World.numbered(size) {
        #"{"when":{"state":"g\#($0)/initial"},"then":{"error":"zoneBusy"}}"#
      }
      World.ask(cloud, "mock/faults/add", #"{"rules":\#(rules)}"#)
      return LargeCall(
        cloud: cloud, operation: "mock/faults/add",
        request: #"{"rules":[{"then":{"latency":1},"next":{"state":"g7/on","arm":["rule-7"]}}]}"#)
    },
    Growth("rules for zones among as many others", .linear, size: 100, least: 100) {
      size in
      let cloud = try World.cloud()
      for start in stride(from: 0, to: size, by: 100) {
        let creations = World.numbered(100) {
          #"{"operationType":"create","zone":{"zoneID":{"zoneName":"one-\#(start + $0)-zone"}}}"#
        }
        World.ask(cloud, "zones/modify", #"{"operations":\#(creations)}"#)
      }
      let rules = World.numbered(size) {
        #"{"when":{"zone":{"name":"another-\#($0)-zone"}},"then":{"error":"zoneBusy"}}"#
      }
      return LargeCall(
        cloud: cloud, operation: "mock/faults/add", request: #"{"rules":\#(rules)}"#)
    },
    Growth("a rule added before those that are the last", .flat, size: 1000, least: 1) { size in
      let cloud = try World.cloud()
      World.seed(cloud, World.numbered(40, World.plain))
      let rules = World.numbered(size) {
        #"{"when":{"recordName":"none\#($0)"},"then":{"error":"zoneBusy"},"last":true}"#
      }
      World.ask(cloud, "mock/faults/add", #"{"rules":\#(rules)}"#)
      World.ask(cloud, "records/lookup", World.lookups(40))
      return LargeCall(
        cloud: cloud, operation: "mock/faults/add", request: #"{"rules":[{"then":{"latency":1}}]}"#)
    },
    Growth("a rule removed among others", .flat, size: 1000, least: 1) { size in
      let cloud = try World.cloud()
      World.seed(cloud, World.numbered(40, World.plain))
      addRules(size, to: cloud)
      return LargeCall(
        cloud: cloud, operation: "mock/faults/remove", request: #"{"id":"rule-7"}"#)
    },
    Growth("rate limits beside jumps", .linear, size: 500, least: 250) { size in
      let cloud = try World.cloud()
      let rules = World.numbered(size) {
        let effect = $0 % 2 == 0 ? #""jump":-0.001"# : #""rateLimit":{"perSecond":9,"burst":9}"#
        return "{\"then\":{\(effect)}}"
      }
      World.ask(cloud, "mock/faults/add", #"{"rules":\#(rules)}"#)
      World.ask(cloud, "zones/list", "{}")
      return LargeCall(cloud: cloud, operation: "zones/list", request: "{}")
    },
    Growth("a jump back while operations are under way", .flat, size: 500, least: 1) { size in
      let cloud = try World.cloud()
      let rules =
        #"{"when":{"op":"zones/list"},"then":{"latency":90000}},"#
        + #"{"when":{"op":"account/status"},"then":{"jump":-1}}"#
      World.ask(cloud, "mock/faults/add", #"{"rules":[\#(rules)]}"#)
      for _ in 0..<size { World.ask(cloud, "zones/list", #"{"deliver":"events"}"#) }
      World.ask(cloud, "mock/clock/advance", #"{"seconds":1}"#)
      World.ask(cloud, "account/status", "{}")
      return LargeCall(cloud: cloud, operation: "account/status", request: "{}")
    },
    Growth("rules that all reset another one", .linear, size: 500, least: 500) { size in
      let cloud = try World.cloud()
      let rules = World.numbered(size) { number in
        #"{"id":"r\#(number)","then":{"latency":0.001},"next":{"arm":["r0"],"reset":true}}"#
      }
      World.ask(cloud, "mock/faults/add", #"{"rules":\#(rules)}"#)
      World.ask(cloud, "zones/list", "{}")
      return LargeCall(cloud: cloud, operation: "zones/list", request: "{}")
    },
    Growth("rules reported", .linear, size: 1000, least: 1000) { size in
      let cloud = try World.cloud()
      World.seed(cloud, World.numbered(40, World.plain))
      addRules(size, to: cloud)
      return LargeCall(cloud: cloud, operation: "mock/faults/report", request: "{}")
    },
  ]
}
