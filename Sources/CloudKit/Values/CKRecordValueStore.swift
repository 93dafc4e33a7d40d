public import Foundation

/// The fields of a record, or its encrypted fields (Apple's class of that name, which is the value of
/// `CKRecord.encryptedValues` and is in archives).
public final class CKRecordValueStore: NSObject, NSSecureCoding, CKRecordKeyValueSetting,
  @unchecked Sendable
{
  private struct State {
    var values: [String: any __CKRecordObjCValue] = [:]
    var original: [String: any __CKRecordObjCValue]?
    var changed: Set<String> = []
    var refused: [String: String] = [:]
  }

  /// A client may change a record while another thread saves it.
  private let lock = NSLock()
  private var state: State

  /// The current values.
  var values: [String: any __CKRecordObjCValue] { lock.withLock { state.values } }
  /// The values of the version that was fetched; nil if the record was not fetched, or was made of
  /// system fields.
  var original: [String: any __CKRecordObjCValue]? { lock.withLock { state.original } }
  /// The names of fields that were set to a value that no record can have, with the reason. They are
  /// refused when the record is saved.
  var refused: [String: String] { lock.withLock { state.refused } }

  override convenience init() { self.init(State()) }

  /// Creates the fields of a fetched version.
  convenience init(fetched values: [String: any __CKRecordObjCValue]) {
    self.init(State(values: values, original: values))
  }

  private init(_ state: State) {
    self.state = state
    super.init()
  }

  /// Returns an independent copy with the same changes.
  func copied() -> CKRecordValueStore { CKRecordValueStore(lock.withLock { state }) }

  public subscript(key: CKRecord.FieldKey) -> (any CKRecordValue)? {
    get { object(forKey: key) }
    set { set(newValue, forKey: key) }
  }

  public func object(forKey key: CKRecord.FieldKey) -> (any CKRecordValue)? {
    lock.withLock { state.values[key] }
  }

  public func setObject(_ object: (any CKRecordValueProtocol)?, forKey key: CKRecord.FieldKey) {
    set(object, forKey: key)
  }

  public func allKeys() -> [CKRecord.FieldKey] { values.keys.sorted() }

  public func changedKeys() -> [CKRecord.FieldKey] { lock.withLock { state.changed }.sorted() }

  /// Sets a value of any type; one that no record can have is refused when the record is saved.
  func set(_ value: Any?, forKey key: String) {
    let stored = value.flatMap { StoredValue.of($0) }
    let reason = value.map { "a field cannot have a value of the type \(type(of: $0))" }
    lock.withLock {
      _ = state.changed.insert(key)
      state.values[key] = stored
      state.refused[key] = stored == nil ? reason : nil
    }
  }

  // MARK: Archives

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    guard let values = Self.values(archive.dictionary("RecordValues") ?? [:]) else { return nil }
    state = State(
      values: values, original: archive.dictionary("OriginalValues").flatMap(Self.values),
      changed: archive.stringSet("ChangedKeys") ?? [],
      refused: (archive.dictionary("RefusedValues") ?? [:]).compactMapValues {
        ($0 as? NSString).map { $0 as String }
      })
    guard archive.isSound else { return nil }
    super.init()
  }

  public func encode(with coder: NSCoder) {
    let state = lock.withLock { self.state }
    coder.encode(Self.dictionary(state.values), forKey: "RecordValues")
    if let original = state.original {
      coder.encode(Self.dictionary(original), forKey: "OriginalValues")
    }
    let changed = state.changed.sorted().map { $0 as NSString }
    coder.encode(NSArray(array: changed), forKey: "ChangedKeys")
    if state.refused.isEmpty { return }
    coder.encode(
      Self.dictionary(state.refused.mapValues { $0 as NSString }), forKey: "RefusedValues")
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
