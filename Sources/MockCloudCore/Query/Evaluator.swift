/// Finds the records that a predicate matches. Built once per query and called once per record: it
/// remembers the index at which it last found each field, since records of one type mostly have the
/// same fields.
struct RecordMatcher {
  private let matchesNothing: Bool
  private var terms: [Term]
  private let context: QueryContext
  /// The result of reading ahead, stored so that the compiler does not remove the read.
  var ahead = 0

  init(_ predicate: QueryPredicate, _ context: QueryContext = QueryContext()) {
    matchesNothing = predicate == .nothing
    terms = predicate.filters.map { Term($0, context) }
    self.context = context
  }

  mutating func matches(_ record: Record) -> Bool {
    if matchesNothing { return false }
    for index in terms.indices where !terms[index].matches(record, context) { return false }
    return true
  }

  /// The indices of the fields that the first tests of a record are likely to read.
  var firstPlaces: [Int] { terms.prefix(4).map(\.place) }
}

/// One prepared filter.
private struct Term {
  private enum Condition {
    case value(ValueTest)
    /// `IN`: one of the tests holds.
    case anyOf([ValueTest], ValueSieve)
    case member(ValueTest)
    /// One of the tests holds for some member of the list.
    case anyMember([ValueTest], ValueSieve)
    /// Each of the tests holds for some member of the list.
    case eachByMember([ValueTest], ValueSieve)
    case tokens
    case never
  }

  /// The simplest conditions, stored a second time so that a test copies nothing.
  private enum Shortcut {
    case text(TextTest)
    case integer(Relation, Int64)
    case none

    /// Returns nil if the full condition must be tested.
    @inline(__always)
    func holds(_ value: FieldValue) -> Bool? {
      switch self {
      case .text(let test): if case .string(let text) = value { test.quickly(text) } else { nil }
      case .integer(let relation, let number):
        if case .int64(let value) = value { relation.holds(value, number) } else { nil }
      case .none: nil
      }
    }
  }

  private let key: QueryKey
  private let condition: Condition
  private let isNegative: Bool
  /// Stored separately: a `switch` over the large condition would copy it.
  private let isTokenSearch: Bool
  private let shortcut: Shortcut
  private var search: TokenSearch?
  private(set) var place = 0

  init(_ filter: QueryFilter, _ context: QueryContext) {
    key = filter.key
    isNegative = filter.comparator.isNegative
    isTokenSearch = filter.comparator.isTokenSearch
    let tests = ValueTest.tests(for: filter, context)
    switch filter.comparator {
    case .containsAllTokens, .containsAnyTokens:
      condition = .tokens
      if case .string(let text) = filter.value {
        search = TokenSearch(text, needsAll: filter.comparator == .containsAllTokens)
      }
    case .isIn, .notIn: condition = .anyOf(tests, ValueSieve(tests))
    case .listContainsAny, .notListContainsAny: condition = .anyMember(tests, ValueSieve(tests))
    case .listContainsAll, .notListContainsAll:
      condition = .eachByMember(tests, ValueSieve(tests))
    case .listContains, .notListContains, .listMemberBeginsWith, .notListMemberBeginsWith:
      condition = tests.first.map { .member($0) } ?? .never
    case .equals, .notEquals, .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals,
      .near, .beginsWith, .notBeginsWith:
      condition = tests.first.map { .value($0) } ?? .never
    }
    shortcut =
      switch condition {
      case .value(.text(let test)): .text(test)
      case .value(.int64(let relation, let number)): .integer(relation, number)
      default: .none
      }
  }

  @inline(__always)
  mutating func matches(_ record: Record, _ context: QueryContext) -> Bool {
    switch key {
    case .field(let name):
      if isTokenSearch { return searchMatches(record, context) }
      guard let place = record.fields.place(of: name, near: place) else { return isNegative }
      self.place = place
      if let holds = shortcut.holds(record.fields[place].value) { return holds != isNegative }
      return holds(record.fields[place].value, record) != isNegative
    case .system(let field): return holds(field, record, context) != isNegative
    case .anyText: return searchMatches(record, context)
    }
  }

  private func holds(_ value: borrowing FieldValue, _ record: Record) -> Bool {
    switch condition {
    case .value(let test): return test.matches(value, of: record)
    case .anyOf(let tests, let sieve):
      if let holds = sieve.holds(value, of: record) { return holds }
      for test in tests where test.matches(value, of: record) { return true }
      return false
    case .member(let test): return test.matchesMember(of: value, of: record)
    case .anyMember(let tests, let sieve):
      if let holds = sieve.holdsAny(of: value, of: record) { return holds }
      for test in tests where test.matchesMember(of: value, of: record) { return true }
      return false
    case .eachByMember(let tests, let sieve):
      if value.type.element == nil { return false }
      if let holds = sieve.isHeld(by: value, of: record) { return holds }
      for test in tests where !test.matchesMember(of: value, of: record) { return false }
      return true
    case .tokens, .never: return false
    }
  }

