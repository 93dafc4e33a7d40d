/// Writes query dictionaries in answers.
extension JSONWriter {
  mutating func query(_ query: Query) {
    withKeyWriter(isAnswer: true) { QueryDraft.write(QueryDraft(query, [], nil), to: &$0) }
  }

  mutating func queryKey(_ queryKey: QueryKey) {
    switch queryKey {
    case .field(let name): member("fieldName", name)
    case .system(let field): member("systemFieldName", field.rawValue)
    // A search of all text names no field.
    case .anyText: return
    }
  }

  mutating func typedValue(_ value: FieldValue) {
    beginObject()
    key("value")
    fieldValue(value, .request)
    key("type")
    typeName(value.type)
    endObject()
  }
}
