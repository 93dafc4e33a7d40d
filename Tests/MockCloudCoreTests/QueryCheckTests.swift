import Testing

@testable import MockCloudCore

@Suite struct QueryCheckTests {
  static func check(
    _ query: Query, valuesLimit: Int = 250, _ definition: @escaping (String) -> QueryableField?
  ) -> QueryRefusal? {
    let check = QueryCheck(
      recordType: query.recordType, container: "iCloud.c", valuesLimit: valuesLimit,
      definition: definition)
    do {
      try check.check(query)
      return nil
    } catch {
      return error
    }
  }

  static func refusal(
    _ comparator: FilterComparator, _ value: FieldValue, of key: QueryKey = .field("f"),
    distance: Double? = nil, _ field: QueryableField?
  ) -> String? {
    let filter = QueryFilter(key, comparator, value, distance: distance)
    let refusal = check(Query(recordType: "Note", predicate: .all([filter]))) { _ in field }
    if let refusal { #expect(refusal.code == .invalidArguments) }
    return refusal?.reason
  }

  /// The valid comparators of each type.
  static let legal: [FieldType: [FilterComparator]] = {
    let equality: [FilterComparator] = [.equals, .notEquals, .isIn, .notIn]
    let order: [FilterComparator] = [
      .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals,
    ]
    let list: [FilterComparator] = [
      .listContains, .notListContains, .listContainsAny, .notListContainsAny, .listContainsAll,
      .notListContainsAll,
    ]
    let tokens: [FilterComparator] = [.containsAllTokens, .containsAnyTokens]
    return [
      .string: equality + order + tokens + [.beginsWith, .notBeginsWith],
      .int64: equality + order, .double: equality + order, .timestamp: equality + order,
      .reference: equality, .location: [.near], .bytes: [], .asset: [],
      .stringList: list + tokens + [.listMemberBeginsWith, .notListMemberBeginsWith],
      .int64List: list, .doubleList: list, .timestampList: list, .referenceList: list,
      .bytesList: [], .locationList: [], .assetList: [],
    ]
  }()

  @Test(arguments: FieldType.allCases, FilterComparator.allCases)
  func everyComparatorOnEveryType(_ type: FieldType, _ comparator: FilterComparator) {
    let single = type.element ?? type
    let value = Sample.value(of: comparator.takesList ? single.list : single)
    let refusal = Self.refusal(
      comparator, comparator.isTokenSearch ? .string("a") : value,
      distance: comparator == .near ? 5 : nil, QueryableField(type))
    let legal = Self.legal[type] ?? []
    let names = FilterComparator.allCases.filter(legal.contains).map(\.rawValue)
    var remedy =
      legal.isEmpty
      ? "no comparison is possible with fields of this type"
      : "expected " + names.joined(separator: ", ")
    if type == .string, comparator == .listContains {
      remedy =
        "a string has no search for a part: BEGINSWITH compares its beginning, 'self CONTAINS' "
        + "searches words; " + remedy
    }
    if type == .string, comparator == .notListContains {
      remedy =
        "a string has no search for a part: NOT BEGINSWITH compares its beginning, and a search "
        + "of words, 'self CONTAINS', has no negative; " + remedy
    }
    #expect(
      refusal
        == (legal.contains(comparator)
          ? nil
          : "Field 'f' has a value type of \(type.rawValue) and cannot be queried using filter "
            + "type \(comparator.rawValue); \(remedy)"))
  }

