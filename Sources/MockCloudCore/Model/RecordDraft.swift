/// A record as a client sends it: the desired content on the server.
public struct RecordDraft: Sendable {
  /// Nil lets the server choose a name.
  public var recordName: RecordName?
  /// May be nil if the record already exists.
  public var recordType: RecordTypeName?
  /// The tag of the version that the client last read; nil if the client considers the record new.
  public var recordChangeTag: RecordChangeTag?
  /// Nil means the zone of the request.
  public var zoneID: ZoneID?
  /// Sorted by name; names are unique. Other fields keep their values on the server.
  public internal(set) var fields: [FieldDraft]
  public var parent: ParentDraft
  /// The requested properties of a share; nil in drafts of other records.
  public var share: ShareDraft?
  /// Whether the record gets its own link.
  public var createsShortGUID = false
  /// The short GUID of the record's link; used only if a test seeds the record.
  var shortGUID: ShortGUID?
  /// The fields with invalid values, in the order in which they were found.
  var defects: [FieldDefect] = []

  public init(
    _ recordType: RecordTypeName?, recordName: RecordName? = nil, zoneID: ZoneID? = nil,
    recordChangeTag: RecordChangeTag? = nil, fields: [String: FieldValue?] = [:],
    parent: RecordName? = nil
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

  /// Creates a draft that saves the given version again, with its tag; change its fields with the
  /// subscript.
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

  /// The value to write to a field; nil clears the field on the server.
  public subscript(name: String) -> FieldValue? {
    get { fields.first { $0.name == name }?.value }
    set { set(FieldDraft(name: name, value: newValue)) }
  }

  /// Sets a value to write to a field as an encrypted one; nil clears the field on the server.
  public mutating func setEncrypted(_ value: FieldValue?, for name: String) {
    set(FieldDraft(name: name, value: value, isEncrypted: true))
  }

  /// Sets an empty list, which has the type of the field in which it is written.
  package mutating func setEmptyList(for name: String, isEncrypted: Bool) {
    set(
      FieldDraft(
        name: name, value: .stringList([]), isEncrypted: isEncrypted, isInferred: true))
  }

  private mutating func set(_ draft: FieldDraft) {
    // Most clients set fields in order; others may set many, hence the binary search.
    let isLast = fields.last.map { $0.name < draft.name } ?? true
    let index =
      isLast
      ? fields.endIndex : Bisection.first(in: fields.indices) { !(fields[$0].name < draft.name) }
    if index < fields.endIndex, fields[index].name == draft.name {
      fields[index] = draft
      defects.removeAll { $0.field.hasBytes(of: draft.name) }
    } else {
      fields.insert(draft, at: index)
    }
    note(draft)
  }

  private mutating func note(_ field: FieldDraft) {
    guard let reason = field.value?.defect?.reason else { return }
    defects.append(FieldDefect(field: field.name, reason: reason))
  }
}

/// A field of a draft with an invalid value.
struct FieldDefect: Sendable {
  let field: String
  /// The reason why the service refuses the value, in its words.
  let reason: String
  /// The unreadable value in the request; the draft has no value for it.
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
  /// Whether the client named no type: the value is then converted to the type of an existing
  /// field.
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

/// The parent that a draft sets.
public enum ParentDraft: Hashable, Sendable {
  case unchanged
  case none
  /// The record with the given name; if a zone is given, it must be the record's own.
  case record(RecordName, in: ZoneID? = nil)
}
