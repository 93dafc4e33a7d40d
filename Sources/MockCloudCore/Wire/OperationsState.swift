/// An operation in a state document that reports by events: it did not begin, its call is under way,
/// or its answer is kept.
struct StoredOperation {
  private var number: UInt64 = 0
  private var operation = ""
  private var device: DeviceName = ""
  private var user: UserRecordName?
  private var submitted: Int64 = 0
  private var request = SubmittedRequest.none
  /// The size of the request as the client wrote it; nil if it is invalid.
  private var bytes: Int?
  private var isAskedFor = false
  private var expires: Int64 = 0
  private var flight: FlightRecord?
  /// The call to write, if it ran.
  private var outcome: (any BlockSource)?
  /// The blocks that were read; nil if it did not run.
  private var blocks: [OperationBlock]?

  init() {}

  /// - Parameter seed: The seed of the world.
  init(_ entry: OperationsInFlight.Entry, of operations: OperationsInFlight, seed: UInt64) {
    number = entry.number
    operation = entry.operation
    device = entry.device
    user = entry.userRecordName
    submitted = entry.time
    // Finished dependencies are left out, because a document does not know them.
    var delivery = entry.delivery
    delivery.dependencies =
      if case .waiting = entry.state, entry.outcome == nil {
        delivery.dependencies.filter { operations.entry($0) != nil }
      } else {
        []
      }
    if let call = entry.call as? any WrittenSubmission {
      request = .written(call, delivery)
      bytes = call.bytes
    }
    if case .underWay(let call, _) = entry.state {
      flight = (call as? any WrittenFlight)?.record(seed: seed)
    }
    outcome = entry.outcome as? any BlockSource
    isAskedFor = outcome != nil && entry.isReplayed
    expires = entry.expires ?? entry.time
  }

  mutating func keys(
    _ keys: inout StateKeys, after former: UInt64, through last: UInt64
  ) throws(RequestError) {
    try keys.number("number", &number, from: former + 1, through: last)
    try keys.required("operation", &operation)
    try keys.required("device", &device)
    try keys.key("user", &user)
    try keys.required("submitted", &submitted, as: Milliseconds.self)
    try keys.required("request", &request)
    try keys.key("bytes", &bytes, as: Count<Int>.self)
    try keys.key("replayed", &isAskedFor, or: false)
    try keys.part("underWay", &flight, from: FlightRecord()) {
      (keys, flight) throws(RequestError) in
      try flight.keys(&keys)
    }
    guard keys.isWriting ? outcome != nil : keys.has("blocks") else { return }
    try keys.milliseconds("expires", &expires, slack: Delivery.life)
    let written = outcome.map { call in call.blocks.map { $0.written(of: call) } }
    var blocks: [OperationBlock] = []
    try keys.each("blocks", .required, written ?? [], from: .empty) {
      (keys, block) throws(RequestError) in
      try block.keys(&keys)
    } take: {
      blocks.append($0)
    }
    self.blocks = blocks
  }

  /// Submits the operation again, and restores its answer.
  ///
  /// - Returns: The call if it is under way.
  func submit(in world: inout World) throws(RequestError) -> (any FlyingCall)? {
    world.operations.skip(to: number - 1)
    guard let submission = Registry.operation(named: operation)?.submission else {
      throw RequestError.unknownValue("operation", operation, known: ServiceOperation.names)
    }
    guard case .read(let request) = request else { throw RequestError.missing("request") }
    try checkBlocks()
    var under: (any FlyingCall)?
    do throws(RequestError) {
      var (call, delivery) = try submission(request, world)
      if let bytes { call = call.resized(to: bytes) }
      try check(delivery, in: world)
      if let flight {
        under = call.continued(
          flight, number: number,
          by: OperationsInFlight.Submitter(device: device, userRecordName: user), delivery)
      }
      _ = world.operations.submit(
        call, named: operation,
        by: OperationsInFlight.Submitter(device: device, userRecordName: user), at: submitted,
        delivery, .events)
    } catch {
      throw error.inside("request")
    }
    try checkSubmitter(in: world)
    guard let blocks else { return under }
    world.operations.restore(WrittenReport(blocks), until: expires, isAskedFor: isAskedFor)
    world.keepAnswer(of: number, until: expires)
    return nil
  }

