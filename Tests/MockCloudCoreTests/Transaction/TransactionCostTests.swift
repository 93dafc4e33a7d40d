import Foundation
import Testing

@testable import MockCloudCore

/// Large and hostile requests take time proportional to the data that they touch: steps are counted
/// and compared for two sizes, one of which is twice the other.
@Suite struct TransactionCostTests {
  private static let zoneID: ZoneID = "work"

  /// Creates a world with one zone, and a caller.
  private static func world() throws -> (world: World, context: CallContext) {
    var world = World(seed: 1, clock: .standard)
    _ = try AddUser("me", devices: ["device-1"]).add(to: &world)
    let context = try Caller().context(in: world)
    let key = try #require(context.databaseKey)
    world.withDatabase(key) { $0.createZone(named: "work") }
    world.limits.itemsPerRequest = .max
    return (world, context)
  }

  private static func record(
    _ name: RecordName, _ fields: [String: FieldValue?] = [:], parent: RecordName? = nil
  ) -> RecordDraft {
    RecordDraft("Note", recordName: name, zoneID: zoneID, fields: fields, parent: parent)
  }

  private static func reference(_ target: RecordName, _ action: Reference.Action) -> FieldValue {
    .reference(Reference(recordName: target, zoneID: nil, action: action))
  }

  private static func run(
    _ operation: ModifyRecords, in world: inout World, as context: CallContext
  ) -> (steps: Int, codes: [CKErrorCode?]) {
    let zoneIDs = operation.items.map { context.resolved($0.record.zoneID, in: world) }
    var transaction = RecordTransaction(
      BatchRequest(operation, zoneIDs, as: context))
    var session = CallSession()
    let results = (try? transaction.run(in: &world, &session)) ?? []
    let codes = results.map { result -> CKErrorCode? in
      if case .failure(let error) = result { error.error.code } else { nil }
    }
    return (transaction.steps, codes)
  }

  /// Saves records, each of which is owned by the previous one.
  private static func saveChain(
    _ count: Int, in world: inout World, as context: CallContext
  ) {
    let items = (0..<count).map { index in
      ModifyRecords.Item(
        .save,
        record("r\(index)", index == 0 ? [:] : ["r": reference("r\(index - 1)", .deleteSelf)]))
    }
    #expect(run(ModifyRecords(items), in: &world, as: context).codes.allSatisfy { $0 == nil })
  }

  /// - Parameter isHeld: Whether another record prevents the deletion of the last one of the chain.
  private func chainSteps(_ count: Int, isHeld: Bool) throws -> Int {
    var (world, context) = try Self.world()
    Self.saveChain(count, in: &world, as: context)
    if isHeld {
      let holder = Self.record("holder", ["r": Self.reference("r\(count - 1)", .validate)])
      _ = Self.run(ModifyRecords([.init(.save, holder)]), in: &world, as: context)
    }
    let items = stride(from: 0, to: count, by: count / 200).flatMap { index in
      [
        ModifyRecords.Item(.forceDelete, Self.record("r\(index)")),
        ModifyRecords.Item(.forceUpdate, Self.record("r\(index + 1)", ["n": .int64(1)])),
      ]
    }
    return Self.run(ModifyRecords(items, atomic: false), in: &world, as: context).steps
  }

  @Test(arguments: [true, false]) func deletionsAndSavesInAChain(isHeld: Bool) throws {
    let steps = try chainSteps(2000, isHeld: isHeld)
    let more = try chainSteps(4000, isHeld: isHeld)
    #expect(steps < 8 * 2000)
    #expect(more < 3 * steps)
  }

  @Test func aBatchOfOrphansFailsAtOnce() throws {
    var (world, context) = try Self.world()
    let items = (0..<400).map {
      ModifyRecords.Item(.save, Self.record("r\($0)", parent: "r\($0 + 1)"))
    }
    let (steps, codes) = Self.run(ModifyRecords(items, atomic: false), in: &world, as: context)
    #expect(codes.last == .referenceViolation)
    #expect(codes.dropLast().allSatisfy { $0 == .internalError })
    #expect(steps < 4 * 400)
  }

  /// A deletion that fails keeps the records that it would have deleted, which prevents the next
  /// deletion, and so on: such a request ends too, and the unresolved items fail.
  @Test func failuresThatMakeOthersFailEndSomewhere() throws {
    var (world, context) = try Self.world()
    var items: [ModifyRecords.Item] = []
    for index in 0...40 {
      items.append(.init(.save, Self.record("list\(index)")))
      if index < 40 {
        items.append(
          .init(
            .save,
            Self.record(
              "item\(index)", ["r": Self.reference("list\(index)", .deleteSelf)],
              parent: "list\(index + 1)")))
      }
    }
    items.append(.init(.save, Self.record("holder", ["r": Self.reference("list0", .validate)])))
    #expect(Self.run(ModifyRecords(items), in: &world, as: context).codes.allSatisfy { $0 == nil })
    let deletions = (0...40).map { ModifyRecords.Item(.forceDelete, Self.record("list\($0)")) }
    let (steps, codes) = Self.run(ModifyRecords(deletions, atomic: false), in: &world, as: context)
    #expect(codes.prefix(10).allSatisfy { $0 == .referenceViolation })
    #expect(codes.allSatisfy { $0 == .referenceViolation || $0 == .batchRequestFailed })
    #expect(steps < 17 * 4 * 41)
  }

