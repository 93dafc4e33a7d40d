// How the changes of a feed are read, page by page.

extension ChangeFeed {
  typealias Numbered = (number: UInt64, change: Change)

  /// All changes with their numbers, in order.
  var changes: [Numbered] {
    changes(in: Window(after: 0, before: nil, reversed: false), hidden: 0, upTo: .max) { _ in true }
  }

  /// The deletions with their numbers, in order.
  var deletionsInOrder: some Sequence<(number: UInt64, name: Name, deletion: Deletion)> {
    deletions.lazy.map { (number: $0.key, name: $0.value.name, deletion: $0.value.deletion) }
  }

  var deletionCount: Int { deletions.count }

  struct Page: Sendable {
    let changes: [Change]
    /// The position of the next page.
    let next: FeedCursor
    let moreComing: Bool
  }

  /// Returns whether a reading without a token returns a deletion from before it.
  typealias ShownDeletions = (Deletion) -> Bool

  /// Returns the next changes after a cursor; nil reads the existing items from the beginning.
  ///
  /// Only wanted changes count towards the limit, and `moreComing` is true only if another one
  /// follows. Changes made between the pages of a reading do not disturb it: they come last when
  /// reading forwards, and after the reading when reading backwards.
  ///
  /// - Parameters:
  ///   - hidesFormer: Whether a reading from the beginning leaves out the deletions before it.
  ///   - shown: Which of these it returns nevertheless, if it reads forwards.
  func page(
    from cursor: FeedCursor?, limit: Int, reversed: Bool = false, hidesFormer: Bool = true,
    showing shown: ShownDeletions? = nil, where isWanted: (Change) -> Bool = { _ in true }
  ) -> Page {
    var start = cursor ?? FeedCursor(0)
    if cursor == nil, hidesFormer || reversed { start.hidden = position }
    if !reversed {
      start.top = 0
      start.ceiling = 0
    } else if start.ceiling == 0 {
      start.top = position
    }
    let window = Window(
      after: start.sequence, before: start.ceiling == 0 ? nil : start.ceiling, reversed: reversed)
    let wanted = max(1, limit)
    let found = changes(
      in: window, hidden: start.hidden, showing: reversed ? nil : shown,
      upTo: wanted < .max ? wanted + 1 : wanted, where: isWanted)
    let changes = found.prefix(wanted).map(\.change)
    guard found.count > wanted else {
      return Page(
        changes: changes, next: FeedCursor(reversed ? start.top : position), moreComing: false)
    }
    let last = found[wanted - 1].number
    var next = start
    if reversed { next.ceiling = last } else { next.sequence = last }
    if next.sequence >= next.hidden { next.hidden = 0 }
    return Page(changes: changes, next: next, moreComing: true)
  }

  /// A range of numbers, without both bounds, and the direction of reading.
  private struct Window {
    var after: UInt64
    var before: UInt64?
    let reversed: Bool

    func holds(_ number: UInt64) -> Bool { number > after && before.map { number < $0 } ?? true }

    /// Whether the number comes after `end` in the direction of reading.
    func isBeyond(_ end: UInt64, _ number: UInt64) -> Bool {
      reversed ? number < end : number > end
    }

    /// Moves the window behind what was read.
    mutating func pass(_ number: UInt64) {
      if reversed { before = number } else { after = number }
    }
  }

  /// Returns the first wanted changes of a window, without the deletions up to the number `hidden`
  /// that are not shown.
  private func changes(
    in window: Window, hidden: UInt64, showing shown: ShownDeletions? = nil, upTo count: Int,
    where isWanted: (Change) -> Bool
  ) -> [Numbered] {
    var found: [Numbered] = []
    var window = window
    let size = min(max(count, 16), 512)
    while true {
      var visible = window
      if shown == nil { visible.after = max(window.after, hidden) }
      let saved = Self.first(size, of: saves, in: window) { .saved($0) }
      let deleted = Self.first(size, of: deletions, in: visible) { .deleted($0.name, $0.deletion) }
      // Both lists are complete up to the end of the one that is cut off first.
      let ends = [saved, deleted].filter { $0.count == size }.compactMap(\.last?.number)
      let end = window.reversed ? ends.max() : ends.min()
      for change in Self.merged(saved, deleted, reversed: window.reversed) {
        if let end, window.isBeyond(end, change.number) { break }
        if change.number <= hidden, let deletion = change.change.deletion, shown?(deletion) != true
        {
          continue
        }
        guard isWanted(change.change) else { continue }
        found.append(change)
        if found.count == count { return found }
      }
      guard let end else { return found }
      window.pass(end)
    }
  }

  private static func first<Value>(
    _ count: Int, of map: OrderedMap<UInt64, Value>, in window: Window, change: (Value) -> Change
  ) -> [Numbered] {
    var found: [Numbered] = []
    let start = window.reversed ? window.before : window.after
    map.scan(from: start, inclusive: false, reversed: window.reversed) { number, value in
      guard window.holds(number) else { return false }
      found.append((number, change(value)))
      return found.count < count
    }
    return found
  }

  private static func merged(
    _ left: [Numbered], _ right: [Numbered], reversed: Bool
  ) -> [Numbered] {
    if right.isEmpty { return left }
    if left.isEmpty { return right }
    var merged: [Numbered] = []
    merged.reserveCapacity(left.count + right.count)
    var (a, b) = (left[...], right[...])
    while let first = a.first, let second = b.first {
      let takesFirst = reversed ? first.number > second.number : first.number < second.number
      merged.append(takesFirst ? a.removeFirst() : b.removeFirst())
    }
    return merged + a + b
  }
}
