public import Foundation

/// Something with fields: a record, or the encrypted fields of one (Apple:
/// `CKRecordKeyValueSetting`).
public protocol CKRecordKeyValueSetting: NSObjectProtocol {
  /// The value of a field. Setting nil removes the field.
  subscript(key: CKRecord.FieldKey) -> (any __CKRecordObjCValue)? { get set }
  /// Returns the value of a field.
  func object(forKey key: CKRecord.FieldKey) -> (any __CKRecordObjCValue)?
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

  /// The value of a field. Setting a value whose type is not known makes an object of it.
  @_disfavoredOverload
  public subscript(key: CKRecord.FieldKey) -> (any CKRecordValueProtocol)? {
    get { object(forKey: key) }
    set { setObject(newValue, forKey: key) }
  }

  /// Sets the object of a field, with the parameter that Apple's method has: protocols of clients
  /// for records and their mocks have it too.
  @_disfavoredOverload
  public func setObject(_ object: (any __CKRecordObjCValue)?, forKey key: CKRecord.FieldKey) {
    setObject(object as (any CKRecordValueProtocol)?, forKey: key)
  }
}
