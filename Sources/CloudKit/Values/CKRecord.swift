public import Foundation

/// A record: an object with fields, of which a client saves copies to a database and fetches others
/// (Apple: `CKRecord`).
///
/// Every record is equal to itself alone. What the cloud returns is always a new object. A save makes
/// the saved object the saved version: it gets its tag, dates and users, and its fields are no longer
/// changed.
open class CKRecord: NSObject, NSCopying, NSSecureCoding, CKRecordKeyValueSetting,
  @unchecked Sendable
{
  public typealias ID = CKRecordID
  public typealias RecordType = String
  public typealias FieldKey = String
  public typealias Reference = CKReference

  public let recordType: RecordType
  public let recordID: CKRecordID

  /// The values that the server sets.
  var system: SystemFields {
    get { locked { storedSystem } }
    set { locked { storedSystem = newValue } }
  }
  private var storedSystem: SystemFields
  private let lock = ShortLock()
  let values: CKRecordValueStore
  let encrypted: CKRecordValueStore
  /// What a client did with this object that Apple's framework answers with an exception. The record
  /// is refused with it when it is saved.
  var misuse: String? {
    get { locked { storedMisuse } }
    set { locked { storedMisuse = newValue } }
  }
  private var storedMisuse: String?

  /// Reads or changes what the record has besides its fields, which have locks of their own. `body`
  /// must not use the record.
  func locked<R>(_ body: () -> R) -> R { lock.withLock(body) }

  /// The version, and the links of the sharing hierarchy.
  var versionAndLinks: (changeTag: String?, parent: CKReference?, share: CKReference?) {
    locked { (storedSystem.changeTag, storedSystem.parent, storedSystem.share) }
  }

  /// Changes the links of the sharing hierarchy, and keeps those that the record was fetched with.
  func changeLinks(_ change: (inout SystemFields) -> Void) {
    locked {
      storedSystem.keepOriginal()
      change(&storedSystem)
    }
  }

  /// Replaces the values by those of a version, and all else by `settleRest`, which must use none of
  /// the record's values with the same lock. Does nothing if the record became a later version since
  /// the request was made that saved this one.
  ///
  /// - Parameters:
  ///   - cloud: The cloud that saved the version; nil if it was not saved.
  ///   - sent: What was in the request. Links that were set afterwards stay changed.
  func settle(
    as version: SystemFields, of cloud: ObjectIdentifier?, sent: SentEdits?,
    _ settleRest: () -> Void
  ) {
    locked {
      if let sent, storedSystem.isLater(than: version, of: cloud, since: sent) { return }
      let (parent, share) = (storedSystem.parent, storedSystem.share)
      let hasNewShare = storedSystem.shareIsChanged && version.share == nil
      storedSystem = version
      storedSystem.cloud = cloud
      settleRest()
      guard let sent else { return }
      if parent != sent.parent {
        storedSystem.keepOriginal()
        storedSystem.parent = parent
        storedSystem.parentIsChanged = true
      }
      // A share that was made of this record, and is not saved yet.
      if share != sent.share || hasNewShare {
        storedSystem.keepOriginal()
        storedSystem.share = share
      }
    }
  }

  /// The values that the server sets, and the links of the sharing hierarchy.
  struct SystemFields {
    var changeTag: String?
    var created: Date?
    var modified: Date?
    var creator: CKRecordID?
    var lastModifier: CKRecordID?
    /// The name of the device that saved the record last.
    var modifiedByDevice: String?
    var parent: CKReference?
    var share: CKReference?
    /// The cloud with the save that made an object this version; nil for other versions.
    var cloud: ObjectIdentifier?
    /// Whether the client set the parent since the record was fetched.
    var parentIsChanged = false
    /// The links before the client's first change; nil if it changed none.
    var original: Links?

    /// What a client can change.
    struct Links {
      var parent: CKReference?
      var share: CKReference?
    }

    /// Whether the client set the share since the record was fetched.
    fileprivate var shareIsChanged: Bool { original.map { $0.share != share } ?? false }

    /// Keeps the links before the first change.
    fileprivate mutating func keepOriginal() {
      original = original ?? Links(parent: parent, share: share)
    }

    /// Whether this became a version of the same cloud since a request was made, and that is a later
    /// one than another. Dates have no order: a cloud's clock can be set back.
    fileprivate func isLater(
      than other: Self, of cloud: ObjectIdentifier?, since sent: SentEdits
    ) -> Bool {
      guard let tag = changeTag, tag != sent.changeTag, self.cloud == cloud,
        let others = other.changeTag
      else { return false }
      // Counters with the base 36.
      return (tag.utf8.count, tag) > (others.utf8.count, others)
    }

    /// The version that was fetched, without the client's changes.
    var unchanged: Self {
      var unchanged = self
      if let original { (unchanged.parent, unchanged.share) = (original.parent, original.share) }
      unchanged.original = nil
      unchanged.parentIsChanged = false
      return unchanged
    }
  }

  /// Creates a new record. The service refuses invalid names and types when it is saved.
  public init(recordType: RecordType, recordID: CKRecordID = CKRecordID()) {
    self.recordType = recordType
    self.recordID = recordID
    storedSystem = SystemFields()
    values = CKRecordValueStore()
    encrypted = CKRecordValueStore()
    super.init()
  }

  /// Creates a new record with a new name in a zone.
  public convenience init(recordType: RecordType, zoneID: CKRecordZoneID) {
    self.init(recordType: recordType, recordID: CKRecordID(zoneID: zoneID))
  }

  /// Creates a record from its parts.
  init(
    recordType: RecordType, recordID: CKRecordID, system: SystemFields, values: CKRecordValueStore,
    encrypted: CKRecordValueStore
  ) {
    self.recordType = recordType
    self.recordID = recordID
    storedSystem = system
    self.values = values
    self.encrypted = encrypted
    super.init()
  }

  // MARK: System fields

  /// The time of the first save; nil if the record was not saved.
  open var creationDate: Date? { system.created }
  /// The time of the last save; nil if the record was not saved.
  open var modificationDate: Date? { system.modified }
  /// The user who saved the record first.
  open var creatorUserRecordID: CKRecordID? { system.creator }
  /// The user who saved the record last.
  open var lastModifiedUserRecordID: CKRecordID? { system.lastModifier }
  /// Names the version; nil if the record was not saved.
  open var recordChangeTag: String? { system.changeTag }
  /// The share of which the record is the root.
  open var share: CKReference? { system.share }

  /// The record above this one in a sharing hierarchy.
  ///
  /// Apple's framework raises an exception for a reference with an action. Here the record is refused
  /// when it is saved.
  open var parent: CKReference? {
    get { system.parent }
    set {
      changeLinks {
        $0.parent = newValue
        $0.parentIsChanged = true
      }
      if let newValue, newValue.action != .none {
        misuse = "the parent of \(recordID.recordName) must be a reference without an action"
      }
    }
  }

  /// Makes a record the parent; nil removes the parent.
  open func setParent(_ parentRecord: CKRecord?) { setParent(parentRecord?.recordID) }

  /// Makes the record with an ID the parent; nil removes the parent.
  open func setParent(_ parentRecordID: CKRecordID?) {
    parent = parentRecordID.map { CKReference(recordID: $0, action: .none) }
  }

  // MARK: Fields

  open subscript(key: FieldKey) -> (any __CKRecordObjCValue)? {
    get { values[key] }
    set { values.set(newValue, forKey: key) }
  }

  open func object(forKey key: FieldKey) -> (any __CKRecordObjCValue)? { values[key] }

  open func setObject(_ object: (any CKRecordValueProtocol)?, forKey key: FieldKey) {
    values.set(object, forKey: key)
  }

  open func allKeys() -> [FieldKey] { values.allKeys() }

  open func changedKeys() -> [FieldKey] { values.changedKeys() }

  /// The fields that are encrypted on the device. They are other fields than those of the record
  /// itself.
  open var encryptedValues: any CKRecordKeyValueSetting & Sendable { encrypted }

  /// Returns the words of all fields that hold text, in the order of the fields.
  open func allTokens() -> [String] {
    values.allKeys().flatMap { key in
      (values[key] as? String)?.split { !$0.isLetter && !$0.isNumber }.map(String.init) ?? []
    }
  }

  // MARK: Copies and archives

  open override func copy() -> Any { copy(with: nil) }

  /// Returns another record with the same ID, version, fields and changes.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CKRecord(
      recordType: recordType, recordID: recordID, system: system, values: values.copied(),
      encrypted: encrypted.copied())
    copy.misuse = misuse
    return copy
  }

  public static var supportsSecureCoding: Bool { true }

  /// Reads a whole record, or one from its system fields alone: that one has no fields, and saving it
  /// saves those that are set afterwards.
  public required init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    guard let recordType = archive.string("RecordType"),
      let recordID = archive.object("RecordID", CKRecordID.self), archive.isSound
    else { return nil }
    self.recordType = recordType
    self.recordID = recordID
    storedSystem = SystemFields(archive)
    values = archive.object("ValueStore") ?? CKRecordValueStore()
    encrypted = archive.object("EncryptedValueStore") ?? CKRecordValueStore()
    storedMisuse = archive.string("Misuse")
    guard archive.isSound else { return nil }
    super.init()
  }

  open func encode(with coder: NSCoder) {
    encodeSystemFields(with: coder)
    coder.encode(values, forKey: "ValueStore")
    coder.encode(encrypted, forKey: "EncryptedValueStore")
    coder.encode(text: misuse, forKey: "Misuse")
  }

  /// Encodes everything but the fields: a client stores it beside its own copy of the fields, and
  /// makes a record of it to save a new version.
  open func encodeSystemFields(with coder: NSCoder) {
    coder.encode(text: recordType, forKey: "RecordType")
    coder.encode(recordID, forKey: "RecordID")
    system.encode(with: coder)
  }

  open override var description: String {
    let fields = values.allKeys().map { "\($0)=\(values[$0].map(Self.text(of:)) ?? "nil")" }
    return "<CKRecord: recordType=\(recordType), recordID=\(recordID.recordName):"
      + "(\(recordID.zoneID.zoneName):\(recordID.zoneID.ownerName)), "
      + "recordChangeTag=\(recordChangeTag ?? "nil"), values={\(fields.joined(separator: ", "))}>"
  }

  private static func text(of value: Any) -> String {
    switch value {
    case let date as Date: date.text
    case let list as [Any]: "[\(list.map(text(ofMember:)).joined(separator: ", "))]"
    default: "\(value)"
    }
  }

  /// Foundation ends the process for a date outside its calendar, also in a list. A list in a list is
  /// no value, and may contain itself.
  private static func text(ofMember member: Any) -> String {
    switch member {
    case let date as Date: date.text
    case is NSString, is String, is NSData, is Data: String(reflecting: member)
    case is any Collection, is NSArray, is NSDictionary, is NSSet: "\(type(of: member))"
    default: String(reflecting: member)
    }
  }
}
