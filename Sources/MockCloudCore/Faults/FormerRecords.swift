/// A world with outdated indexes.
extension World {
  /// Replaces the records of all zones that the caller sees by earlier versions, if these are
  /// stored: a record has the version before its latest, or is removed if that one is too new as
  /// well. Deleted records are not restored, because a query would have no record to return.
  ///
  /// Call it only on a copy that is discarded afterwards: it adds changes to the feeds.
  mutating func showRecords(behindBy lag: FaultLag, as context: CallContext) {
    let now = clock.now
    for (zone, key) in zones(as: context) {
      withZone(zone.zoneID, in: key) { $0.showRecords(behindBy: lag, at: now) }
    }
  }
}

extension Zone {
  fileprivate mutating func showRecords(behindBy lag: FaultLag, at now: Int64) {
    for name in names(changedWithin: lag, of: now) {
      guard let entry = records[name] else { continue }
      let previous = entry.former?.lastChange { !lag.hides($0, at: now) }
      if let previous {
        store(previous, sequence: feed.nextPosition, keeping: nil)
      } else {
        remove(name)
      }
    }
  }

  /// Returns the records whose changes an index does not have yet, latest first.
  private func names(changedWithin lag: FaultLag, of now: Int64) -> [RecordName] {
    // A reading without a cursor would leave out deleted records.
    var cursor = FeedCursor(0)
    var names: [RecordName] = []
    while true {
      let page = feed.page(from: cursor, limit: 100, reversed: true)
      for change in page.changes {
        switch (lag, change) {
        case (.versions(let most), _) where names.count >= most: return names
        case (.time, .saved(let name)):
          guard let entry = records[name], lag.hides(entry.record, at: now) else { return names }
          names.append(name)
        case (.versions, .saved(let name)), (.versions, .deleted(let name, _)): names.append(name)
        case (.time, .deleted): break
        }
      }
      guard page.moreComing else { return names }
      cursor = page.next
    }
  }
}

extension FaultLag {
  /// Whether a version is too new for an index. An index that lags by versions has all versions but
  /// the latest.
  fileprivate func hides(_ record: Record, at now: Int64) -> Bool {
    guard case .time(let milliseconds) = self else { return false }
    return now.subtractingReportingOverflow(record.modified.timestamp).partialValue < milliseconds
  }
}
