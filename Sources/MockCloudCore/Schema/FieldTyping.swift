/// Brings the fields of a draft in line with a record type, growing the type where that is allowed.
struct FieldTyping {
  var type: RecordType
  /// Whether unknown fields may be added, as in development.
  let grows: Bool
  let fieldLimit: Int
  private(set) var hasGrown = false

  init(_ type: RecordType, grows: Bool, fieldLimit: Int) {
    self.type = type
    self.grows = grows
    self.fieldLimit = fieldLimit
  }

  /// Types every value of the drafts; nulls pass through and grow nothing.
  mutating func resolve(_ drafts: [FieldDraft]) throws(CloudError) -> [FieldDraft] {
    var resolved = drafts
    for index in drafts.indices {
      // Most values have the right type already: then nothing is copied.
      if fits(drafts[index], at: index) { continue }
      guard let value = drafts[index].value else { continue }
      if let converted = try conversion(of: value, drafts[index]) {
        resolved[index].value = converted
      }
    }
    return resolved
  }

  /// Whether the draft is one of the type's field at the same place, as it mostly is.
  @inline(__always)
  private func fits(_ draft: borrowing FieldDraft, at index: Int) -> Bool {
    guard index < type.fields.count, let valueType = draft.value?.type else { return false }
    return type.fields[index].type == valueType
      && type.fields[index].isEncrypted == draft.isEncrypted
      && type.fields[index].name == draft.name
  }

  /// Checks a value against its field; what it becomes there, or nil where it stays as it is.
  private mutating func conversion(
    of value: FieldValue, _ draft: FieldDraft
  ) throws(CloudError) -> FieldValue? {
    guard let known = type.field(named: draft.name) else {
      try grow(by: draft, value)
      return nil
    }
    if draft.isEncrypted != known.isEncrypted { throw encryptionMismatch(draft, value, known) }
    if value.type == known.type { return nil }
    // A number takes integers whether they say that they are some or not.
    if draft.isInferred || known.number == .open, let converted = value.converted(to: known.type) {
      return converted
    }
    throw CloudError(
      .invalidArguments,
      ServerText.wrongType(
        value.type.rawValue, field: draft.name, recordType: type.name, defined: known.typeName))
  }

  private func encryptionMismatch(
    _ draft: FieldDraft, _ value: FieldValue, _ known: FieldDefinition
  ) -> CloudError {
    guard draft.isEncrypted else {
      return CloudError(
        .invalidArguments,
        ServerText.wrongType(
          value.type.rawValue, field: draft.name, recordType: type.name, defined: known.typeName))
    }
    return CloudError(.invalidArguments, ServerText.encryptedIntoPlain)
  }

  private mutating func grow(by draft: FieldDraft, _ value: FieldValue) throws(CloudError) {
    if draft.isInferred, value.isEmptyList {
      throw CloudError(
        .invalidArguments,
        "Field '\(draft.name)' of type '\(type.name)' is not known yet, so its empty list needs a "
          + "type, for example STRING_LIST")
    }
    guard grows else {
      throw CloudError(
        .invalidArguments, ServerText.noNewFieldInProduction(draft.name, recordType: type.name))
    }
    guard type.fields.count < fieldLimit else {
      throw CloudError(
        .limitExceeded, "Type '\(type.name)' would have more than \(fieldLimit) fields")
    }
    type.set(FieldDefinition(name: draft.name, type: value.type, isEncrypted: draft.isEncrypted))
    hasGrown = true
  }
}

extension FieldValue {
  var isEmptyList: Bool {
    switch self {
    case .stringList(let list): list.isEmpty
    case .int64List(let list): list.isEmpty
    case .doubleList(let list): list.isEmpty
    case .timestampList(let list): list.isEmpty
    case .bytesList(let list): list.isEmpty
    case .referenceList(let list): list.isEmpty
    case .locationList(let list): list.isEmpty
    case .assetList(let list): list.isEmpty
    default: false
    }
  }

  /// The same value as another type, where an untagged spelling can mean either: an integer is
  /// also a double or a time, text is also base64, an empty list is a list of anything.
  func converted(to type: FieldType) -> FieldValue? {
    if isEmptyList { return .emptyList(of: type) }
    switch (self, type) {
    case (.int64(let value), .double): return .double(Double(value))
    case (.int64(let value), .timestamp): return .timestamp(value)
    case (.string(let text), .bytes): return Base64.decode(text).map(FieldValue.bytes)
    case (.int64List(let list), .doubleList): return .doubleList(list.map(Double.init))
    case (.int64List(let list), .timestampList): return .timestampList(list)
    case (.stringList(let list), .bytesList):
      let decoded = list.compactMap { Base64.decode($0) }
      return decoded.count == list.count ? .bytesList(decoded) : nil
    default: return nil
    }
  }

  private static func emptyList(of type: FieldType) -> FieldValue? {
    switch type {
    case .stringList: .stringList([])
    case .int64List: .int64List([])
    case .doubleList: .doubleList([])
    case .timestampList: .timestampList([])
    case .bytesList: .bytesList([])
    case .referenceList: .referenceList([])
    case .locationList: .locationList([])
    case .assetList: .assetList([])
    default: nil
    }
  }
}