  /// Items that conflict need not be undone, so that the other items need no further attempt.
  @Test(arguments: [100, 200], [nil, "list"])
  func conflictsTakeNoOtherAttempt(count: Int, parent: RecordName?) throws {
    var (world, context) = try Self.world()
    let names: [RecordName] = ["list"] + (0..<count).map { "r\($0)" }
    let records = names.map { Self.record($0, parent: $0 == "list" ? nil : parent) }
    let saves = records.map { ModifyRecords.Item(.forceUpdate, $0) }
    _ = Self.run(ModifyRecords(saves), in: &world, as: context)
    let items = records.dropFirst().enumerated().map { index, record in
      ModifyRecords.Item(index.isMultiple(of: 2) ? .create : .forceUpdate, record)
    }
    let (steps, codes) = Self.run(ModifyRecords(items, atomic: false), in: &world, as: context)
    #expect(codes.count { $0 == .serverRecordChanged } == count / 2)
    #expect(codes.count { $0 == nil } == count / 2)
    // The items, and the changes of the successful ones and their parent.
    #expect(steps <= count + count / 2 + 1)
  }

  // MARK: Views

  /// Saves the last of many children in a zone whose share covers their root.
  private func viewSteps(children: Int) throws -> Int {
    let stamp = Stamp(timestamp: 0, userRecordName: "_me", deviceID: "phone")
    let zoneID = ZoneID(zoneName: "work", ownerName: "_me")
    func record(_ name: RecordName, parent: RecordName?, _ sharing: Record.Sharing? = nil) -> Record
    {
      Record(
        recordName: name, zoneID: zoneID, recordType: "Note", recordChangeTag: "1", fields: [],
        created: stamp, modified: stamp, parent: parent, sharing: sharing)
    }
    var zone = Zone(zoneID: zoneID, incarnation: 1)
    let participants = (0..<10).map { number in
      Share.Participant(
        participantID: "\(number)", userRecordName: "_\(number)",
        lookupInfo: Share.LookupInfo(), permission: .readWrite, role: .user,
        acceptance: .accepted)
    }
    let share = Share(
      rootRecordName: "root", publicPermission: .none, participants: participants,
      shortGUID: "0")
    var records = [
      record("root", parent: nil, Record.Sharing(shareName: "share")),
      record("share", parent: nil, Record.Sharing(share: share)),
    ]
    records += (0..<children).map { record("c\($0)", parent: "root") }
    for (place, record) in records.enumerated() {
      zone.store(record, sequence: UInt64(place + 1), keeping: nil)
    }
    let base = zone
    let child = record("new", parent: "root")
    zone.store(child, sequence: UInt64(records.count + 1), keeping: nil)
    let change = RecordChange(zoneID: zoneID, before: nil, after: child)
    let update = ViewUpdate(from: base, to: zone, by: [change])
    #expect(update.users.count == 10)
    return update.steps
  }

  @Test func aChildIsSavedWithoutGoingThroughTheZone() throws {
    #expect(try viewSteps(children: 200) == viewSteps(children: 100))
  }

  @Test func sharesOverAChainAreFoundInOneStepEach() {
    let stamp = Stamp(timestamp: 0, userRecordName: "_me", deviceID: "phone")
    let zoneID = ZoneID(zoneName: "work", ownerName: "_me")
    var zone = Zone(zoneID: zoneID, incarnation: 1)
    for index in 0..<4000 {
      let record = Record(
        recordName: "r\(index)", zoneID: zoneID, recordType: "Note", recordChangeTag: "1",
        fields: [], created: stamp, modified: stamp, parent: index == 0 ? nil : "r\(index - 1)",
        sharing: index == 0 ? Record.Sharing(shareName: "share") : nil)
      zone.store(record, sequence: UInt64(index + 1), keeping: nil)
    }
    var finder = ShareFinder()
    for index in (0..<4000).reversed() {
      #expect(finder.share(over: "r\(index)", in: zone) == "share")
    }
    #expect(finder.steps == 4000)
  }

  // MARK: Drafts

  @Test func aDefectGoesWithTheValueThatHadIt() {
    var draft = RecordDraft("Note", fields: ["a": .location(Location(latitude: 91, longitude: 0))])
    #expect(draft.defect != nil)
    draft["a"] = .location(Location(latitude: 90, longitude: 0))
    #expect(draft.defect == nil)
    draft["a"] = .location(Location(latitude: 91, longitude: 0))
    draft["b"] = .int64(1)
    #expect(draft.defect != nil)
    draft["a"] = nil
    #expect(draft.defect == nil)
  }

  @Test func filesOfTheHostAreReadOnce() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("mockcloud-read-once-\(UUID().uuidString)").path
    try Data(count: 1 << 22).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let (world, context) = try Self.world()
    func steps(_ failing: Int) -> Int {
      var world = world
      let items =
        [ModifyRecords.Item(.save, Self.record("file", ["f": .asset(Asset(path: path))]))]
        + (0..<failing).map { index in
          let previous: RecordName = index == 0 ? "missing" : "r\(index - 1)"
          return ModifyRecords.Item(
            .save, Self.record("r\(index)", ["r": Self.reference(previous, .validate)]))
        }
      return Steps.taken {
        _ = Self.run(ModifyRecords(items, atomic: false), in: &world, as: context)
      }
    }
    try #require(Steps.areCounted)
    #expect(steps(0) > 4096)
    #expect(steps(10) < 2 * 4096)
  }
}