  /// The value types that equality accepts for each field type.
  @Test(arguments: FieldType.allCases, FieldType.allCases)
  func valuesMustHaveTheFieldsType(_ field: FieldType, _ value: FieldType) {
    guard field.isOrdered || field == .reference else { return }
    let numbers: Set<FieldType> = [.int64, .double]
    let isLegal = field == value || (numbers.contains(field) && numbers.contains(value))
    let refusal = Self.refusal(.equals, Sample.value(of: value), QueryableField(field))
    #expect((refusal == nil) == isLegal)
    if !isLegal {
      #expect(
        refusal
          == "Invalid value, expected type \(field.rawValue) but actual value was of type "
          + "\(value.rawValue) for field 'f'")
    }
  }

  @Test func listComparatorsNeedTheRightNesting() {
    let text = QueryableField(.string)
    #expect(
      Self.refusal(.isIn, .string("a"), text)
        == "Invalid value, expected type STRING_LIST but actual value was of type STRING for "
        + "field 'f'")
    #expect(Self.refusal(.equals, .stringList(["a"]), text) != nil)
    #expect(Self.refusal(.listContains, .stringList(["a"]), QueryableField(.stringList)) != nil)
    #expect(Self.refusal(.listContainsAny, .string("a"), QueryableField(.stringList)) != nil)
    #expect(Self.refusal(.isIn, .doubleList([1.5]), QueryableField(.int64)) == nil)
    #expect(Self.refusal(.isIn, .stringList([]), QueryableField(.int64)) == nil)
    #expect(Self.refusal(.equals, .stringList([]), QueryableField(.int64)) != nil)
  }

  @Test func encryptedFieldsCannotBeQueried() {
    #expect(
      Self.refusal(.equals, .string("a"), QueryableField(.string, isEncrypted: true))
        == "Field 'f' has a value type of ENCRYPTED_STRING and cannot be queried using filter "
        + "type EQUALS; no comparison is possible with fields of this type")
  }

  @Test func unknownFieldsAreNamed() {
    #expect(
      Self.refusal(.equals, .string("a"), nil)
        == "Did not find field: 'f' in type: 'Note'; the type has no fields")
    #expect(
      Self.refusal(.equals, .string("a"), of: .field("___etag"), nil)
        == "Did not find field: '___etag' in type: 'Note'; the type has no fields")
  }

  @Test func systemFieldsNeedNoDefinition() {
    #expect(Self.refusal(.equals, Sample.ref("a"), of: .system(.recordName), nil) == nil)
    #expect(Self.refusal(.isIn, .stringList(["a"]), of: .system(.recordName), nil) == nil)
    #expect(Self.refusal(.beginsWith, .string("a"), of: .system(.recordName), nil) != nil)
    #expect(Self.refusal(.lessThan, .timestamp(1), of: .system(.createdTimestamp), nil) == nil)
    #expect(Self.refusal(.lessThan, .int64(1), of: .system(.createdTimestamp), nil) != nil)
    #expect(Self.refusal(.equals, .string("_me"), of: .system(.createdUserRecordName), nil) == nil)
    #expect(Self.refusal(.containsAllTokens, .string("a"), of: .anyText, nil) == nil)
    #expect(Self.refusal(.equals, .string("a"), of: .anyText, nil) != nil)
  }

  @Test func missingIndexesAreNamed() {
    let plain = QueryableField(
      .string, isQueryable: false, isSortable: false, isSearchable: false)
    #expect(Self.refusal(.equals, .string("a"), plain) == "Field 'f' is not marked queryable")
    #expect(
      Self.refusal(.equals, .timestamp(1), of: .system(.modifiedTimestamp), plain)
        == "Field '___modTime' is not marked queryable")
    #expect(
      Self.refusal(.containsAllTokens, .string("a"), plain) == "Field 'f' is not marked searchable")
    #expect(
      Self.check(Query(recordType: "Note")) { $0 == "___recordID" ? plain : nil }?.reason
        == "Field 'recordName' is not marked queryable")
    let sorted = Query(
      recordType: "Note", predicate: .nothing, sort: [SortKey(.system(.createdTimestamp))])
    #expect(
      Self.check(sorted) { _ in plain }?.reason == "Field '___createTime' is not marked sortable")
  }

  @Test func valuesAreCounted() {
    let query = Query(
      recordType: "Note",
      predicate: .all([QueryFilter(.field("f"), .isIn, .int64List(Array(0..<251)))]))
    let refusal = Self.check(query) { _ in QueryableField(.int64) }
    #expect(refusal?.code == .limitExceeded)
    #expect(
      refusal?.reason == "Query filter exceeds the limit of values: 250 for container 'iCloud.c'")
    #expect(Self.check(query, valuesLimit: 251) { _ in QueryableField(.int64) } == nil)
  }

  @Test(arguments: [nil, -1, Double.nan, .infinity])
  func nearNeedsADistance(_ distance: Double?) {
    let value = FieldValue.location(Sample.place(0, 0))
    #expect(
      Self.refusal(.near, value, distance: distance, QueryableField(.location))
        == "Invalid value, expected a distance in metres for field 'f'")
  }

  @Test func onlyNearTakesADistance() {
    #expect(Self.refusal(.equals, .int64(1), distance: 5, QueryableField(.int64)) != nil)
  }

  @Test(arguments: FieldType.allCases)
  func sortableTypes(_ type: FieldType) {
    let sortable: Set<FieldType> = [.string, .int64, .double, .timestamp, .reference]
    let plain = Query(recordType: "Note", sort: [SortKey(.field("f"))])
    let located = Query(
      recordType: "Note", sort: [SortKey(.field("f"), relativeLocation: Sample.place(0, 0))])
    #expect((Self.check(plain) { _ in QueryableField(type) } == nil) == sortable.contains(type))
    #expect((Self.check(located) { _ in QueryableField(type) } == nil) == (type == .location))
    // Sorting by encrypted values is allowed, without effect.
    #expect(
      (Self.check(plain) { _ in QueryableField(type, isEncrypted: true) } == nil)
        == sortable.contains(type))
  }

  @Test func systemTypesCannotBeQueried() {
    let reason = Self.check(Query(recordType: "Users")) { _ in nil }?.reason
    #expect(reason?.hasPrefix("Can't query system types: ") == true)
    #expect(Self.check(Query(recordType: "")) { _ in nil }?.code == .invalidArguments)
  }
}
