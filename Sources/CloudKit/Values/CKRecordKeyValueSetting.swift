public import Foundation

/// Something with fields: a record, or the encrypted fields of one (Apple:
/// `CKRecordKeyValueSetting`).
public protocol CKRecordKeyValueSetting: NSObjectProtocol {
  /// The value of a field. Setting nil removes the field.
  subscript(key: CKRecord.FieldKey) -> (any CKRecordValue)? { get set }
  /// Returns the value of a field.
  func object(forKey key: CKRecord.FieldKey) -> (any CKRecordValue)?
  /// Sets the value of a field; nil removes the field.
  func setObject(_ object: (any CKRecordValueProtocol)?, forKey key: CKRecord.FieldKey)
  /// Returns the names of the fields with a value, sorted.
  func allKeys() -> [CKRecord.FieldKey]
  /// Returns the names of the fields that were set since the record was fetched, also those that
  /// were removed, sorted.
  func changedKeys() -> [CKRecord.FieldKey]
}

extension CKRecordKeyValueSetting {
  /// The value of a field as a type; nil if the field has a value of another type.
  public subscript<T>(key: CKRecord.FieldKey) -> T? where T: CKRecordValueProtocol {
    get { object(forKey: key) as? T }
    set { setObject(newValue, forKey: key) }
  }
}
