/// Identifies an index of a record type: its key and the kind of its terms.
enum IndexName: Hashable, Sendable {
  /// Single values in their own order.
  case values(QueryKey)
  /// Single texts, ignoring case.
  case folded(QueryKey)
  /// Every member of a list.
  case members(QueryKey)
  /// Every text of a list, ignoring case.
  case foldedMembers(QueryKey)
  /// The words of text: of one field, or of all.
  case words(QueryKey)
  /// Locations, by the cells of a grid.
  case cells(QueryKey)

  /// The name of the kind in explanations.
  var kind: String {
    switch self {
    case .values: "values"
    case .folded: "caseless"
    case .members: "members"
    case .foldedMembers: "caselessMembers"
    case .words: "words"
    case .cells: "grid"
    }
  }

  /// Returns the terms of a record; empty if the record does not have the field.
  func terms(of record: Record) -> [IndexTerm] {
    switch self {
    case .values(.field(let name)):
      record.value(of: name).flatMap(Self.value).map { [$0] } ?? []
    case .values(.system(let field)): Self.value(field, of: record).map { [$0] } ?? []
    case .folded(.field(let name)):
      if case .string(let text)? = record.value(of: name) { [.folded(text)] } else { [] }
    case .members(.field(let name)): record.value(of: name).map(Self.members) ?? []
    case .foldedMembers(.field(let name)):
      if case .stringList(let texts)? = record.value(of: name) {
        texts.map { .folded($0) }
      } else {
        []
      }
    case .words(let key): Self.words(of: record, key)
    case .cells(.field(let name)):
      if case .location(let place)? = record.value(of: name) {
        [.number(PlaceGrid.cell(of: place))]
      } else {
        []
      }
    case .values(.anyText), .folded, .members, .foldedMembers, .cells: []
    }
  }

  private static func value(_ value: FieldValue) -> IndexTerm? {
    switch value {
    case .int64(let number), .timestamp(let number): .number(number)
    case .double(let number): .double(of: number)
    case .string(let text): .text(text)
    case .reference(let reference): .text(reference.recordName.text)
    default: nil
    }
  }

  private static func value(_ field: SystemField, of record: Record) -> IndexTerm? {
    switch field {
    case .createdTimestamp: .number(record.created.timestamp)
    case .modifiedTimestamp: .number(record.modified.timestamp)
    case .createdUserRecordName: .text(record.created.userRecordName.text)
    case .modifiedUserRecordName: .text(record.modified.userRecordName.text)
    case .parent: record.parent.map { .text($0.text) }
    case .recordName: .text(record.recordName.text)
    case .share: record.shareName.map { .text($0.text) }
    }
  }

  private static func members(of list: FieldValue) -> [IndexTerm] {
    switch list {
    case .int64List(let members), .timestampList(let members): members.map { .number($0) }
    case .doubleList(let members): members.map { .double(of: $0) }
    case .stringList(let members): members.map { .text($0) }
    case .referenceList(let members): members.map { .text($0.recordName.text) }
    default: []
    }
  }

  private static func words(of record: Record, _ key: QueryKey) -> [IndexTerm] {
    var tokens = TextTokens()
    var terms: [IndexTerm] = []
    func add(_ text: String) {
      tokens.forEach(in: text) { word in
        terms.append(.text(String(decoding: word, as: UTF8.self)))
        return true
      }
    }
    for field in record.fields where !field.isEncrypted {
      if case .field(let name) = key, name != field.name { continue }
      switch field.value {
      case .string(let text): add(text)
      case .stringList(let texts): for text in texts { add(text) }
      default: continue
      }
    }
    return terms
  }
}

extension Record {
  /// Returns the value that the server can read: encrypted values count as absent.
  fileprivate func value(of name: String) -> FieldValue? {
    guard let place = fields.place(of: name, near: 0), !fields[place].isEncrypted else {
      return nil
    }
    return fields[place].value
  }
}
