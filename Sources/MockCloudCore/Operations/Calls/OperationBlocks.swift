/// A block of an operation, with its arguments.
struct OperationBlock: Sendable {
  /// Indirect: there are many cases, and few blocks at a time.
  indirect enum Content: Sendable {
    /// The transferred part of a record, from 0 to 1.
    case progress(RecordID, Double)
    /// - Parameters:
    ///   - number: The number among all items, from 1.
    ///   - group: The number of the item's group, from 0.
    case item(AnswerItem, number: UInt64, group: Int?)
    case failure(ItemError, number: UInt64)
    /// The fetch of a zone is complete.
    case zone(ZoneID, [AnswerMember])
    /// The token comes first. What follows it, the frameworks' blocks get, and JSON does not.
    case token(ZoneID?, [AnswerMember])
    /// The answer or the error of the operation.
    case result
    /// The error that replaces the answer.
    case cancelled(CloudError)
    /// The members of a block for a script's answer.
    case scripted(JSONValue)
    /// The content of a block from a state document.
    case written(WrittenBlock)
    case nothing
  }

  let name: String
  var content: Content
  /// 0, or the code of the operation's error; nil in blocks without a status.
  var status: Int32?

  init(_ name: String, _ content: Content, status: Int32? = nil) {
    self.name = name
    self.content = content
    self.status = status
  }

  static let completion = BlockEnvelope.completion
  /// The service has stored a long-lived operation.
  static let persisted = OperationBlock(BlockNames.persisted, .nothing)
}

/// The arguments of a block as a JSON object, and its arguments if the operation is cancelled; nil
/// if it is not called then.
struct WrittenBlock: Sendable {
  let text: [UInt8]
  let cancelled: [UInt8]?
}

/// The report of a call from a state document.
final class WrittenReport: BlockSource {
  let blocks: [OperationBlock]

  init(_ blocks: [OperationBlock]) { self.blocks = blocks }

  func blocks(progress: Bool) -> [OperationBlock] { blocks }

  func requestedItem(_ number: UInt64) -> ItemID? { nil }

  var typedAnswer: Result<any Sendable, CloudError>? { nil }
}

/// A finished call, with the blocks that report it.
protocol BlockSource: ReportedCall {
  /// Returns the blocks in CloudKit's order.
  ///
  /// - Parameter progress: Whether the progress of records is reported.
  func blocks(progress: Bool) -> [OperationBlock]

  /// The answer as a value, or the error of the call as a whole; nil if only JSON has the answer.
  var typedAnswer: Result<any Sendable, CloudError>? { get }

  /// The ID by which the request names an item.
  ///
  /// - Parameter number: The number among all items, from 1.
  func requestedItem(_ number: UInt64) -> ItemID?
}

extension BlockSource {
  /// All blocks in CloudKit's order.
  var blocks: [OperationBlock] { blocks(progress: true) }
}

/// A block in an event, with its call.
struct ReportedBlock: BlockContent {
  let block: OperationBlock
  let call: any BlockSource
}

extension CompletedCall: BlockSource {
  @_specialize(where O == ModifyRecords)
  func blocks(progress: Bool) -> [OperationBlock] { allBlocks(progress: progress) }

  @inline(never)
  private func allBlocks(progress: Bool) -> [OperationBlock] {
    var made: [OperationBlock] = []
    if case .operation(let operation, _) = call.request {
      switch outcome {
      case .answer(let answer, _): made = Self.blocks(of: operation, answer, progress: progress)
      case .interrupted(let blocks, _): made = blocks
      case .scripted(let answer):
        var maker = ScriptedBlockMaker(O.blockNames)
        maker.request = operation as? any ItemDeleting
        made = maker.blocks(of: answer)
      case .failure: break
      }
    }
    made.reserveCapacity(made.count + 2)
    made.append(OperationBlock(BlockEnvelope.result, .result, status: status))
    made.append(OperationBlock(OperationBlock.completion, .nothing, status: status))
    return made
  }

  var typedAnswer: Result<any Sendable, CloudError>? {
    @_specialize(where O == ModifyRecords)
    get { valueOfAnswer() }
  }

  func requestedItem(_ number: UInt64) -> ItemID? {
    guard case .operation(let operation, _) = call.request, number > 0 else { return nil }
    return (operation as? any ItemIdentifying)?.item(at: Int(clamping: number - 1))
  }

  @inline(never)
  private func valueOfAnswer() -> Result<any Sendable, CloudError> {
    switch outcome {
    case .answer(let answer, _): .success(answer)
    case .failure(let error), .interrupted(_, let error): .failure(error)
    case .scripted(let answer): .failure(answer.refusal(of: O.name))
    }
  }

  /// Returns the blocks before the result.
  ///
  /// - Parameters:
  ///   - items: The number of reported items; nil means all.
  ///   - progress: Whether the progress of records is reported.
  static func blocks(
    of operation: O, _ answer: O.Answer, upTo items: Int? = nil, progress: Bool = true
  ) -> [OperationBlock] {
    var maker = BlockMaker(O.blockNames)
    maker.request = operation as? any ItemDeleting
    maker.limit = items
    maker.reportsProgress = progress
    operation.describe(answer, to: &maker)
    return maker.blocks
  }
}

