// The rules of the fault language in a state document, with all their counters.

extension FaultRules {
  /// No cloud ever adds as many rules, and counting from here does not overflow.
  private static var lastNumberLimit: Int { 1 << 48 }

  mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    keys.readNullsAsMissing()
    try keys.states(&states)
    try keys.key("paused", &isPaused, or: false)
    try keys.key("lastNumber", &lastNumber, or: 0)
    try keys.key("lastRun", &lastRun, or: 0, as: Count<Int>.self)
    try keys.each(
      "rules", .sparse, all.lazy.map { (FaultRuleForm($0.rule), $0.counters) },
      from: (FaultRuleForm(), ArmedRule.Counters(isArmed: true, armedAt: 0, identity: 0))
    ) { (keys, rule) throws(RequestError) in
      try keys.required("rule", &rule.0)
      let named = Identities.identity(of: rule.0.rule.id)
      var identity = keys.isWriting && rule.1.identity != named ? rule.1.identity : nil
      try keys.key("identity", &identity, as: BitPattern.self)
      rule.1.identity = identity ?? named
      try rule.1.keys(&keys)
    } take: {
      append(ArmedRule($0.rule, $1))
    }
    if keys.isWriting { return }
    guard (0...Self.lastNumberLimit).contains(lastNumber) else {
      throw RequestError("lastNumber", "'lastNumber' is out of range")
    }
    var ids: Set<ExactText> = []
    for armed in slots where armed.rank == nil {
      let id = armed.rule.id
      if !id.isEmpty, ids.insert(ExactText(id)).inserted { continue }
      throw RequestError("rules", "two rules are named '\(armed.rule.id)', or one has no name")
    }
  }
}

extension StateKeys {
  /// Handles the states of rules that are not the first of their group.
  mutating func states(_ states: inout FaultStates) throws(RequestError) {
    var read = FaultStates()
    try each(
      "states", .sparse, states.all, from: FaultStates.Entry(state: FaultState(""), owner: "")
    ) { (keys, entry) throws(RequestError) in
      try keys.required("state", &entry.state)
      try keys.key("of", &entry.owner, or: "")
    } take: { (entry) throws(RequestError) in
      if let problem = entry.state.problem("state") { throw problem }
      read.enter(entry.state, entry.owner)
    }
    if !isWriting { states = read }
  }
}

extension ArmedRule.Counters {
  /// Handles the name of the rule that took the last call.
  mutating func shadowKey(_ keys: inout StateKeys) throws(RequestError) {
    var name = lastReason == .shadowed ? shadow?.id : nil
    try keys.key("shadowedBy", &name)
    if !keys.isWriting { shadow = name.map { FaultRule(id: $0, then: []) } }
  }

  fileprivate mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    try keys.key("armed", &isArmed, or: true)
    try keys.required("armedAt", &armedAt)
    try keys.key("evaluations", &evaluations, or: 0, as: Count<Int>.self)
    try keys.key("injections", &injections, or: 0, as: Count<Int>.self)
    try keys.key("skipped", &skipped, or: 0, as: Count<Int>.self)
    try keys.key("ineffective", &ineffective, or: 0, as: Count<Int>.self)
    try keys.key("actedBefore", &actedBefore, or: false)
    // Documents of earlier versions of the library have no runs.
    try keys.key("run", &run, or: 0, as: Count<Int>.self)
    try keys.key("firstRun", &firstRun, or: 0, as: Count<Int>.self)
    try keys.key("openActs", &openActs, or: 0, as: Count<Int>.self)
    try keys.key("lastReason", &lastReason)
    try shadowKey(&keys)
    var seen = (Distinct<ExactText>(), Distinct<ExactText>(), Distinct<String>())
    try keys.each("matches", .sparse, matches.all, from: (key: "", value: 0)) {
      (keys, entry) throws(RequestError) in
      try keys.required("key", &entry.key)
      try keys.required("count", &entry.value, as: Count<Int>.self)
    } take: { (key, count) throws(RequestError) in
      try seen.0.note(key, key.text, "key")
      matches.modify(key) { $0 = count }
    }
    try keys.each(
      "counts", .sparse, counts.all, from: (key: ExactText(""), value: ArmedRule.Count())
    ) {
      (keys, entry) throws(RequestError) in
      try keys.required("key", &entry.key)
      try keys.required("seen", &entry.value.seen, as: Count<Int>.self)
      try keys.key("injected", &entry.value.injected, or: 0, as: Count<Int>.self)
    } take: { (key, count) throws(RequestError) in
      try seen.1.note(key, key.text, "key")
      counts.modify(key) { $0 = count }
    }
    try keys.each(
      "buckets", .sparse, buckets, from: (key: "", value: ArmedRule.Bucket(calls: 0, time: 0))
    ) { (keys, entry) throws(RequestError) in
      try keys.required("key", &entry.key)
      try keys.required("calls", &entry.value.calls)
      try keys.required("time", &entry.value.time)
    } take: { (key, bucket) throws(RequestError) in
      guard Clock.bounds.contains(bucket.time), bucket.calls >= 0, bucket.calls <= 1_000_000 else {
        throw RequestError("", "a bucket is out of range")
      }
      try seen.2.note(key, key, "key")
      buckets.updateValue(bucket, forKey: key)
    }
    guard keys.isWriting || Clock.bounds.contains(armedAt) else {
      throw RequestError("armedAt", "'armedAt' is out of the clock's range")
    }
  }
}