  private func holds(_ field: SystemField, _ record: Record, _ context: QueryContext) -> Bool {
    switch condition {
    case .value(let test): return test.matches(field, of: record, context)
    case .anyOf(let tests, let sieve):
      if let holds = sieve.holds(field, of: record, context) { return holds }
      for test in tests where test.matches(field, of: record, context) { return true }
      return false
    default: return false
    }
  }

  private mutating func searchMatches(_ record: Record, _ context: QueryContext) -> Bool {
    search?.matches { look in
      for field in record.fields {
        if case .field(let name) = key, name != field.name { continue }
        if field.isEncrypted || context.isSearchable?(field.name) == false { continue }
        switch field.value {
        case .string(let text):
          if !look(text) { return }
        case .stringList(let texts):
          for text in texts where !look(text) { return }
        default: continue
        }
      }
    } ?? false
  }
}

extension ValueSieve {
  fileprivate func holds(
    _ field: SystemField, of record: Record, _ context: QueryContext
  ) -> Bool? {
    switch field {
    case .createdTimestamp: holds(time: record.created.timestamp)
    case .modifiedTimestamp: holds(time: record.modified.timestamp)
    case .createdUserRecordName: holds(name: record.created.userRecordName, nil)
    case .modifiedUserRecordName: holds(name: record.modified.userRecordName, nil)
    case .recordName, .parent, .share:
      context.name(in: field, of: record).map { holds(name: $0, record.zoneID) } ?? false
    }
  }
}

extension ValueTest {
  fileprivate func matches(
    _ field: SystemField, of record: Record, _ context: QueryContext
  ) -> Bool {
    switch field {
    case .createdTimestamp: matches(timestamp: record.created.timestamp)
    case .modifiedTimestamp: matches(timestamp: record.modified.timestamp)
    // Users are in a zone of their own; a reference may name it or not.
    case .createdUserRecordName: matches(name: record.created.userRecordName, zoneID: nil)
    case .modifiedUserRecordName: matches(name: record.modified.userRecordName, zoneID: nil)
    case .recordName, .parent, .share:
      context.name(in: field, of: record).map { matches(name: $0, zoneID: record.zoneID) } ?? false
    }
  }

  /// Returns the tests for the members of the filter's list, or for its single value.
  fileprivate static func tests(for filter: QueryFilter, _ context: QueryContext) -> [ValueTest] {
    let relation: Relation =
      switch filter.comparator {
      case .lessThan: .less
      case .lessThanOrEquals: .lessOrEqual
      case .greaterThan: .greater
      case .greaterThanOrEquals: .greaterOrEqual
      default: .equal
      }
    func test(_ text: String) -> ValueTest {
      if case .system = filter.key { return .reference(name: ExactText(text), zoneID: nil) }
      switch filter.comparator {
      case .beginsWith, .notBeginsWith, .listMemberBeginsWith, .notListMemberBeginsWith:
        return .text(.prefix(text))
      case .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals:
        return .text(TextTest(relation, text))
      default:
        return .text(
          context.comparesStringsExactly ? TextTest(.equal, text) : .equalIgnoringCase(text))
      }
    }
    func test(_ reference: Reference) -> ValueTest {
      .reference(name: reference.recordName, zoneID: reference.zoneID)
    }
    return switch filter.value {
    case .string(let text): [test(text)]
    case .stringList(let texts): texts.map { test($0) }
    case .int64(let number): [.int64(relation, number)]
    case .int64List(let numbers): numbers.map { .int64(relation, $0) }
    case .double(let number): [.double(relation, number)]
    case .doubleList(let numbers): numbers.map { .double(relation, $0) }
    case .timestamp(let time): [.timestamp(relation, time)]
    case .timestampList(let times): times.map { .timestamp(relation, $0) }
    case .reference(let reference): [test(reference)]
    case .referenceList(let references): references.map { test($0) }
    case .location(let place):
      filter.comparator == .near
        ? [.within(filter.distance ?? 0, of: GreatCircle(from: place))] : []
    default: []
    }
  }
}

extension [Field] {
  /// Returns the index of the field with the given name, or nil. The fields are sorted by name;
  /// `guess` is tried first.
  func place(of name: String, near guess: Int) -> Int? {
    if guess < count, self[guess].name == name { return guess }
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle].name < name { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].name == name ? low : nil
  }
}
