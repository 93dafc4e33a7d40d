import Testing

@testable import MockCloudCore

/// The stored results about a draft's hierarchies equal newly computed ones, after any saves and
/// deletions.
@Suite struct HierarchyTests {
  private let stamp = Stamp(timestamp: 0, userRecordName: "_me", deviceID: "phone")
  private static let names = (0..<12).map { RecordName("r\($0)") }

  private static var draft: ZoneDraft {
    let zone = Zone(zoneID: ZoneID(zoneName: "z", ownerName: "_me"), incarnation: 1)
    return ZoneDraft(VisibleZone(zone: zone, access: .owner), savingItems: [:], epoch: 0)
  }

  private func save(
    _ name: RecordName, parent: RecordName?, root: RecordName? = nil, in draft: inout ZoneDraft
  ) {
    let existing = draft.zone.records[name]
    var sharing = existing?.record.sharing ?? Record.Sharing()
    if let root {
      sharing.share = Share(
        rootRecordName: root, publicPermission: .none, participants: [], shortGUID: name)
    }
    var identifiers = IdentifierSource(seed: 1)
    _ = draft.save(
      RecordSave(
        recordName: name, recordType: "Note", fields: [], parent: parent,
        sharing: sharing.isEmpty ? nil : sharing, existing: existing),
      item: 0, stamp: stamp, &identifiers)
  }

  private func change(_ draft: inout ZoneDraft, _ random: inout JSONTestRandom) {
    let name = Self.names.randomElement(using: &random) ?? ""
    let record = draft.zone.records[name]?.record
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<6:
      // Some parents do not exist, and some form a cycle.
      let parent = Self.names.randomElement(using: &random)
      save(name, parent: Bool.random(using: &random) ? parent : record?.parent, in: &draft)
    case 6, 7:
      guard record != nil, record?.shareName == nil else { return }
      save("s-\(name)", parent: nil, root: name, in: &draft)
    case 8: if let record { draft.delete(record, item: 1) }
    default:
      if let share = draft.zone.records["s-\(name)"]?.record { draft.delete(share, item: 1) }
    }
  }

  @Test(arguments: 1...30) func whatIsRememberedIsTrue(seed: UInt64) {
    var random = JSONTestRandom(state: seed)
    var draft = Self.draft
    var found = (above: 0, below: 0)
    for step in 0..<300 {
      change(&draft, &random)
      for name in Self.names where Int.random(in: 0..<3, using: &random) == 0 {
        guard draft.zone.records[name] != nil else { continue }
        var finder = ShareFinder()
        let above = finder.share(over: name, in: draft.zone)
        #expect(draft.share(over: name) == above, "\(step): \(name)")
        guard above == nil else {
          found.above += 1
          continue
        }
        let below = draft.zone.shareBelow(name) != nil
        #expect(draft.hasShare(below: name) == below, "\(step): \(name)")
        if below { found.below += 1 }
      }
    }
    #expect(found.above > 20 && found.below > 20)
  }
}
