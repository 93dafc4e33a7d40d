/// An index of the records of one type by ordered terms. Copying takes constant time.
struct FieldIndex: Sendable {
  private var numbers = OrderedMap<Posting<Int64>, Present>()
  private var doubles = OrderedMap<Posting<Int64>, Present>()
  private var texts = OrderedMap<Posting<String>, Present>()
  private var equivalents = OrderedMap<Posting<EquivalentText>, Present>()
  /// The records without terms.
  private(set) var absent = OrderedMap<RecordName, Present>()

  init(
    numbers: OrderedMap<Posting<Int64>, Present> = OrderedMap(),
    doubles: OrderedMap<Posting<Int64>, Present> = OrderedMap(),
    texts: OrderedMap<Posting<String>, Present> = OrderedMap(),
    equivalents: OrderedMap<Posting<EquivalentText>, Present> = OrderedMap(),
    absent: OrderedMap<RecordName, Present> = OrderedMap()
  ) {
    self.numbers = numbers
    self.doubles = doubles
    self.texts = texts
    self.equivalents = equivalents
    self.absent = absent
  }

  /// Replaces the terms of a record; nil means no record.
  mutating func update(_ name: RecordName, from old: [IndexTerm]?, to new: [IndexTerm]?) {
    if let old, let new, old.elementsEqual(new, by: IndexTerm.areSame) { return }
    if let old {
      for term in old { remove(term, name) }
      if old.isEmpty { absent.removeValue(forKey: name) }
    }
    if let new {
      for term in new { insert(term, name) }
      if new.isEmpty { absent.updateValue(Present(), forKey: name) }
    }
  }

  private mutating func insert(_ term: IndexTerm, _ name: RecordName) {
    let present = Present()
    switch term {
    case .number(let value):
      numbers.updateValue(present, forKey: Posting(value: value, name: name))
    case .double(let value):
      doubles.updateValue(present, forKey: Posting(value: value, name: name))
    case .text(let value): texts.updateValue(present, forKey: Posting(value: value, name: name))
    case .equivalent(let value):
      equivalents.updateValue(present, forKey: Posting(value: value, name: name))
    }
  }

  private mutating func remove(_ term: IndexTerm, _ name: RecordName) {
    switch term {
    case .number(let value): numbers.removeValue(forKey: Posting(value: value, name: name))
    case .double(let value): doubles.removeValue(forKey: Posting(value: value, name: name))
    case .text(let value): texts.removeValue(forKey: Posting(value: value, name: name))
    case .equivalent(let value):
      equivalents.removeValue(forKey: Posting(value: value, name: name))
    }
  }

  /// Whether both have the same records under the same terms.
  func hasSamePostings(as other: FieldIndex) -> Bool {
    numbers.hasSameKeys(as: other.numbers) && doubles.hasSameKeys(as: other.doubles)
      && texts.hasSameKeys(as: other.texts) && equivalents.hasSameKeys(as: other.equivalents)
      && absent.hasSameKeys(as: other.absent)
  }

  // MARK: Lookup

  /// The range of all terms if they have the same kind, and therefore a common order; otherwise
  /// nil.
  var wholeRange: IndexRange? {
    guard equivalents.isEmpty else { return nil }
    switch (numbers.isEmpty, doubles.isEmpty, texts.isEmpty) {
    case (_, true, true): return .numbers(.min ... .max)
    case (true, false, true): return .doubles(.min ... .max)
    case (true, true, false): return .texts(from: "", to: .end)
    default: return nil
    }
  }

  /// Returns the ranges without those of kinds that no record has.
  func occupied(_ ranges: [IndexRange]) -> [IndexRange] {
    ranges.filter { range in
      switch range {
      case .numbers: !numbers.isEmpty
      case .doubles: !doubles.isEmpty
      case .texts: !texts.isEmpty
      case .equivalent: !equivalents.isEmpty
      }
    }
  }

  /// Returns the number of postings in the ranges; counting stops at `limit`.
  func count(_ ranges: [IndexRange], limit: Int) -> Int {
    var count = 0
    for range in ranges where count < limit {
      scan(range) { _, _ in
        count += 1
        return count < limit
      }
    }
    return count
  }

  /// Returns the names in the ranges, sorted and unique.
  func names(in ranges: [IndexRange]) -> [RecordName] {
    var names: [RecordName] = []
    for range in ranges {
      scan(range) { name, _ in
        names.append(name)
        return true
      }
    }
    names.sortDistinct(by: ExactText.compare)
    return names
  }