extension FaultTrace {
  /// Handles the keys of a trace.
  mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    keys.readNullsAsMissing()
    var read: (rules: [FaultRule], unexpressed: [Unexpressed], dropped: Int) = ([], [], dropped)
    try keys.each("rules", .sparse, rules.lazy.map { FaultRuleForm($0) }, from: FaultRuleForm()) {
      (keys, rule) throws(RequestError) in
      try keys.required("rule", &rule)
    } take: {
      read.rules.append($0.rule)
    }
    try keys.key("dropped", &read.dropped, or: 0, as: Count<Int>.self)
    try keys.each(
      "unexpressed", .sparse, unexpressed, from: Unexpressed(source: "", reason: "")
    ) { (keys, entry) throws(RequestError) in
      var (source, reason, count) = (entry.source, entry.reason, entry.count)
      try keys.required("source", &source)
      try keys.required("reason", &reason)
      try keys.required("count", &count, as: Count<Int>.self)
      entry = Unexpressed(source: source, reason: reason, count: count)
    } take: {
      read.unexpressed.append($0)
    }
    if keys.isWriting { return }
    guard read.rules.count <= Self.mostRules, read.rules.allSatisfy({ !$0.id.isEmpty }) else {
      throw RequestError("rules", "a trace has at most \(Self.mostRules) rules, each with a name")
    }
    self = FaultTrace(read.rules, dropped: read.dropped, read.unexpressed)
  }
}

extension FaultReason: RequestChoice {}

extension DeviceNetworks {
  /// Handles the key `partitions`.
  mutating func partitions(_ keys: inout StateKeys) throws(RequestError) {
    var names = Distinct<ExactText>()
    var found: [Partition] = []
    try keys.each(
      "partitions", .sparse, partitions,
      from: Partition(name: "", devices: [], network: DeviceNetwork(.online))
    ) { (keys, partition) throws(RequestError) in
      keys.readNullsAsMissing()
      try keys.required("name", &partition.name)
      try keys.list("devices", &partition.devices)
      try keys.required("network", &partition.network.state)
      try keys.list("schedule", &partition.network.schedule)
      try keys.required("since", &partition.network.since)
    } take: { (partition) throws(RequestError) in
      try names.note(ExactText(partition.name), partition.name, "name")
      try partition.network.check()
      found.append(partition)
    }
    if keys.isWriting { return }
    guard found.count <= Self.mostPartitions else {
      throw RequestError("partitions", "'partitions' has more than \(Self.mostPartitions) elements")
    }
    add(found)
  }

  /// Handles the key `networks`.
  mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    try keys.each(
      "networks", .sparse, all, from: (device: DeviceName(""), network: DeviceNetwork(.online))
    ) {
      (keys, entry) throws(RequestError) in
      keys.readNullsAsMissing()
      try keys.required("device", &entry.device)
      try keys.required("network", &entry.network.state)
      try keys.key("bytesPerSecond", &entry.network.bytesPerSecond)
      try keys.list("schedule", &entry.network.schedule)
      try keys.required("since", &entry.network.since)
    } take: { (device, network) throws(RequestError) in
      try network.check()
      guard self[device] == nil, !network.isPlain else {
        throw RequestError(
          "device", "device '\(NameRules.shortened(device))' occurs twice, or is online")
      }
      set(network, for: [device])
    }
  }
}

extension DeviceNetwork {
  fileprivate func check() throws(RequestError) {
    guard Clock.bounds.contains(since) else {
      throw RequestError("since", "'since' is out of the clock's range")
    }
    if let problem { throw RequestError(problem.path, problem.message) }
  }
}
