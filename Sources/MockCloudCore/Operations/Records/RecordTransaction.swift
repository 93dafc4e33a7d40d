/// Applies the items of a `records/modify` as one transaction.
///
/// The transaction makes attempts (`RecordAttempt`) until one of them succeeds. An attempt checks
/// each item (`RecordChecks`, `SharePlanner`, `ShareAccess`) against drafts of the zones
/// (`ZoneDraft`), applies it with all consequences (`RecordEffects`), and validates the combined
/// result (`BatchValidation`). Failed items, and in an atomic zone the other items of the zone, are
/// left out of the next attempt, which begins with the original zones. The drafts of the last
/// attempt replace the zones.
///
/// If the items of a request are independent of each other (no references, shares or quota), an
/// attempt only checks them, and the changes are made in place.
struct RecordTransaction {
  let request: BatchRequest
  private var files = HostFiles()
  /// The injected errors of items. The fault rules are evaluated once for each item, when it is
  /// first attempted.
  private var faults: [Int: CloudError] = [:]
  private var asked = 0
  /// The errors of failed items.
  private var errors: [Int: CloudError] = [:]
  /// The same for items that save records with names, by record.
  private var failedSaves: [RecordID: CloudError] = [:]
  /// The number of items and changes of all attempts; tests compare it with the request.
  private(set) var steps = 0

  /// The maximum number of attempts at one request. Each takes time in proportion to the request,
  /// and a failed one excludes items from the next; this bounds chains of failures that cause
  /// others.
  private static let mostAttempts = 16

  init(_ request: BatchRequest) { self.request = request }

  private var operation: ModifyRecords { _read { yield request.operation } }
  private var zoneIDs: [ZoneID] { request.zoneIDs }
  private var context: CallContext { _read { yield request.context } }

  mutating func run(
    in world: inout World, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<ModifyRecords.Outcome>] {
    guard let prepared = settle(world, &session) else { return results { _ in nil } }
    try session.reach(.commit)
    let outcomes = commit(prepared, to: &world)
    return results { outcomes[$0] }
  }

  private func results(
    _ outcome: (Int) -> ModifyRecords.Outcome?
  ) -> [ItemResult<ModifyRecords.Outcome>] {
    operation.items.indices.map { index in
      if errors[index] == nil, let outcome = outcome(index) { return .success(outcome) }
      let error = errors[index] ?? CloudError(.batchRequestFailed, ServerText.atomicFailure)
      return .failure(
        ItemError(
          item: .record(name: operation.items[index].record.recordName, zoneID: zoneIDs[index]),
          error: error))
    }
  }

  // MARK: Attempts

  /// The changes of the world that an attempt prepares.
  struct Prepared {
    let plans: [RecordPlan?]
    /// Empty if the plans are made in place.
    var drafts: [ZoneDraft]
    let identifiers: IdentifierSource
    let schema: Schema?
  }

  /// Makes attempts until one succeeds; returns nil if no item succeeds.
  private mutating func settle(
    _ world: borrowing World, _ session: inout CallSession
  ) -> Prepared? {
    var live = Array(operation.items.indices)
    var isPlain = mayBePlain(world)
    for _ in 0..<Self.mostAttempts where !live.isEmpty {
      var attempt = attempt(live, isPlain: isPlain, world, &session)
      if attempt.isMixed {
        isPlain = false
        files = attempt.files
        attempt = self.attempt(live, isPlain: false, world, &session)
      }
      if attempt.failures.isEmpty { return prepared(attempt, of: live) }
      files = attempt.files
      let verdict = verdict(on: attempt)
      for index in verdict.failed { fail(index, attempt.failures[index]) }
      let left = live.filter { index in
        errors[index] == nil && !verdict.lostZones.contains(zoneIDs[index])
      }
      if verdict.isValid(for: left, live, of: attempt) {
        return left.isEmpty ? nil : prepared(attempt, of: live)
      }
      findFurtherFailures(in: verdict.lostZones, live, attempt, world, &session)
      live = left
    }
    return nil
  }

  /// - Parameter live: The attempted items.
  private func prepared(_ attempt: RecordAttempt, of live: [Int]) -> Prepared {
    var plans = attempt.plans
    if live.count < operation.items.count {
      plans = Array(repeating: nil, count: operation.items.count)
      for (index, plan) in zip(live, attempt.plans) { plans[index] = plan }
    }
    return Prepared(
      plans: plans, drafts: attempt.isPlain ? [] : attempt.drafts,
      identifiers: attempt.identifiers, schema: attempt.grownSchema)
  }

  /// Whether the items seem independent of each other; their zones may still show otherwise.
  private func mayBePlain(_ world: borrowing World) -> Bool {
    guard context.scope != .shared, !world.limits.hasQuota else { return false }
    let isSingle = operation.items.count == 1
    return operation.items.indices.allSatisfy { index in
      operation.items[index].record.mayBePlain(isSingle)
    }
  }

  private mutating func attempt(
    _ live: [Int], isPlain: Bool, _ world: borrowing World, _ session: inout CallSession
  ) -> RecordAttempt {
    var attempt = RecordAttempt(
      request, of: live.count, savingItems: isPlain ? nil : savingItems(live), files, in: world)
    for index in live {
      attempt.apply(index, fault: fault(of: index, &session), in: world)
      if attempt.isMixed { return attempt }
    }
    attempt.validate(after: failedSaves, in: world)
    steps += attempt.drafts.reduce(live.count) { $0 + $1.zone.recordChanges.count }
    return attempt
  }