/// Makes the blocks of an operation from the parts of its answer (DOC e.8: progress, each item, the
/// result, completion).
struct BlockMaker: AnswerVisitor {
  private(set) var blocks: [OperationBlock] = []
  /// The request, if items of it delete something.
  var request: (any ItemDeleting)?
  /// The number of reported items; later parts of the answer are not reported. Nil means all.
  var limit: Int?
  var reportsProgress = true
  private let names: BlockNames
  private var items: UInt64 = 0
  private var groups = 0
  private var zoneID: ZoneID?
  private var members: [AnswerMember] = []

  init(_ names: BlockNames) { self.names = names }

  mutating func beginList(_ list: AnswerList) {}
  mutating func endList() {}

  mutating func beginGroup(_ zoneID: ZoneID) {
    self.zoneID = zoneID
    members = []
  }

  /// Whether the last reported item has been visited.
  private var isOver: Bool { limit.map { items >= $0 } ?? false }

  mutating func endGroup() {
    groups += 1
    defer { self.zoneID = nil }
    guard let zoneID, !isOver else { return }
    for member in members {
      guard case .syncToken = member else { continue }
      let client = members.filter { if case .clientChangeToken = $0 { true } else { false } }
      blocks.append(OperationBlock(BlockNames.zoneToken, .token(zoneID, [member] + client)))
    }
    blocks.append(OperationBlock(BlockNames.zone, .zone(zoneID, members)))
  }

  mutating func item(_ item: AnswerItem) {
    if isOver { return }
    items &+= 1
    if reportsProgress, names.reportsProgress, case .record(let record, let desiredKeys) = item {
      progress(of: record, desiredKeys)
    }
    let content = OperationBlock.Content.item(
      item, number: items, group: zoneID == nil ? nil : groups)
    blocks.append(OperationBlock(names.name(of: item), content))
  }

  mutating func failure(_ failure: ItemError) {
    if isOver { return }
    let isDeletion = request?.deletesItem(at: Int(clamping: items)) ?? false
    items &+= 1
    let isWhole = zoneID == nil && names == .zoneChanges
    if isWhole { groups += 1 }
    let name = isWhole ? BlockNames.zone : names.name(of: failure, isDeletion: isDeletion)
    blocks.append(OperationBlock(name, .failure(failure, number: items)))
  }

  mutating func member(_ member: AnswerMember) {
    if zoneID != nil { return members.append(member) }
    guard names == .databaseChanges, !isOver else { return }
    switch member {
    case .syncToken, .metaSyncToken:
      blocks.append(OperationBlock(BlockNames.token, .token(nil, [member])))
    default: return
    }
  }

  mutating func result(_ item: AnswerItem) {}

  /// Records with files have an additional progress report in the middle.
  private mutating func progress(of record: Record, _ desiredKeys: DesiredKeys) {
    let hasFiles = record.fields.contains { field in
      desiredKeys?.contains(field.name) ?? true && !field.value.assets.isEmpty
    }
    let id = RecordID(recordName: record.recordName, zoneID: record.zoneID)
    for progress in hasFiles ? [0, 0.5, 1] : [0, 1] {
      blocks.append(OperationBlock(BlockNames.progress, .progress(id, progress)))
    }
  }
}

extension OperationBlock {
  /// Returns the block for an operation that was cancelled before the block was called; nil if it
  /// is not called then.
  ///
  /// - Parameter call: The call of the block.
  func cancelled(_ error: CloudError, in call: any BlockSource) -> OperationBlock? {
    var block = self
    switch content {
    case .progress, .token: return nil
    case .result, .cancelled: block.content = .cancelled(error)
    case .nothing: break
    case .written(let written):
      guard let cancelled = written.cancelled else { return nil }
      block.content = .written(WrittenBlock(text: cancelled, cancelled: cancelled))
    case .zone(let zoneID, _):
      block.content = .failure(ItemError(item: .zone(zoneID), error: error), number: 0)
    case .failure(let failure, let number):
      block.content = .failure(ItemError(item: failure.item, error: error), number: number)
    case .item(let item, let number, _):
      guard let id = item.id ?? call.requestedItem(number) else { return nil }
      block.content = .failure(ItemError(item: id, error: error), number: number)
    case .scripted(let members):
      guard let id = members.itemID else { return nil }
      block.content = .failure(ItemError(item: id, error: error), number: 0)
    }
    if status != nil { block.status = error.code.rawValue }
    return block
  }
}

extension AnswerItem {
  /// The ID in an error of the item; nil for items that are named by the request, or without one.
  fileprivate var id: ItemID? {
    switch self {
    case .record(let record, _): .record(name: record.recordName, zoneID: record.zoneID)
    case .deletedRecord(let id, _): .record(name: id.recordName, zoneID: id.zoneID)
    case .zone(let zone), .zoneChange(.saved(let zone)): .zone(zone.zoneID)
    case .deletedZone(let zoneID), .zoneChange(.deleted(let zoneID, _)): .zone(zoneID)
    case .subscription(let subscription): .subscription(subscription.subscriptionID)
    case .deletedSubscription(let id): .subscription(id)
    case .upload(let asset), .uploadAddress(let asset):
      .asset(name: asset.recordName, fieldName: asset.fieldName)
    case .file(let file): .asset(name: file.recordName, fieldName: file.fieldName)
    default: nil
    }
  }
}
