/// The rules for queries, both in requests and in subscriptions.
extension Query {
  func checkType() throws(CloudError) {
    do throws(QueryRefusal) {
      try QueryCheck.checkType(recordType)
    } catch {
      throw CloudError(error)
    }
  }

  /// Returns the query, typed and checked against the schema of the caller's container.
  ///
  /// - Parameters:
  ///   - filters: The indices of filters whose values name no type.
  ///   - format: The condition as predicate text, which replaces the query's own condition.
  func checked(
    inferring filters: Set<Int>, reading format: PredicateText.Format?,
    for purpose: QueryCheck.Purpose = .search, in world: borrowing World, as context: CallContext
  ) throws(CloudError) -> Query {
    try checkType()
    let schema = world.schema(of: context.schemaKey)
    guard let type = schema.type(named: recordType) else {
      throw CloudError(
        .unknownItem, ServerText.typeNotFound(recordType.text, known: schema.types.map(\.name)))
    }
    do throws(QueryRefusal) {
      let read = try readingAll(
        format, now: world.clock.now, isField: { type.field(named: $0) != nil })
      var query = read.query.typed(filters, by: type)
        .resolvingZones { context.resolved($0, in: world) }
        .resolvingUsers { world.people.user(named: $0) }
      let enforces = world.enforcesIndexes(context)
      try QueryCheck(
        recordType: RecordTypeName(type.name), container: context.container.text,
        valuesLimit: world.limits.filterValues,
        indexes: enforces ? type.indexes : QueryCheck.Indexes(),
        fieldNames: type.fields.map(\.name), purpose: purpose,
        definition: { type.queryableField(named: $0, enforcingIndexes: enforces) }
      ).check(query)
      if read.matchesNothing { query.predicate = .nothing }
      return query
    } catch {
      throw CloudError(error)
    }
  }

  /// Returns the query with the condition of predicate text, if there is any.
  func reading(
    _ format: PredicateText.Format?, now: Int64,
    isField: @escaping (String) -> Bool = { _ in false }
  ) throws(QueryRefusal) -> Query {
    var read = try readingAll(format, now: now, isField: isField)
    if read.matchesNothing { read.query.predicate = .nothing }
    return read.query
  }

  /// Returns the query with all comparisons of predicate text, so that all are checked, and whether
  /// `FALSEPREDICATE` makes the condition false. `FALSEPREDICATE` alone has no comparisons.
  private func readingAll(
    _ format: PredicateText.Format?, now: Int64, isField: @escaping (String) -> Bool
  ) throws(QueryRefusal) -> (query: Query, matchesNothing: Bool) {
    guard let format else { return (self, false) }
    guard predicate == .everything else {
      throw QueryRefusal("A query has filters or a predicate, not both")
    }
    let reading = try PredicateText.reading(format, now: now, isField: isField)
    var query = self
    query.predicate = reading.filters.isEmpty ? reading.predicate : .all(reading.filters)
    return (query, reading.matchesNothing)
  }

  /// Returns the query with values without a type converted to the types of their fields.
  private func typed(_ inferred: Set<Int>, by type: RecordType) -> Query {
    if inferred.isEmpty { return self }
    return mappingValues { place, filter in
      guard inferred.contains(place) else { return filter.value }
      let fieldType: FieldType? =
        switch filter.key {
        case .field(let name): type.field(named: name)?.type
        case .system(let field): field.type
        case .anyText: nil
        }
      guard let single = fieldType.map({ $0.element ?? $0 }) else { return filter.value }
      let wanted = filter.comparator.takesList ? single.list : single
      return filter.value.converted(to: wanted) ?? filter.value
    }
  }
}

extension RecordType {
  /// The indexes on the record type's fields.
  fileprivate var indexes: QueryCheck.Indexes {
    QueryCheck.Indexes(
      isQueryable: hasField(with: .queryable), isSearchable: hasField(with: .searchable))
  }

  /// Returns the properties of a field that a query needs; the field may be a system field.
  fileprivate func queryableField(
    named name: String, enforcingIndexes enforces: Bool
  ) -> QueryableField? {
    var found = field(named: name)
    if enforces, let type = SystemDefinitions.type(of: name) {
      found = systemFields[name] ?? FieldDefinition(name: name, type: type, indexes: [])
    }
    guard let found else { return nil }
    guard enforces else { return QueryableField(found.type, isEncrypted: found.isEncrypted) }
    return QueryableField(
      found.type, isEncrypted: found.isEncrypted,
      isQueryable: found.indexes.contains(.queryable),
      isSortable: found.indexes.contains(.sortable),
      isSearchable: found.indexes.contains(.searchable))
  }
}

extension CloudError {
  init(_ refusal: QueryRefusal) { self.init(refusal.code, refusal.reason) }
}