  private mutating func fault(of index: Int, _ session: inout CallSession) -> CloudError? {
    // The first attempt takes all items in order: the rules were evaluated for all before this one.
    guard index >= asked else { return faults[index] }
    asked = index + 1
    do throws(CloudError) {
      try session.reach(
        .item(operation.items[index].faultItem(in: zoneIDs[index], at: index)))
    } catch {
      faults[index] = error
    }
    return faults[index]
  }

  /// Returns the items that save records, by zone and record name.
  private func savingItems(_ live: [Int]) -> [ZoneID: [RecordName: Int]] {
    var savingItems: [ZoneID: [RecordName: Int]] = [:]
    for index in live {
      guard let saved = request.savedRecord(of: index) else { continue }
      savingItems[saved.zoneID, default: [:]][saved.recordName] = index
    }
    return savingItems
  }

  // MARK: Failures

  /// The consequences of an attempt's failures.
  private struct Verdict {
    /// The items whose failures are final, in order.
    let failed: [Int]
    /// The atomic zones of the failed items.
    let lostZones: Set<ZoneID>
    let zoneIDs: [ZoneID]

    /// Whether the attempt is valid for the remaining items: nothing must be undone, and no result
    /// depends on a failed item.
    ///
    /// - Parameter live: The attempted items.
    func isValid(for left: [Int], _ live: [Int], of attempt: RecordAttempt) -> Bool {
      if left.isEmpty, lostZones.isEmpty { return true }
      guard left.allSatisfy({ attempt.failures[$0] == nil }) else { return false }
      let itemsReliedOn = attempt.itemsReliedOn
      guard
        failed.allSatisfy({
          attempt.failures[$0]?.wasApplied == false && !itemsReliedOn.contains($0)
        })
      else { return false }
      return !zip(live, attempt.plans).contains { index, plan in
        plan != nil && lostZones.contains(zoneIDs[index])
      }
    }
  }

  private mutating func fail(_ index: Int, _ failure: RecordAttempt.Failure?) {
    errors[index] = failure?.error
    if let saved = request.savedRecord(of: index) { failedSaves[saved] = failure?.error }
  }

  /// Determines which failures are final. A failure that may depend on the fields of another item
  /// is not final if that item may be undone.
  private func verdict(on attempt: RecordAttempt) -> Verdict {
    let failing = attempt.failures.keys.sorted()
    let atRisk = lostZones(failing)
    let firstUndone = attempt.schemaGrowingItems.first {
      attempt.failures[$0] != nil || atRisk.contains(zoneIDs[$0])
    }
    var failed = failing.filter { index in
      guard let firstUndone, attempt.failures[index]?.isByTypes == true else { return true }
      return index < firstUndone
    }
    if failed.isEmpty { failed = Array(failing.prefix(1)) }
    let lost = lostZones(failed)
    return Verdict(
      failed: failing.filter { lost.contains(zoneIDs[$0]) || failed.contains($0) },
      lostZones: lost, zoneIDs: zoneIDs)
  }

  /// Returns the atomic zones of failed items, in which all other items fail as well (DOC; LOG for
  /// the text).
  private func lostZones(_ failed: [Int]) -> Set<ZoneID> {
    guard operation.isAtomic else { return [] }
    return Set(failed.lazy.map { zoneIDs[$0] }.filter(context.isAtomic))
  }

  /// Finds further failures in atomic zones that have failed: failed items can cause the failure of
  /// others.
  private mutating func findFurtherFailures(
    in zones: Set<ZoneID>, _ live: [Int], _ attempt: RecordAttempt, _ world: borrowing World,
    _ session: inout CallSession
  ) {
    Steps.take(live.count)
    var items: [ZoneID: [Int]] = [:]
    for index in live where errors[index] == nil && zones.contains(zoneIDs[index]) {
      items[zoneIDs[index], default: []].append(index)
    }
    for draft in attempt.drafts where draft.meetsReferences {
      if let left = items[draft.zoneID] { findFailures(of: left, world, &session) }
    }
  }

  /// Finds the failures of items of one zone.
  private mutating func findFailures(
    of items: [Int], _ world: borrowing World, _ session: inout CallSession
  ) {
    var left = items
    for _ in 0..<Self.mostAttempts {
      Steps.take(left.count)
      left.removeAll { errors[$0] != nil }
      guard !left.isEmpty else { return }
      let attempt = self.attempt(left, isPlain: false, world, &session)
      if attempt.failures.isEmpty { return }
      files = attempt.files
      for (index, failure) in attempt.failures { fail(index, failure) }
    }
  }
}

extension RecordDraft {
  /// Whether the draft seems independent of other records of the request.
  fileprivate func mayBePlain(_ isSingle: Bool) -> Bool {
    share == nil && recordType != Share.recordType && (isSingle || !mayHoldLinks)
  }

  private var mayHoldLinks: Bool {
    if case .record = parent { return true }
    return fields.contains { $0.value?.holdsLink == true }
  }
}
