/// A record as a client sends it: what it wants the server to hold.
public struct RecordDraft: Sendable {
  /// Nil asks the server for a name.
  public var recordName: String?
  /// May be nil where the record exists already.
  public var recordType: String?
  /// The tag of the version that the client last saw, or nil for a record it holds to be new.
  public var recordChangeTag: String?
  /// Nil means the zone of the request.
  public var zoneID: ZoneID?
  /// Sorted by name, no name twice. A field that is not listed stays as it is on the server.
  public internal(set) var fields: [FieldDraft]
  public var parent: ParentDraft
  /// What a share is to be; nil in drafts of other records.
  public var share: ShareDraft?
  /// Whether the record is to have a link of its own.
  public var createsShortGUID = false
  /// A short GUID that is to be kept; counts only where a test seeds the record.
  var shortGUID: String?
  /// Fields whose values are wrong, in the order in which they were found.
  var defects: [FieldDefect] = []

  public init(
    _ recordType: String?, recordName: String? = nil, zoneID: ZoneID? = nil,
    recordChangeTag: String? = nil, fields: [String: FieldValue?] = [:], parent: String? = nil
  ) {
    self.recordType = recordType
    self.recordName = recordName
    self.zoneID = zoneID
    self.recordChangeTag = recordChangeTag
    self.parent = parent.map { .record($0) } ?? .unchanged
    self.fields = fields.map { FieldDraft(name: $0.key, value: $0.value) }
      .sorted(by: FieldDraft.inOrder)
    for field in self.fields { note(field) }
  }

  /// A draft that saves the given version again, with its tag; change its fields with the subscript.
  public init(_ record: Record) {
    recordName = record.recordName
    recordType = record.recordType
    recordChangeTag = record.recordChangeTag
    zoneID = record.zoneID
    fields = record.fields.map {
      FieldDraft(name: $0.name, value: $0.value, isEncrypted: $0.isEncrypted)
    }
    parent = .unchanged
  }

  /// The value to be written to a field; setting nil clears the field on the server.
  public subscript(name: String) -> FieldValue? {
    get { fields.first { $0.name == name }?.value }
    set { set(FieldDraft(name: name, value: newValue)) }
  }

  /// Has a value written to a field as an encrypted one; nil clears the field on the server.
  public mutating func setEncrypted(_ value: FieldValue?, for name: String) {
    set(FieldDraft(name: name, value: value, isEncrypted: true))
  }

  private mutating func set(_ draft: FieldDraft) {
    let index = fields.firstIndex { !($0.name < draft.name) } ?? fields.endIndex
    if index < fields.endIndex, fields[index].name == draft.name {
      fields[index] = draft
    } else {
      fields.insert(draft, at: index)
    }
    defects.removeAll { String.compare($0.field, draft.name) == 0 }
    note(draft)
  }

  private mutating func note(_ field: FieldDraft) {
    guard let reason = field.value?.defect?.reason else { return }
    defects.append(FieldDefect(field: field.name, reason: reason))
  }
}

/// A field of a draft whose value is wrong.
struct FieldDefect: Sendable {
  let field: String
  /// Why the service refuses the value, in its words.
  let reason: String
  /// What a request said, where it could not be read; the draft then has no value.
  var source: Source?

  struct Source: Sendable {
    let type: FieldType?
    /// The JSON text of the value.
    let value: [UInt8]
  }
}

/// One field of a draft.
public struct FieldDraft: Sendable {
  public var name: String
  /// Nil clears the field.
  public var value: FieldValue?
  public var isEncrypted: Bool
  /// Whether the writer named no type: the value then gives way to the type of an existing field.
  public var isInferred: Bool

  public init(
    name: String, value: FieldValue?, isEncrypted: Bool = false, isInferred: Bool = false
  ) {
    self.name = name
    self.value = value
    self.isEncrypted = isEncrypted
    self.isInferred = isInferred
  }

  static func inOrder(_ left: Self, _ right: Self) -> Bool { left.name < right.name }
}

/// What a draft says of the record's parent.
public enum ParentDraft: Hashable, Sendable {
  case unchanged
  case none
  /// A record of that name; a zone that is given must be the record's own.
  case record(String, in: ZoneID? = nil)
}
