internal import Foundation

// Key-value coding, which Foundation on Linux does not have (Apple: `NSKeyValueCoding`, as
// `CKRecord` implements it).
extension CKRecord {
  /// Returns the value of a field, or of a system field by the name of its property.
  public func value(forKey key: String) -> Any? { values[key] ?? systemValue(key) }

  /// Sets the value of a field. A value that no record can have is refused when the record is saved.
  public func setValue(_ value: Any?, forKey key: String) { values.set(value, forKey: key) }

  /// Sets several fields. `NSNull` removes a field.
  public func setValuesForKeys(_ keyedValues: [String: Any]) {
    for key in keyedValues.keys.sorted() {
      let value = keyedValues[key]
      setValue(value is NSNull ? nil : value, forKey: key)
    }
  }

  /// Returns the values of fields; `NSNull` for those without one.
  public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    var result: [String: Any] = [:]
    for key in keys { result[key] = value(forKey: key) ?? NSNull.shared }
    return result
  }

  private func systemValue(_ key: String) -> Any? {
    switch key {
    case "recordType": recordType
    case "recordID": recordID
    case "creationDate": creationDate
    case "modificationDate": modificationDate
    case "creatorUserRecordID": creatorUserRecordID
    case "lastModifiedUserRecordID": lastModifiedUserRecordID
    case "recordChangeTag": recordChangeTag
    case "parent": parent
    case "share": share
    default: nil
    }
  }
}
