/// The indexes of a zone's records. The names of each record type are always indexed. An index of a
/// type's fields is built when a query first needs it, updated by every later write, and shared by
/// copies of the zone. State documents do not include indexes.
struct ZoneIndexes: Sendable {
  private var types = OrderedMap<RecordTypeName, TypeIndex>()
  /// Whether there is any index of fields: most zones have none, so that updates have nothing to
  /// do.
  private var hasFields = false

  private struct TypeIndex: Sendable {
    var names = OrderedMap<RecordName, Present>()
    var fields: [(name: IndexName, index: FieldIndex)] = []
  }

  /// Returns the names of a type's records.
  func names(of recordType: RecordTypeName) -> OrderedMap<RecordName, Present> {
    types[recordType]?.names ?? OrderedMap()
  }

  /// The number of records of each type, by the names of the types.
  var counts: [(recordType: RecordTypeName, count: Int)] {
    types.filter { !$0.value.names.isEmpty }.map {
      (recordType: $0.key, count: $0.value.names.count)
    }
  }

  func index(_ name: IndexName, of recordType: RecordTypeName) -> FieldIndex? {
    types[recordType]?.fields.first { $0.name == name }?.index
  }

  /// Updates the indexes for a new version of a record; nil means no record.
  mutating func update(_ recordName: RecordName, from old: Record?, to new: Record?) {
    guard let new else {
      if let old { leave(old) }
      return
    }
    guard let old else { return enter(new) }
    guard old.recordType == new.recordType else {
      leave(old)
      return enter(new)
    }
    guard hasFields else { return }
    types.modify(new.recordType) { type in
      for place in type.fields.indices {
        let name = type.fields[place].name
        type.fields[place].index.update(
          recordName, from: name.terms(of: old), to: name.terms(of: new))
      }
    }
  }

  private mutating func enter(_ record: Record) {
    let name = record.recordName
    types.modify(record.recordType, default: TypeIndex()) { type in
      type.names.updateValue(Present(), forKey: name)
      for place in type.fields.indices {
        let terms = type.fields[place].name.terms(of: record)
        type.fields[place].index.update(name, from: nil, to: terms)
      }
    }
  }

  private mutating func leave(_ record: Record) {
    let name = record.recordName
    types.modify(record.recordType) { type in
      type.names.removeValue(forKey: name)
      for place in type.fields.indices {
        let terms = type.fields[place].name.terms(of: record)
        type.fields[place].index.update(name, from: terms, to: nil)
      }
    }
  }

  /// Builds an index of all records of a type, unless it exists.
  mutating func build(
    _ name: IndexName, of recordType: RecordTypeName,
    from records: OrderedMap<RecordName, Zone.Entry>
  ) {
    types.modify(recordType) { type in
      guard !type.fields.contains(where: { $0.name == name }) else { return }
      var postings = FieldIndex.Postings()
      Self.scan(records, of: recordType, named: type.names) { record in
        postings.add(record.recordName, name.terms(of: record))
      }
      type.fields.append((name, FieldIndex(postings)))
    }
    hasFields = true
  }

  /// Whether that many of a zone's records are found by a scan of all: skipping a record of another
  /// type is faster than looking one up.
  static func isScanned(_ count: Int, of total: Int) -> Bool { count >= total / 4 }

  /// Passes the records of a type to `body` in the order of their names.
  private static func scan(
    _ records: OrderedMap<RecordName, Zone.Entry>, of recordType: RecordTypeName,
    named names: OrderedMap<RecordName, Present>, _ body: (Record) -> Void
  ) {
    if isScanned(names.count, of: records.count) {
      records.scanLeaves { entries in
        for entry in entries where entry.record.recordType == recordType {
          body(entry.record)
        }
        return true
      }
    } else {
      names.scan { name, _ in
        if let record = records[name]?.record { body(record) }
        return true
      }
    }
  }
}

// MARK: Check

extension ZoneIndexes {
  /// The same indexes without records.
  var empty: ZoneIndexes {
    var empty = ZoneIndexes()
    for (recordType, type) in types {
      var bare = TypeIndex()
      bare.fields = type.fields.map { (name: $0.name, index: FieldIndex()) }
      empty.types.updateValue(bare, forKey: recordType)
    }
    empty.hasFields = hasFields
    return empty
  }

  /// Returns the first record type whose indexes differ from those of `other`.
  func firstDifference(from other: ZoneIndexes) -> RecordTypeName? {
    OrderedMap.firstDifference(types, other.types) { mine, others in
      mine.names.hasSameKeys(as: others.names) && mine.fields.count == others.fields.count
        && zip(mine.fields, others.fields).allSatisfy {
          $0.name == $1.name && $0.index.hasSamePostings(as: $1.index)
        }
    }
  }
}
