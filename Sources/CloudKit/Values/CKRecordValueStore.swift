public import Foundation

/// The fields of a record, or its encrypted fields (Apple's class of that name, which is the value of
/// `CKRecord.encryptedValues` and is in archives).
public final class CKRecordValueStore: NSObject, NSSecureCoding, CKRecordKeyValueSetting,
  @unchecked Sendable
{
  /// A client may change a record while another thread saves it.
  private let lock = ShortLock()
  /// Only used with the lock, or in initialisers. Swift's own check would cost as much as an access.
  @exclusivity(unchecked) private var state: State

  fileprivate struct State {
    /// The fields that are not, or no longer, those of the fetched version.
    var slots: [String: Slot] = [:]
    /// The version that was fetched, whose fields become objects when they are read; nil for others.
    var fetched: (any FetchedFields)?
    /// The values of the version that was fetched, if an archive had them.
    var archived: [String: any __CKRecordObjCValue]?
    /// How often a client has set a field.
    var edits = 0
  }

  fileprivate struct Slot {
    /// Nil if the field was removed.
    var value: StoredValue?
    var isChanged = true
    /// The number of the client's edit; 0 for fields that it did not set.
    var edit = 0
    /// Why no record can have the value to which the field was set. It is refused when the record is
    /// saved.
    var refusal: String?

    /// Whether the version has what the client has set, given the last edit that was sent.
    func isSettled(upTo edit: Int) -> Bool { !isChanged || self.edit <= edit }

    /// Makes the value that of a version that was fetched.
    mutating func settle() { (isChanged, edit, refusal) = (false, 0, nil) }
  }

  override convenience init() { self.init(State()) }

  /// Creates the fields of a fetched version.
  convenience init(_ fetched: any FetchedFields) { self.init(State(fetched: fetched)) }

  private init(_ state: State) {
    self.state = state
    super.init()
  }

  private var current: State { lock.withLock { state } }

  /// Returns an independent copy with the same changes.
  func copied() -> CKRecordValueStore { CKRecordValueStore(current) }

  /// Whether there is a version that was fetched.
  var hasOriginal: Bool { current.hasOriginal }

  /// Returns the fields of the version that was fetched; none if the record was not fetched, or was
  /// made of system fields.
  func original() -> CKRecordValueStore { CKRecordValueStore(current.original) }

  public subscript(key: CKRecord.FieldKey) -> (any __CKRecordObjCValue)? {
    get { object(forKey: key) }
    set { set(newValue, forKey: key) }
  }

  public func object(forKey key: CKRecord.FieldKey) -> (any __CKRecordObjCValue)? {
    lock.withLock { state.value(key) }?.object
  }

  public func setObject(_ object: (any CKRecordValueProtocol)?, forKey key: CKRecord.FieldKey) {
    set(object, forKey: key)
  }

  public func allKeys() -> [CKRecord.FieldKey] { current.keys.sorted() }

  public func changedKeys() -> [CKRecord.FieldKey] {
    current.changedKeys
  }

  /// A field to send: its value, or nil to remove it, and why it is refused.
  typealias Sent = (name: String, value: StoredValue?, refusal: String?)

  /// The fields to send, by name.
  ///
  /// - Parameter allKeys: Whether all fields are sent, or those that were set. Files that the client
  ///   does not have, as those of the record in an error, stay as they are on the server.
  func sent(allKeys: Bool) -> [Sent] {
    let state = current
    if state.slots.isEmpty, !allKeys { return [] }
    var sent: [Sent] = []
    sent.reserveCapacity(state.slots.count)
    for (name, slot) in state.slots
    where slot.isChanged || (allKeys && slot.value?.lacksFile == false) {
      sent.append((name, slot.value, slot.refusal))
    }
    if allKeys {
      for name in state.unchangedNames {
        let value = state.value(name)
        if value?.lacksFile == false { sent.append((name, value, nil)) }
      }
    }
    sent.sort { $0.name < $1.name }
    return sent
  }

  /// The names of the fields with an asset that has no file, sorted.
  func keysWithoutFile() -> [CKRecord.FieldKey] {
    let state = current
    return state.keys.filter { state.value($0)?.lacksFile == true }.sorted()
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
    lock.withLock {
      state.edits &+= 1
      slot.edit = state.edits
      state.slots[key] = slot
    }
  }

  /// The number of the client's last edit.
  var edits: Int { lock.withLock { state.edits } }

  /// Makes the current values those of a version that was fetched. They stay as the client has set
  /// them, where the service has changed their precision.
  ///
  /// - Parameter edit: The last edit that was sent. Fields that were set afterwards stay changed.
  func settle(as version: CKRecordValueStore, upTo edit: Int = .max) {
    let version = version.current
    lock.withLock { state.settle(as: version, upTo: edit) }
  }

  // MARK: Archives

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    guard let values = Self.values(archive.dictionary("RecordValues") ?? [:]) else { return nil }
    state = State(archived: archive.dictionary("OriginalValues").flatMap(Self.values))
    state.slots = values.mapValues { Slot(value: .object($0), isChanged: false) }
    for key in archive.stringSet("ChangedKeys") ?? [] {
      state.slots[key, default: Slot()].isChanged = true
    }
    for (key, reason) in archive.dictionary("RefusedValues") ?? [:] {
      if let reason = reason as? NSString {
        state.slots[key, default: Slot()].refusal = String(reason)
      }
    }
    guard archive.isSound else { return nil }
    super.init()
  }

  public func encode(with coder: NSCoder) {
    let state = current
    coder.encode(Self.dictionary(state), forKey: "RecordValues")
    if state.hasOriginal { coder.encode(Self.dictionary(state.original), forKey: "OriginalValues") }
    coder.encode(ArchivedText.archivable(state.changedKeys), forKey: "ChangedKeys")
    let refused = NSMutableDictionary()
    for (key, slot) in state.slots {
      if let refusal = slot.refusal {
        refused.setObject(refusal as NSString, forKey: ArchivedText.archivable(key))
      }
    }
    if refused.count > 0 { coder.encode(refused, forKey: "RefusedValues") }
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

  private static func dictionary(_ state: State) -> NSDictionary {
    let dictionary = NSMutableDictionary()
    for key in state.keys {
      guard let value = state.value(key) else { continue }
      dictionary.setObject(
        StoredValue.archivable(value.object), forKey: ArchivedText.archivable(key))
    }
    return dictionary
  }
}

