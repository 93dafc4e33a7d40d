extension FieldIndex {
  /// The postings of a new index, added in the order of the records' names.
  struct Postings {
    fileprivate var numbers: [Posting<Int64>] = []
    fileprivate var doubles: [Posting<Int64>] = []
    fileprivate var texts: [Posting<String>] = []
    fileprivate var equivalents: [Posting<EquivalentText>] = []
    fileprivate var absent: [RecordName] = []

    /// Adds the terms of a record.
    mutating func add(_ name: RecordName, _ terms: [IndexTerm]) {
      if terms.isEmpty { absent.append(name) }
      for term in terms {
        switch term {
        case .number(let value): numbers.append(Posting(value: value, name: name))
        case .double(let value): doubles.append(Posting(value: value, name: name))
        case .text(let value): texts.append(Posting(value: value, name: name))
        case .equivalent(let value): equivalents.append(Posting(value: value, name: name))
        }
      }
    }
  }

  init(_ postings: Postings) {
    self.init(
      numbers: Self.map(postings.numbers), doubles: Self.map(postings.doubles),
      texts: Self.map(postings.texts), equivalents: Self.map(postings.equivalents),
      absent: OrderedMap(rising: postings.absent, value: Present()))
  }

  /// Sorts ranks rather than postings, which would be fetched from memory for each comparison.
  private static func map<Value>(
    _ postings: [Posting<Value>]
  ) -> OrderedMap<Posting<Value>, Present> {
    let sorted = postings.enumerated()
      .map { Ranked(rank: $0.element.value.rank, place: $0.offset) }
      .sorted { $0.precedes($1, postings) }
    var distinct: [Posting<Value>] = []
    distinct.reserveCapacity(sorted.count)
    for ranked in sorted {
      let posting = postings[ranked.place]
      // A list may have a value twice.
      if let last = distinct.last, last.rank == ranked.rank, Posting.compare(last, posting) == 0 {
        continue
      }
      distinct.append(posting)
    }
    return OrderedMap(rising: distinct, value: Present())
  }

  private struct Ranked {
    let rank: UInt64
    let place: Int

    /// Postings with the same value are already in the order of their names.
    func precedes<Value>(_ other: Ranked, _ postings: [Posting<Value>]) -> Bool {
      if rank != other.rank { return rank < other.rank }
      if Value.isOrderedByRankAlone { return place < other.place }
      let order = Value.compare(postings[place].value, postings[other.place].value)
      return order == 0 ? place < other.place : order < 0
    }
  }
}
