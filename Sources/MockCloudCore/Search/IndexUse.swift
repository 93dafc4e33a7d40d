/// The use of an index for a filter: the index yields every record that the filter matches, and
/// possibly others, so that records are tested in any case.
struct IndexUse: Sendable {
  enum Source: Sendable {
    case index(IndexName)
    /// Record names, sorted and unique.
    case recordNames([RecordName])
  }

  let source: Source
  /// Alternative sets of ranges, each of which yields every match; the smallest is the best.
  let alternatives: [[IndexRange]]

  private init(_ name: IndexName, _ alternatives: [[IndexRange]]) {
    source = .index(name)
    // Duplicate values would be counted twice.
    self.alternatives = alternatives.map { IndexRange.distinctPoints($0) }
  }

  private init(recordNames: [RecordName]) {
    var names = recordNames
    names.sortDistinct(by: ExactText.compare)
    source = .recordNames(names)
    alternatives = []
  }

  var indexName: IndexName? {
    if case .index(let name) = source { name } else { nil }
  }

  /// Returns nil if no index helps: for negative filters, and for those that match nearly
  /// everything.
  init?(_ filter: QueryFilter, _ context: QueryContext) {
    let key = filter.key
    switch filter.comparator {
    case .equals, .isIn:
      if case .system(let field) = key {
        self.init(field, filter.value)
      } else {
        self.init(filter.value, .values(key), folded: .folded(key), context) { [$0.flatMap { $0 }] }
      }
    case .lessThan, .lessThanOrEquals:
      guard let ranges = IndexRange.through(filter.value) else { return nil }
      self.init(.values(key), [ranges])
    case .greaterThan, .greaterThanOrEquals:
      guard let ranges = IndexRange.from(filter.value) else { return nil }
      self.init(.values(key), [ranges])
    case .beginsWith, .listMemberBeginsWith:
      guard case .string(let prefix) = filter.value else { return nil }
      let name = filter.comparator == .beginsWith ? IndexName.values(key) : .members(key)
      self.init(name, [[.texts(from: prefix, to: .prefix(prefix))]])
    case .listContains, .listContainsAny:
      self.init(filter.value, .members(key), folded: .foldedMembers(key), context) {
        [$0.flatMap { $0 }]
      }
    case .listContainsAll:
      // Every list contains all elements of an empty list.
      self.init(filter.value, .members(key), folded: .foldedMembers(key), context) {
        $0.isEmpty ? nil : $0
      }
    case .containsAllTokens, .containsAnyTokens:
      // The index includes words of fields that are not searchable: the record is tested in any
      // case.
      guard case .string(let text) = filter.value else { return nil }
      let words = TextTokens.searchWords(of: text).map { word in
        [IndexRange.only(.text(String(decoding: word, as: UTF8.self)))]
      }
      let needsAll = filter.comparator == .containsAllTokens && !words.isEmpty
      self.init(.words(key), needsAll ? words : [words.flatMap { $0 }])
    case .near:
      guard case .location(let place) = filter.value, let distance = filter.distance,
        let cells = PlaceGrid.cells(around: place, within: distance)
      else { return nil }
      self.init(.cells(key), [cells.map { .numbers($0) }])
    case .notEquals, .notIn, .notListContains, .notListContainsAny, .notListContainsAll,
      .notBeginsWith, .notListMemberBeginsWith:
      return nil
    }
  }

  /// Creates the use for a filter on equality with one or several values.
  ///
  /// - Parameters:
  ///   - exact: The index to use.
  ///   - folded: The index to use if the equality of text ignores case.
  ///   - alternatives: Makes the alternatives from the ranges of each value.
  private init?(
    _ value: FieldValue, _ exact: IndexName, folded: IndexName, _ context: QueryContext,
    _ alternatives: ([[IndexRange]]) -> [[IndexRange]]?
  ) {
    let name: IndexName
    let points: [[IndexRange]]?
    if let texts = Self.texts(value), !context.comparesStringsExactly {
      name = folded
      points = texts.map { [.only(.folded($0))] }
    } else {
      name = exact
      points = IndexRange.points(value)
    }
    guard let alternatives = points.flatMap(alternatives) else { return nil }
    self.init(name, alternatives)
  }

  /// Returns the text, or the texts in a list.
  private static func texts(_ value: FieldValue) -> [String]? {
    switch value {
    case .string(let text): [text]
    case .stringList(let texts): texts
    default: nil
    }
  }

  /// Creates the use for a system field, which is compared by name if it has one; the others have
  /// times.
  private init?(_ field: SystemField, _ value: FieldValue) {
    let names: [ExactText]
    switch value {
    case .string(let name): names = [ExactText(name)]
    case .stringList(let list): names = list.map { ExactText($0) }
    case .reference(let reference): names = [reference.recordName]
    case .referenceList(let list): names = list.map(\.recordName)
    default:
      guard let points = IndexRange.points(value) else { return nil }
      self.init(.values(.system(field)), [points.flatMap { $0 }])
      return
    }
    switch field {
    case .recordName: self.init(recordNames: names)
    case .createdUserRecordName, .modifiedUserRecordName, .parent, .share:
      self.init(.values(.system(field)), [names.map { .only(.text($0.text)) }])
    case .createdTimestamp, .modifiedTimestamp: return nil
    }
  }
}

