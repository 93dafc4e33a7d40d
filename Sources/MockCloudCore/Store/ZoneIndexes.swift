/// What lets a zone's records be found by something else than their names. The names of each record
/// type are always kept; an index of a type's fields is made when a query first needs it, kept by
/// every write from then on, and shared by copies of the zone. None of it is part of what is saved.
struct ZoneIndexes: Sendable {
  private var types = OrderedMap<String, TypeIndex>()
  /// Whether there is any index of fields: most zones have none, and their updates nothing to do.
  private var hasFields = false

  private struct TypeIndex: Sendable {
    var names = OrderedMap<String, Present>()
    var fields: [(name: IndexName, index: FieldIndex)] = []
  }

  /// The names of a type's records.
  func names(of recordType: String) -> OrderedMap<String, Present> {
    types[recordType]?.names ?? OrderedMap()
  }

  func index(_ name: IndexName, of recordType: String) -> FieldIndex? {
    types[recordType]?.fields.first { $0.name == name }?.index
  }

  /// Follows a record from one version to the next; nil means no record.
  mutating func update(_ recordName: String, from old: Record?, to new: Record?) {
    guard let new else {
      if let old { leave(old) }
      return
    }
    guard let old else { return enter(new) }
    guard String.compare(old.recordType, new.recordType) == 0 else {
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

  /// Makes an index of all records of a type, unless there is one.
  mutating func build(
    _ name: IndexName, of recordType: String, from records: OrderedMap<String, Zone.Entry>
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

  /// Whether so many of a zone's records are found by going over all of them: passing over a record
  /// of another type costs less than looking one up.
  static func isScanned(_ count: Int, of total: Int) -> Bool { count >= total / 4 }

  /// Hands over the records of a type in the order of their names.
  private static func scan(
    _ records: OrderedMap<String, Zone.Entry>, of recordType: String,
    named names: OrderedMap<String, Present>, _ body: (Record) -> Void
  ) {
    if isScanned(names.count, of: records.count) {
      records.scanLeaves { entries in
        for entry in entries where String.compare(entry.record.recordType, recordType) == 0 {
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

// MARK: Checking

extension ZoneIndexes {
  /// The same indexes without a record in them.
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

  /// The first record type whose indexes list other records than those of `other`.
  func firstDifference(from other: ZoneIndexes) -> String? {
    OrderedMap.firstDifference(types, other.types) { mine, others in
      mine.names.hasSameKeys(as: others.names) && mine.fields.count == others.fields.count
        && zip(mine.fields, others.fields).allSatisfy {
          $0.name == $1.name && $0.index.hasSamePostings(as: $1.index)
        }
    }
  }
}
