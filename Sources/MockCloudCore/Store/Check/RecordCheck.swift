extension WorldCheck {
  /// Checks every record of a zone: names, size, fields, and the schema for them.
  mutating func records(of zone: Zone, _ schema: Schema, _ people: People, at path: String) {
    var bytes = 0
    var type: RecordType?
    for (name, entry) in zone.records {
      let record = entry.record
      let place = "\(path).records[\(name)]"
      if name != record.recordName || record.zoneID != zone.zoneID {
        note(place, "record '\(name)' has another name than its key")
      }
      checkName(of: record, in: zone, people, at: place)
      let size = RecordSize(record.fields, recordName: name)
      if size.total != entry.size || size.hasAssets != entry.holdsAssets {
        note(place, "record '\(name)' has \(size.total) bytes, not \(entry.size)")
      }
      bytes += size.total
      if (record.share != nil) != (record.recordType == Share.recordType) {
        note(
          "\(place).recordType",
          "record '\(name)' has only the type or only the content of a share")
      }
      if type?.name != record.recordType.text { type = schema.known(record.recordType) }
      if let type {
        fields(of: record, type, at: place)
      } else {
        note(
          "\(place).recordType",
          "record '\(name)' is of type '\(record.recordType)', which the schema does not have")
      }
    }
    if bytes != zone.bytes {
      note(path, "the records have \(bytes) bytes, and the zone counts \(zone.bytes)")
    }
  }

  private mutating func fields(of record: Record, _ type: RecordType, at path: String) {
    var last: String?
    for field in record.fields {
      let place = "\(path).fields.\(field.name)"
      if let last, !(last < field.name) {
        note(place, "field '\(field.name)' of record '\(record.recordName)' is out of order")
      }
      last = field.name
      if !references(of: field.value, stayIn: record.zoneID) {
        note(place, "a reference of record '\(record.recordName)' leaves its zone")
      }
      guard let known = type.field(named: field.name) else {
        note(place, "the schema's type '\(type.name)' has no field '\(field.name)'")
        continue
      }
      if known.type != field.value.type || known.isEncrypted != field.isEncrypted {
        let encrypted = field.isEncrypted ? "an encrypted " : ""
        note(
          place,
          "record '\(record.recordName)' has \(encrypted)\(field.value.type.rawValue) where "
            + "the schema has \(known.typeName)")
      }
    }
  }

  private func references(of value: FieldValue, stayIn zoneID: ZoneID) -> Bool {
    value.references.allSatisfy { $0.zoneID == nil || $0.zoneID == zoneID }
  }

  // MARK: Indexes

  /// Checks the name of a record: only the records of users have the system's names.
  private mutating func checkName(
    of record: Record, in zone: Zone, _ people: People, at place: String
  ) {
    let name = record.recordName
    guard record.recordType == SystemDefinitions.users else {
      if let refusal = NameRules.refusal(recordName: name, limit: .max) {
        note("\(place).recordName", refusal)
      }
      return
    }
    if !zone.zoneID.isDefault || people.user(named: name)?.userRecordName != name {
      note("\(place).recordName", "'\(name)' is not the record name of a user")
    }
  }

  /// Checks that the zone's indexes are equal to rebuilt ones.
  mutating func indexes(of zone: Zone, at path: String) {
    var references = ReferenceIndex()
    var assets = AssetIndex()
    var indexes = zone.indexes.empty
    var news: [ZoneNews] = []
    for (name, entry) in zone.records {
      references.update(name, from: nil, to: entry.record)
      indexes.update(name, from: nil, to: entry.record)
      if entry.holdsAssets { assets.add(entry.record, &news) }
    }
    if let target = zone.references.firstDifference(from: references) {
      note(path, "the index of references is wrong for '\(target)'")
    }
    if let checksum = zone.assets.firstDifference(from: assets) {
      note(path, "the index of files is wrong for '\(checksum)'")
    }
    if let type = zone.indexes.firstDifference(from: indexes) {
      note(path, "an index of record type '\(type)' is wrong")
    }
  }
}
