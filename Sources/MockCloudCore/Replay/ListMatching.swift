// The comparison of lists: in their order, and in any order.

extension PatternMatcher {
  /// Compares lists element by element. If their lengths differ, the elements that belong together
  /// are found first, so that one element too many is one difference.
  mutating func match(elements wanted: [JSONValue], _ found: [JSONValue]) {
    guard wanted.count != found.count else {
      for index in wanted.indices where !isFull {
        within(.index(index)) { $0.match(wanted[index], found[index]) }
      }
      return
    }
    var (place, next) = (0, 0)
    for pair in pairs(wanted, found) + [(wanted.count, found.count)] {
      while place < pair.wanted, next < pair.found, !isFull {
        within(.index(next)) { $0.match(wanted[place], found[next]) }
        place += 1
        next += 1
      }
      // A missing element does not match `$absent`: the lengths must be equal.
      while place < pair.wanted, !isFull {
        within(.index(place)) { $0.differ(wanted[place], nil) }
        place += 1
      }
      while next < pair.found, !isFull {
        within(.index(next)) { $0.differ(.absent, found[next]) }
        next += 1
      }
      if isFull { return }
      if place < wanted.count {
        // The names of a pair are captured.
        within(.index(next)) { $0.match(wanted[place], found[next]) }
      }
      place += 1
      next += 1
    }
  }

  /// Returns the indices of elements that match each other, in their order in both lists.
  private mutating func pairs(
    _ wanted: [JSONValue], _ found: [JSONValue]
  ) -> [(wanted: Int, found: Int)] {
    let least = min(wanted.count, found.count)
    let known = captures
    defer { captures = known }
    var head = 0
    while head < least, holds(wanted[head], found[head], capturing: true) { head += 1 }
    var tail = 0
    while tail < least - head,
      holds(wanted[wanted.count - 1 - tail], found[found.count - 1 - tail])
    {
      tail += 1
    }
    let middle = longestPairs(
      wanted[head..<(wanted.count - tail)], found[head..<(found.count - tail)])
    return (0..<head).map { ($0, $0) } + middle
      + (0..<tail).reversed().map { (wanted.count - 1 - $0, found.count - 1 - $0) }
  }

  /// Returns as many pairs as possible; none for long lists, for which that takes too long.
  private mutating func longestPairs(
    _ wanted: ArraySlice<JSONValue>, _ found: ArraySlice<JSONValue>
  ) -> [(wanted: Int, found: Int)] {
    let width = found.count + 1
    let (size, overflows) = wanted.count.multipliedReportingOverflow(by: found.count)
    guard size > 0, !overflows, size <= Self.mostCompared else { return [] }
    // The number of pairs from each position on.
    var counts = [Int](repeating: 0, count: (wanted.count + 1) * width)
    var fits = [Bool](repeating: false, count: counts.count)
    for (row, pattern) in wanted.enumerated().reversed() {
      for (column, value) in found.enumerated().reversed() {
        let place = row * width + column
        fits[place] = holds(pattern, value)
        counts[place] =
          fits[place]
          ? counts[place + width + 1] + 1 : max(counts[place + width], counts[place + 1])
      }
    }
    var pairs: [(wanted: Int, found: Int)] = []
    var (row, column) = (0, 0)
    while row < wanted.count, column < found.count {
      let place = row * width + column
      if fits[place] {
        pairs.append((wanted.startIndex + row, found.startIndex + column))
        row += 1
        column += 1
      } else if counts[place + width] >= counts[place + 1] {
        row += 1
      } else {
        column += 1
      }
    }
    return pairs
  }

  // MARK: Any order

  /// Compares a list with patterns in any order: each matches another element.
  mutating func match(_ wanted: [JSONValue], amongAll found: [JSONValue]) {
    let partners = assignment(wanted, found)
    noteEnd(of: partners)
    let taken = Set(partners.compactMap { $0 })
    var others = found.indices.filter { !taken.contains($0) }[...]
    for (place, partner) in partners.enumerated() where !isFull {
      // An element without a partner is compared with the first that has none either.
      match(wanted[place], found, at: partner ?? others.popFirst())
    }
    for index in others where !isFull { within(.index(index)) { $0.differ(.absent, found[index]) } }
  }

  /// Compares a list, which may have further elements, with patterns in any order.
  mutating func match(_ wanted: [JSONValue], among found: [JSONValue]) {
    let partners = assignment(wanted, found)
    noteEnd(of: partners)
    for (place, partner) in partners.enumerated() where !isFull {
      match(wanted[place], found, at: partner)
    }
  }

  /// Adds a difference if the elements of a list were not all compared.
  private mutating func noteEnd(of partners: [Int?]) {
    guard isExhausted, partners.contains(where: { $0 == nil }) else { return }
    differ(
      .string("an assignment of elements within \(Self.mostTested) comparisons of values"),
      .string("more comparisons"))
  }

  private mutating func match(_ pattern: JSONValue, _ found: [JSONValue], at index: Int?) {
    guard let index else { return differ(pattern, nil) }
    within(.index(index)) { $0.match(pattern, found[index]) }
  }

  /// Returns an element for as many patterns as possible, each for at most one.
  private mutating func assignment(_ wanted: [JSONValue], _ found: [JSONValue]) -> [Int?] {
    let index = PatternIndex(wanted.enumerated().map { ($0.offset, $0.element) })
    var free = index
    var partners = [Int?](repeating: nil, count: wanted.count)
    var owners = [Int?](repeating: nil, count: found.count)
    for (place, value) in found.enumerated() where !isExhausted {
      var chosen: Int?
      let cost = free.candidates(value) { pattern in
        if chosen == nil, holds(wanted[pattern], value) { chosen = pattern }
        return chosen == nil && !isExhausted
      }
      spend(cost)
      guard let chosen else { continue }
      free.remove(chosen)
      partners[chosen] = place
      owners[place] = chosen
    }
    // Elements that were taken first may have left none for others.
    var missing = partners.count { $0 == nil }
    for place in found.indices where owners[place] == nil && missing > 0 && !isExhausted {
      rearrange(for: place, wanted, found, index, &partners, &owners)
      if owners[place] != nil { missing -= 1 }
    }
    return partners
  }

  /// Gives a pattern to an element, if others can take other patterns for it.
  private mutating func rearrange(
    for place: Int, _ wanted: [JSONValue], _ found: [JSONValue], _ index: PatternIndex,
    _ partners: inout [Int?], _ owners: inout [Int?]
  ) {
    var queue = [place]
    var next = 0
    // The element from which each pattern was reached.
    var origins: [Int: Int] = [:]
    while next < queue.count {
      let current = queue[next]
      next += 1
      var end: Int?
      let cost = index.candidates(found[current]) { pattern in
        guard end == nil, !isExhausted else { return false }
        guard origins[pattern] == nil, holds(wanted[pattern], found[current]) else { return true }
        origins[pattern] = current
        if let owner = partners[pattern] { queue.append(owner) } else { end = pattern }
        return end == nil
      }
      spend(cost)
      guard var pattern = end else { continue }
      while let origin = origins[pattern] {
        let former = owners[origin]
        owners[origin] = pattern
        partners[pattern] = origin
        guard let former else { return }
        pattern = former
      }
    }
  }

  /// The maximum number of comparisons of elements of two lists with different lengths.
  private static var mostCompared: Int { 10_000 }
}
