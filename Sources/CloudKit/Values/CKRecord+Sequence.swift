/// The fields of a record one after the other, sorted by name (Apple: `CKRecordKeyValueIterator`).
public struct CKRecordKeyValueIterator: IteratorProtocol {
  private var keys: IndexingIterator<[String]>
  private let record: CKRecord

  init(_ record: CKRecord) {
    self.record = record
    keys = record.allKeys().makeIterator()
  }

  /// Returns the next field with a value.
  public mutating func next() -> (CKRecord.FieldKey, any CKRecordValueProtocol)? {
    while let key = keys.next() {
      if let value = record.object(forKey: key) { return (key, value) }
    }
    return nil
  }
}

extension CKRecord: Sequence {
  public func makeIterator() -> CKRecordKeyValueIterator { CKRecordKeyValueIterator(self) }
}