  private func checkSubmitter(in world: borrowing World) throws(RequestError) {
    if let user, world.people.userIndex(user) == nil {
      throw RequestError("user", "user '\(NameRules.shortened(user))' does not exist")
    }
    if !device.isEmpty, world.people.place(ofDevice: device) == nil {
      throw RequestError("device", "device '\(NameRules.shortened(device))' does not exist")
    }
  }

  private func checkBlocks() throws(RequestError) {
    guard let blocks else { return }
    let ends = blocks.filter { $0.name == OperationBlock.completion }.count
    guard ends == 1, blocks.count >= 2, blocks.last?.name == OperationBlock.completion else {
      throw RequestError(
        "blocks", "'blocks' must end with '\(OperationBlock.completion)', which occurs once",
        expected: "the result and the completion at the end")
    }
  }

  private func check(_ delivery: Delivery, in world: borrowing World) throws(RequestError) {
    for id in delivery.dependencies where world.operations.entry(id) == nil {
      throw RequestError("dependsOn", "operation '\(NameRules.shortened(id))' does not exist")
    }
    if blocks == nil, flight == nil { return }
    if flight != nil, bytes == nil {
      throw RequestError("underWay", "an invalid request is not under way")
    }
    if blocks != nil, flight != nil {
      throw RequestError("underWay", "an operation that ran is not under way")
    }
    if !delivery.dependencies.isEmpty {
      throw RequestError("dependsOn", "an operation that ran or is under way has no dependencies")
    }
    if blocks != nil, !delivery.isLongLived {
      throw RequestError("longLived", "only the response of a long-lived operation is kept")
    }
  }
}

extension OperationBlock {
  /// A block to be read.
  static var empty: OperationBlock {
    OperationBlock("", .written(WrittenBlock(text: [], cancelled: nil)))
  }

  /// Handles a block whose arguments are JSON.
  mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    var (name, status) = (name, status.map { Int64($0) })
    var (text, cancelled): ([UInt8], [UInt8]?) = ([], nil)
    if case .written(let block) = content { (text, cancelled) = (block.text, block.cancelled) }
    try keys.name("block", &name)
    try keys.key("status", &status)
    try keys.required("content", &text, as: BlockContentForm.self)
    try keys.key("cancelled", &cancelled, as: BlockContentForm.self)
    if !keys.isReading { return }
    status = try status?.within(0, Int64(Int32.max), "status")
    self = OperationBlock(
      name, .written(WrittenBlock(text: text, cancelled: cancelled)),
      status: status.map { Int32(clamping: $0) })
  }
}

/// The arguments of a block.
private enum BlockContentForm: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> [UInt8] {
    try node.requireObject(key)
    for (name, _) in node.members {
      if let problem = BlockEnvelope.problem(ofMember: name.text) {
        throw problem.inside("\(key)")
      }
    }
    return node.text
  }

  static func write(_ value: [UInt8], to writer: inout KeyWriter) {
    JSONText.write(value, to: &writer)
  }
}

extension Agenda.Turn {
  /// - Parameter before: The number of pushes before the former turn.
  mutating func keys(
    _ keys: inout StateKeys, from before: UInt64, through last: UInt64
  ) throws(RequestError) {
    try keys.required("due", &due, as: Milliseconds.self)
    var number = UInt64(clamping: pushes)
    try keys.number("pushes", &number, from: before, through: last)
    pushes = Int(clamping: number)
    try keys.key("operation", &operation, as: Count<UInt64>.self)
  }

  /// Returns the default turns for a document without any: one for each operation that is ready, at
  /// the time of its submission, after the pushes of that time.
  static func standard(
    _ operations: [OperationsInFlight.Entry], _ pushes: [Agenda.PendingPush]
  ) -> [Self] {
    var times: [Int64] = []
    for entry in operations {
      if entry.isReady { times.append(entry.time) }
    }
    times = times.genericSorted(by: <)
    var before = 0
    return times.map { time in
      while before < pushes.count, pushes[before].place <= time { before += 1 }
      return Self(due: time, pushes: before)
    }
  }
}
