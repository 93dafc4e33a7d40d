public import Foundation

/// The fields of a record, or its encrypted fields (Apple's class of that name, which is the value of
/// `CKRecord.encryptedValues` and is in archives).
public final class CKRecordValueStore: NSObject, NSSecureCoding, CKRecordKeyValueSetting,
  @unchecked Sendable
{
  /// The current values.
  private(set) var values: [String: any __CKRecordObjCValue] = [:]
  /// The values of the version that was fetched; nil if the record was not fetched, or was made of
  /// system fields.
  private(set) var original: [String: any __CKRecordObjCValue]?
  private var changed: Set<String> = []
  /// The names of fields that were set to a value that no record can have, with the reason. They are
  /// refused when the record is saved.
  private(set) var refused: [String: String] = [:]

  override init() { super.init() }

  /// Creates the fields of a fetched version.
  init(fetched values: [String: any __CKRecordObjCValue]) {
    self.values = values
    original = values
    super.init()
  }

  private init(copying store: CKRecordValueStore) {
    values = store.values
    original = store.original
    changed = store.changed
    refused = store.refused
    super.init()
  }

  /// Returns an independent copy with the same changes.
  func copied() -> CKRecordValueStore { CKRecordValueStore(copying: self) }

  public subscript(key: CKRecord.FieldKey) -> (any CKRecordValue)? {
    get { values[key] }
    set { set(newValue, forKey: key) }
  }

  public func object(forKey key: CKRecord.FieldKey) -> (any CKRecordValue)? { values[key] }

  public func setObject(_ object: (any CKRecordValueProtocol)?, forKey key: CKRecord.FieldKey) {
    set(object, forKey: key)
  }

  public func allKeys() -> [CKRecord.FieldKey] { values.keys.sorted() }

  public func changedKeys() -> [CKRecord.FieldKey] { changed.sorted() }

  /// Sets a value of any type; one that no record can have is refused when the record is saved.
  func set(_ value: Any?, forKey key: String) {
    changed.insert(key)
    refused[key] = nil
    guard let value else {
      values[key] = nil
      return
    }
    values[key] = StoredValue.of(value)
    if values[key] == nil {
      refused[key] = "a field cannot have a value of the type \(type(of: value))"
    }
  }

  /// Makes the current values those of a version that was fetched. They stay as the client has set
  /// them, where the service has changed their precision.
  func settle(as version: CKRecordValueStore) {
    original = version.values
    changed = []
  }

  // MARK: Archives

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    guard let values = Self.values(archive.dictionary("RecordValues") ?? [:]) else { return nil }
    self.values = values
    original = archive.dictionary("OriginalValues").flatMap(Self.values)
    changed = archive.stringSet("ChangedKeys") ?? []
    guard archive.isSound else { return nil }
    super.init()
  }

  public func encode(with coder: NSCoder) {
    coder.encode(Self.dictionary(values), forKey: "RecordValues")
    if let original { coder.encode(Self.dictionary(original), forKey: "OriginalValues") }
    coder.encode(NSArray(array: changed.sorted().map { $0 as NSString }), forKey: "ChangedKeys")
  }

  private static func values(
    _ objects: [String: NSObject]
  ) -> [String: any __CKRecordObjCValue]? {
    var values: [String: any __CKRecordObjCValue] = [:]
    for (key, object) in objects {
      guard let value = StoredValue.of(object) else { return nil }
      values[key] = value
    }
    return values
  }

  private static func dictionary(_ values: [String: any __CKRecordObjCValue]) -> NSDictionary {
    let dictionary = NSMutableDictionary()
    for key in values.keys.sorted() {
      guard let value = values[key] else { continue }
      dictionary.setObject(value, forKey: key as NSString)
    }
    return dictionary
  }
}