/// Numbers are compared by value, regardless of their stored type, so that each has a range among
/// the integers and one among the doubles. Values that rounding adds to a range do not matter.
extension IndexRange {
  /// Returns the ranges of the values equal to each member of a list, or to a value that is not a
  /// list.
  static func points(_ value: FieldValue) -> [[IndexRange]]? {
    switch value {
    case .int64(let number): [point(number)]
    case .int64List(let numbers): numbers.map { point($0) }
    case .double(let number): [point(number)]
    case .doubleList(let numbers): numbers.map { point($0) }
    case .timestamp(let time): [[.only(.number(time))]]
    case .timestampList(let times): times.map { [.only(.number($0))] }
    case .string(let text): [[.only(.text(text))]]
    case .stringList(let texts): texts.map { [.only(.text($0))] }
    case .reference(let reference): [[.only(.text(reference.recordName.text))]]
    case .referenceList(let list): list.map { [.only(.text($0.recordName.text))] }
    default: nil
    }
  }

  private static func point(_ number: Int64) -> [IndexRange] {
    [.only(.number(number)), .only(.double(of: Double(number)))]
  }

  private static func point(_ number: Double) -> [IndexRange] {
    let integer = Int64(exactly: number).map { [IndexRange.only(.number($0))] } ?? []
    return integer + [.only(.double(of: number))]
  }

  /// Returns the ranges up to and including a value.
  static func through(_ value: FieldValue) -> [IndexRange]? {
    switch value {
    case .int64(let number):
      [.numbers(.min...number), .doubles(.min...IndexTerm.place(of: Double(number)))]
    case .double(let number):
      [
        .numbers(.min...integer(number, .down)), .doubles(.min...IndexTerm.place(of: number)),
      ]
    case .timestamp(let time): [.numbers(.min...time)]
    case .string(let text): [.texts(from: "", to: .through(text))]
    default: nil
    }
  }

  /// Returns the ranges from a value on.
  static func from(_ value: FieldValue) -> [IndexRange]? {
    switch value {
    case .int64(let number):
      [.numbers(number ... .max), .doubles(IndexTerm.place(of: Double(number)) ... .max)]
    case .double(let number):
      [
        .numbers(integer(number, .up) ... .max), .doubles(IndexTerm.place(of: number) ... .max),
      ]
    case .timestamp(let time): [.numbers(time ... .max)]
    case .string(let text): [.texts(from: text, to: .end)]
    default: nil
    }
  }

  /// Returns the ranges without duplicates if each of them is a single value.
  static func distinctPoints(_ ranges: [IndexRange]) -> [IndexRange] {
    guard ranges.count > 1, ranges.allSatisfy(\.isPoint) else { return ranges }
    var distinct = ranges
    distinct.sortDistinct(by: comparePoints)
    return distinct
  }

  private static func comparePoints(_ left: IndexRange, _ right: IndexRange) -> Int {
    switch (left, right) {
    case (.numbers(let left), .numbers(let right)), (.doubles(let left), .doubles(let right)):
      Int64.compare(left.lowerBound, right.lowerBound)
    case (.texts(let left, _), .texts(let right, _)): String.compare(left, right)
    case (.equivalent(let left), .equivalent(let right)): EquivalentText.compare(left, right)
    default: left.kind - right.kind
    }
  }

  private var kind: Int {
    switch self {
    case .numbers: 0
    case .doubles: 1
    case .texts: 2
    case .equivalent: 3
    }
  }

  private static func integer(_ number: Double, _ rule: FloatingPointRoundingRule) -> Int64 {
    let whole = number.rounded(rule)
    return Int64(exactly: whole) ?? (whole < 0 ? .min : .max)
  }

  /// Returns the intersection of two ranges of the same kind.
  func intersection(_ other: IndexRange) -> IndexRange? {
    func common(_ left: ClosedRange<Int64>, _ right: ClosedRange<Int64>) -> ClosedRange<Int64>? {
      left.overlaps(right) ? left.clamped(to: right) : nil
    }
    switch (self, other) {
    case (.numbers(let left), .numbers(let right)): return common(left, right).map { .numbers($0) }
    case (.doubles(let left), .doubles(let right)): return common(left, right).map { .doubles($0) }
    case (.texts(let start, let end), .texts(let otherStart, let otherEnd)):
      let first = String.compare(start, otherStart) < 0 ? otherStart : start
      switch (end, otherEnd) {
      case (.end, let last), (let last, .end): return .texts(from: first, to: last)
      case (.through(let left), .through(let right)):
        return .texts(from: first, to: .through(String.compare(left, right) < 0 ? left : right))
      case (.prefix, _), (_, .prefix): return nil
      }
    default: return nil
    }
  }
}
