/// Converts the fields of a draft to the types of a record type, which may grow.
struct FieldTyping {
  var type: RecordType
  /// Whether unknown fields are added to the type, as in development.
  let grows: Bool
  let fieldLimit: Int
  private(set) var hasGrown = false

  init(_ type: RecordType, grows: Bool, fieldLimit: Int) {
    self.type = type
    self.grows = grows
    self.fieldLimit = fieldLimit
  }

  /// Converts all values of the drafts; nil values are kept and do not make the type grow.
  mutating func resolve(_ drafts: [FieldDraft]) throws(CloudError) -> [FieldDraft] {
    var resolved = drafts
    for index in drafts.indices {
      // Most values already have the correct type: then nothing is copied.
      if fits(drafts[index], at: index) { continue }
      guard let value = drafts[index].value else { continue }
      if let converted = try conversion(of: value, drafts[index]) {
        resolved[index].value = converted
      }
    }
    return resolved
  }

  /// Whether the draft is for the type's field at the same index, which is the usual case.
  @inline(__always)
  private func fits(_ draft: borrowing FieldDraft, at index: Int) -> Bool {
    guard index < type.fields.count, let valueType = draft.value?.type else { return false }
    return type.fields[index].type == valueType
      && type.fields[index].isEncrypted == draft.isEncrypted
      && type.fields[index].name == draft.name
  }

  /// Checks a value against its field. Returns the converted value, or nil if it is unchanged.
  private mutating func conversion(
    of value: FieldValue, _ draft: FieldDraft
  ) throws(CloudError) -> FieldValue? {
    guard let known = type.field(named: draft.name) else {
      try grow(by: draft, value)
      return nil
    }
    if draft.isEncrypted != known.isEncrypted { throw encryptionMismatch(draft, value, known) }
    if value.type == known.type { return nil }
    // An open number accepts integers, with or without a type in the request.
    if known.number == .open || draft.isInferred && value.isEmptyList,
      let converted = value.converted(to: known.type)
    {
      return converted
    }
    if draft.isInferred {
      throw CloudError(
        .invalidArguments,
        ServerText.inferred(
          value.type, field: draft.name, defined: known.type,
          mayMean: value.converted(to: known.type) != nil))
    }
    throw CloudError(
      .invalidArguments,
      ServerText.wrongType(
        value.type.rawValue, field: draft.name, recordType: RecordTypeName(type.name),
        defined: known.typeName))
  }

  private func encryptionMismatch(
    _ draft: FieldDraft, _ value: FieldValue, _ known: FieldDefinition
  ) -> CloudError {
    guard draft.isEncrypted else {
      return CloudError(
        .invalidArguments,
        ServerText.wrongType(
          value.type.rawValue, field: draft.name, recordType: RecordTypeName(type.name),
          defined: known.typeName))
    }
    return CloudError(.invalidArguments, ServerText.encryptedIntoPlain)
  }

  private mutating func grow(by draft: FieldDraft, _ value: FieldValue) throws(CloudError) {
    if draft.isInferred, value.isEmptyList {
      throw CloudError(
        .invalidArguments,
        ServerText.emptyList(field: draft.name, of: type.name))
    }
    guard grows else {
      throw CloudError(
        .invalidArguments,
        ServerText.noNewFieldInProduction(
          draft.name, recordType: RecordTypeName(type.name),
          known: type.fields.prefix(ErrorHint.mostCompared).map(\.name)))
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

  /// Returns the value as another type, if its JSON could mean either: an integer is also a double or
  /// a time, text is also base64, an empty list is a list of any type. Filters, patterns and rules
  /// without a type are read so; values that are saved are not (LIVE MISTKIT #375).
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