  /// Returns a function that tests whether a name has the single value of the range, which must be
  /// called with names in order; nil if the range has several values.
  func probe(_ range: IndexRange) -> ((RecordName) -> Bool)? {
    guard range.isPoint else { return nil }
    return switch range {
    case .numbers(let values): Self.probe(numbers, values.lowerBound)
    case .doubles(let values): Self.probe(doubles, values.lowerBound)
    case .texts(let text, _): Self.probe(texts, text)
    case .equivalent(let text): Self.probe(equivalents, text)
    }
  }

  private static func probe<Value>(
    _ map: OrderedMap<Posting<Value>, Present>, _ value: Value
  ) -> (RecordName) -> Bool {
    var finger = OrderedMap.Finger(map)
    return { name in finger.contains(Posting(value: value, name: name)) }
  }

  /// Passes the names in a range to `body`, in the order of their values, until it returns false.
  /// The second argument is whether the value differs from that of the previous name.
  func scan(_ range: IndexRange, reversed: Bool = false, _ body: (RecordName, Bool) -> Bool) {
    switch range {
    case .numbers(let values): Self.scan(numbers, values, reversed, body)
    case .doubles(let values): Self.scan(doubles, values, reversed, body)
    case .texts(let start, let end): scan(from: start, to: end, reversed, body)
    case .equivalent(let text):
      equivalents.scan(from: Posting(value: text, name: "")) { posting, _ in
        EquivalentText.compare(posting.value, text) == 0 && body(posting.name, false)
      }
    }
  }

  private static func scan(
    _ map: OrderedMap<Posting<Int64>, Present>, _ values: ClosedRange<Int64>, _ reversed: Bool,
    _ body: (RecordName, Bool) -> Bool
  ) {
    var former: Int64?
    let end = values.upperBound
    let start: Posting<Int64>? =
      if reversed {
        end == .max ? nil : Posting(value: end + 1, name: "")
      } else {
        Posting(value: values.lowerBound, name: "")
      }
    map.scan(from: start, inclusive: !reversed, reversed: reversed) { posting, _ in
      guard values.contains(posting.value) else { return false }
      let isNew = former != posting.value
      former = posting.value
      return body(posting.name, isNew)
    }
  }

  private func scan(
    from start: String, to end: IndexRange.TextEnd, _ reversed: Bool,
    _ body: (RecordName, Bool) -> Bool
  ) {
    var former: String?
    let first: Posting<String>? =
      if reversed {
        end.successor.map { Posting(value: $0, name: "") }
      } else {
        Posting(value: start, name: "")
      }
    texts.scan(from: first, inclusive: !reversed, reversed: reversed) { posting, _ in
      guard reversed ? String.compare(posting.value, start) >= 0 : end.holds(posting.value) else {
        return false
      }
      let isNew = former.map { String.compare($0, posting.value) != 0 } ?? true
      former = posting.value
      return body(posting.name, isNew)
    }
  }
}

/// A part of an index: all values between two bounds, both included.
enum IndexRange: Sendable {
  case numbers(ClosedRange<Int64>)
  case doubles(ClosedRange<Int64>)
  case texts(from: String, to: TextEnd)
  case equivalent(EquivalentText)

  enum TextEnd: Sendable {
    case through(String)
    /// The last text with the given prefix.
    case prefix(String)
    case end

    func holds(_ text: String) -> Bool {
      switch self {
      case .through(let last): String.compare(text, last) <= 0
      case .prefix(let prefix): text.utf8.starts(with: prefix.utf8)
      case .end: true
      }
    }

    /// The first text after the end; nil if there is none.
    var successor: String? {
      switch self {
      // The next text after another is that text with a NUL appended.
      case .through(let last): last + "\0"
      case .prefix(let prefix): Self.successor(ofAllWith: prefix)
      case .end: nil
      }
    }

    /// Returns the first text after all texts with the given prefix. UTF-8 has the order of the
    /// scalars.
    private static func successor(ofAllWith prefix: String) -> String? {
      var scalars = prefix.unicodeScalars
      while let last = scalars.popLast() {
        // Surrogates are not scalars, and nothing comes after the last scalar.
        let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
        guard let next = Unicode.Scalar(next) else { continue }
        scalars.append(next)
        return String(scalars)
      }
      return nil
    }
  }

  /// Whether the range has a single value, whose names are in order.
  var isPoint: Bool {
    switch self {
    case .numbers(let values), .doubles(let values): values.lowerBound == values.upperBound
    case .texts(let start, .through(let end)): String.compare(start, end) == 0
    case .texts: false
    case .equivalent: true
    }
  }

  static func only(_ term: IndexTerm) -> IndexRange {
    switch term {
    case .number(let value): .numbers(value...value)
    case .double(let value): .doubles(value...value)
    case .text(let text): .texts(from: text, to: .through(text))
    case .equivalent(let text): .equivalent(text)
    }
  }
}