extension CKRecordValueStore.State {
  fileprivate var hasOriginal: Bool { fetched != nil || archived != nil }

  /// The fields of the version that was fetched.
  fileprivate var original: Self {
    var original = self
    original.slots = (archived ?? [:]).mapValues { .init(value: .object($0), isChanged: false) }
    return original
  }

  fileprivate func value(_ key: String) -> StoredValue? {
    if let slot = slots[key] { slot.value } else { fetched?.value(key) }
  }

  /// The names of fields of the fetched version that were not set since.
  fileprivate var unchangedNames: [String] {
    guard let names = fetched?.names else { return [] }
    return slots.isEmpty ? names : names.filter { slots[$0] == nil }
  }

  /// Sorted.
  fileprivate var changedKeys: [String] {
    slots.filter { $0.value.isChanged }.map(\.key).sorted()
  }

  fileprivate mutating func settle(as version: Self, upTo edit: Int) {
    for name in unchangedNames { slots[name] = .init(value: value(name), isChanged: false) }
    var removed: [String] = []
    var index = slots.startIndex
    // In place: a list of the indices would keep a copy of the dictionary.
    while index != slots.endIndex {
      if slots.values[index].isSettled(upTo: edit) {
        if slots.values[index].value == nil { removed.append(slots.keys[index]) }
        slots.values[index].settle()
      }
      slots.formIndex(after: &index)
    }
    for name in removed { slots[name] = nil }
    (fetched, archived) = (version.fetched, version.archived)
    // Fields that the client does not have stay hidden.
    for name in version.unchangedNames where slots[name] == nil {
      slots[name] = .init(isChanged: false)
    }
    for (name, slot) in version.slots where slot.value != nil && slots[name] == nil {
      slots[name] = .init(isChanged: false)
    }
  }

  /// The names of the fields that have a value.
  fileprivate var keys: [String] {
    slots.filter { $0.value.value != nil }.map(\.key) + unchangedNames
  }
}

/// The fields of a version that was fetched.
protocol FetchedFields: Sendable {
  var names: [String] { get }
  /// Returns nil if there is no such field.
  func value(_ name: String) -> StoredValue?
}
