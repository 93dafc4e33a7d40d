public import Foundation

/// The fields of a record, or its encrypted fields (Apple's class of that name, which is the value of
/// `CKRecord.encryptedValues` and is in archives).
public final class CKRecordValueStore: NSObject, NSSecureCoding, CKRecordKeyValueSetting,
  @unchecked Sendable
{
  /// A client may change a record while another thread saves it.
  private let lock = NSLock()
  /// The fields that are not, or no longer, those of the fetched version.
  private var changes: [String: Slot] = [:]
  /// The version that was fetched, whose fields become objects when they are read; nil for others.
  private let fetched: (any FetchedFields)?
  /// The values of the version that was fetched, if an archive had them.
  private let archived: [String: any __CKRecordObjCValue]?

  private struct Slot {
    /// Nil if the field was removed.
    var value: StoredValue?
    var isChanged = true
    /// Why no record can have the value to which the field was set. It is refused when the record is
    /// saved.
    var refusal: String?
  }

  override init() {
    (fetched, archived) = (nil, nil)
    super.init()
  }

  /// Creates the fields of a fetched version.
  init(_ fetched: any FetchedFields) {
    (self.fetched, archived) = (fetched, nil)
    super.init()
  }

  private init(_ slots: [String: Slot], of store: CKRecordValueStore) {
    changes = slots
    (fetched, archived) = (store.fetched, store.archived)
    super.init()
  }

  /// Returns an independent copy with the same changes.
  func copied() -> CKRecordValueStore { CKRecordValueStore(slots, of: self) }

  private var slots: [String: Slot] { lock.withLock { changes } }

  /// Whether there is a version that was fetched.
  var hasOriginal: Bool { fetched != nil || archived != nil }

  /// Returns the fields of the version that was fetched; none if the record was not fetched, or was
  /// made of system fields.
  func original() -> CKRecordValueStore {
    let values = archived ?? [:]
    return CKRecordValueStore(
      values.mapValues { Slot(value: .object($0), isChanged: false) }, of: self)
  }

  public subscript(key: CKRecord.FieldKey) -> (any CKRecordValue)? {
    get { value(key) }
    set { set(newValue, forKey: key) }
  }

  public func object(forKey key: CKRecord.FieldKey) -> (any CKRecordValue)? { value(key) }

  private func value(_ key: String) -> (any __CKRecordObjCValue)? {
    if let slot = lock.withLock({ changes[key] }) {
      slot.value?.object
    } else {
      fetched?.value(key)?.object
    }
  }

  public func setObject(_ object: (any CKRecordValueProtocol)?, forKey key: CKRecord.FieldKey) {
    set(object, forKey: key)
  }

  public func allKeys() -> [CKRecord.FieldKey] {
    let slots = slots
    let others = fetched?.names.filter { slots[$0] == nil } ?? []
    return (slots.filter { $0.value.value != nil }.map(\.key) + others).sorted()
  }

  public func changedKeys() -> [CKRecord.FieldKey] {
    slots.filter { $0.value.isChanged }.map(\.key).sorted()
  }

  /// A field to send: its value, or nil to remove it, and why it is refused.
  typealias Sent = (name: String, value: StoredValue?, refusal: String?)

  /// The fields to send, by name.
  ///
  /// - Parameter allKeys: Whether all fields are sent, or those that were set. Files that the client
  ///   does not have, as those of the record in an error, stay as they are on the server.
  func sent(allKeys: Bool) -> [Sent] {
    let slots = slots
    var sent: [Sent] = []
    sent.reserveCapacity(slots.count)
    for (name, slot) in slots
    where slot.isChanged || (allKeys && slot.value?.lacksFile == false) {
      sent.append((name, slot.value, slot.refusal))
    }
    if allKeys, let fetched {
      for name in fetched.names where slots[name] == nil {
        let value = fetched.value(name)
        if value?.lacksFile == false { sent.append((name, value, nil)) }
      }
    }
    sent.sort { $0.name < $1.name }
    return sent
  }

  /// Sets a value of any type; one that no record can have is refused when the record is saved.
  func set(_ value: Any?, forKey key: String) {
    var slot = Slot()
    if let value {
      slot.value = StoredValue(value)
      if slot.value == nil {
        slot.refusal = "a field cannot have a value of the type \(type(of: value))"
      }
    }
    lock.withLock { changes[key] = slot }
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
    fetched = nil
    archived = archive.dictionary("OriginalValues").flatMap(Self.values)
    changes = values.mapValues { Slot(value: .object($0), isChanged: false) }
    for key in archive.stringSet("ChangedKeys") ?? [] {
      changes[key, default: Slot()].isChanged = true
    }
    for (key, reason) in archive.dictionary("RefusedValues") ?? [:] {
      if let reason = reason as? NSString {
        changes[key, default: Slot()].refusal = String(reason)
      }
    }
    guard archive.isSound else { return nil }
    super.init()
  }

  public func encode(with coder: NSCoder) {
    coder.encode(dictionary(), forKey: "RecordValues")
    if hasOriginal {
      coder.encode(original().dictionary(), forKey: "OriginalValues")
    }
    coder.encode(NSArray(array: changedKeys().map { $0 as NSString }), forKey: "ChangedKeys")
    let refusals = slots.compactMapValues { $0.refusal.map { NSString(string: $0) } }
    if refusals.isEmpty { return }
    let dictionary = NSMutableDictionary()
    for (key, refusal) in refusals { dictionary.setObject(refusal, forKey: key as NSString) }
    coder.encode(dictionary, forKey: "RefusedValues")
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

  private func dictionary() -> NSDictionary {
    let dictionary = NSMutableDictionary()
    for key in allKeys() {
      guard let value = value(key) else { continue }
      dictionary.setObject(value, forKey: key as NSString)
    }
    return dictionary
  }
}

/// The fields of a version that was fetched.
protocol FetchedFields: Sendable {
  var names: [String] { get }
  /// Returns nil if there is no such field.
  func value(_ name: String) -> StoredValue?
}
