/// Reads the operations of a state document that report by events, and adds their turns and the
/// pushes to the agenda.
extension StateReader {
  mutating func operations(_ document: inout ObjectReader) throws(RequestError) {
    let last = try document.optionalCount("lastOperation") ?? 0
    try document.optionalList("operations") { (node) throws(RequestError) in
      try operation(&node, last: last)
    }
    world.operations.skip(to: last)
    var turns: [Agenda.Turn] = []
    let isSaid = try document.optionalList("turns") { (node) throws(RequestError) in
      let due = try node.milliseconds("due")
      let before = try node.count(
        "pushes", from: UInt64(clamping: turns.last?.pushes ?? 0),
        through: UInt64(clamping: pushes.count))
      turns.append(Agenda.Turn(due: due, pushes: Int(clamping: before)))
    }
    if !isSaid { turns = Agenda.Turn.standard(world.operations.all, pushes) }
    world.agenda.enter(pushes, turns)
  }

  private mutating func operation(
    _ node: inout ObjectReader, last: UInt64
  ) throws(RequestError) {
    let number = try node.count("number", from: world.operations.lastNumber + 1, through: last)
    world.operations.skip(to: number - 1)
    let name = try node.text("operation")
    guard let submission = Registry.operation(named: name)?.submission else {
      throw RequestError.unknownValue("operation", name, known: Registry.serviceNames)
    }
    let submitter = OperationsInFlight.Submitter(
      device: try node.text("device"), userRecordName: try node.optionalText("user"))
    let time = try node.milliseconds("submitted")
    let request = try node.required("request")
    try request.requireObject("request")
    let report = try report(&node)
    let isAskedFor = try node.flag("replayed") ?? false
    let expires = report == nil ? nil : try node.milliseconds("expires", slack: Delivery.life)
    do throws(RequestError) {
      let (call, delivery) = try submission(request, world)
      try check(delivery, report)
      _ = world.operations.submit(
        call, named: name, by: submitter, at: time, delivery, seed: world.seed)
    } catch {
      throw error.inside("request")
    }
    guard let report, let expires else { return }
    world.operations.restore(report, until: expires, isAskedFor: isAskedFor)
    world.keepAnswer(of: number, until: expires)
  }

  private func check(_ delivery: Delivery, _ report: WrittenReport?) throws(RequestError) {
    for id in delivery.dependencies where !world.operations.isKnown(id) {
      throw RequestError("dependsOn", "there is no operation '\(NameRules.shortened(id))'")
    }
    guard report != nil else { return }
    if !delivery.dependencies.isEmpty {
      throw RequestError("dependsOn", "an operation that ran has no dependencies")
    }
    if !delivery.isLongLived {
      throw RequestError("longLived", "only the response of a long-lived operation is kept")
    }
  }

  /// Reads the blocks of an operation that ran; returns nil if it did not run.
  private func report(_ node: inout ObjectReader) throws(RequestError) -> WrittenReport? {
    var blocks: [OperationBlock] = []
    let isThere = try node.optionalList("blocks") { (node) throws(RequestError) in
      let status = try node.optional("status")?.integer("status")
      let text = try Self.content(try node.required("content"), "content")
      let cancelled = try node.optional("cancelled").map { (content) throws(RequestError) in
        try Self.content(content, "cancelled")
      }
      blocks.append(
        OperationBlock(
          try node.name("block"), .written(WrittenBlock(text: text, cancelled: cancelled)),
          status: status.map { Int32(clamping: $0) }))
    }
    guard isThere else { return nil }
    let ends = blocks.filter { $0.name == OperationBlock.completion }.count
    guard ends == 1, blocks.count >= 2, blocks.last?.name == OperationBlock.completion else {
      throw RequestError(
        "blocks", "'blocks' must end with '\(OperationBlock.completion)', which occurs once",
        expected: "the result and the completion at the end")
    }
    return WrittenReport(blocks)
  }

  /// The members of every event of an operation. A block of a script may have any others.
  private static let envelope: [StaticString] = [
    "kind", "time", "device", "user", "operationID", "operation", "block", "status",
  ]

  private static func content(
    _ node: JSONNode, _ key: StaticString
  ) throws(RequestError) -> [UInt8] {
    try node.requireObject(key)
    for (name, _) in node.members where envelope.contains(where: { $0 ~= name }) {
      throw RequestError(
        "\(name.text)", "every event has '\(name.text)' already", expected: "another key"
      )
      .inside("\(key)")
    }
    var text = JSONWriter()
    text.node(node)
    return text.withBytes { Array($0) }
  }
}
