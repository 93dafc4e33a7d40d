internal import Foundation
internal import MockCloudCore

extension CKRecord {
  /// The record of an answer: always a new object.
  ///
  /// - Parameters:
  ///   - wanted: The fields that it has; nil means all.
  ///   - files: Whether assets get a file.
  static func of(
    _ record: Record, _ viewpoint: Viewpoint, desiredKeys wanted: DesiredKeys = nil,
    files: Bool = true
  ) -> CKRecord {
    let zoneID = viewpoint.zoneID(record.zoneID)
    let recordID = CKRecordID(recordName: record.recordName.text, zoneID: zoneID)
    let fields = FieldsOfVersion.of(record, zoneID, viewpoint, desiredKeys: wanted, files: files)
    let system = SystemFields(record, zoneID, viewpoint)
    let stores = (CKRecordValueStore(fields.plain), CKRecordValueStore(fields.encrypted))
    guard let share = record.share else {
      return CKRecord(
        recordType: record.recordType.text, recordID: recordID, system: system, values: stores.0,
        encrypted: stores.1)
    }
    return CKShare(
      recordID: recordID, system: system, values: stores.0, encrypted: stores.1,
      sharing: CKShare.Sharing(share, recordID.zoneID, viewpoint))
  }

  /// The version that this object was fetched as, or one without fields if it was not fetched: the
  /// common ancestor of this object and the version on the server.
  var ancestor: CKRecord {
    let stores = (values.original(), encrypted.original())
    guard let share = self as? CKShare else {
      return CKRecord(
        recordType: recordType, recordID: recordID, system: system.unchanged, values: stores.0,
        encrypted: stores.1)
    }
    return CKShare(
      recordID: recordID, system: system.unchanged, values: stores.0, encrypted: stores.1,
      sharing: share.sharing.unchanged)
  }

  /// The record in a request to save it.
  ///
  /// - Parameter allKeys: Whether all fields are sent, or those that were set.
  func draft(
    allKeys: Bool, by requester: Requester = .unknown
  ) throws(CKError) -> RecordDraft {
    if let misuse { throw CKError(unsendable: misuse) }
    let system = system
    var draft = RecordDraft(
      RecordTypeName(recordType), recordName: requester.recordName(recordID),
      zoneID: recordID.zoneID.inCore,
      recordChangeTag: system.changeTag.map { RecordChangeTag($0) })
    let plain = values.sent(allKeys: allKeys)
    let secret = encrypted.sent(allKeys: allKeys)
    try add(plain, to: &draft, isEncrypted: false, by: requester)
    try add(try only(secret, beside: plain), to: &draft, isEncrypted: true, by: requester)
    if let parent = system.parent, system.parentIsChanged || allKeys {
      draft.parent = .record(
        RecordName(parent.recordID.recordName), in: parent.recordID.zoneID.inCore)
    } else if system.parentIsChanged {
      draft.parent = .none
    }
    draft.share = try (self as? CKShare)?.sharing.draft(by: requester)
    return draft
  }

  /// Returns the encrypted fields that are sent beside the others. A name is that of one field: of two
  /// values, one would be lost.
  private func only(
    _ encrypted: [CKRecordValueStore.Sent], beside plain: [CKRecordValueStore.Sent]
  ) throws(CKError) -> [CKRecordValueStore.Sent] {
    if encrypted.isEmpty { return [] }
    var hasValue: [String: Bool] = [:]
    for field in plain { hasValue[field.name] = field.value != nil }
    for field in encrypted where field.value != nil && hasValue[field.name] == true {
      throw CKError(
        unsendable: "field '\(field.name)' of \(recordID.recordName) has a value in the record "
          + "and another one in its encryptedValues")
    }
    return encrypted.filter { hasValue[$0.name] == nil || $0.value != nil }
  }

  private func add(
    _ fields: [CKRecordValueStore.Sent], to draft: inout RecordDraft, isEncrypted: Bool,
    by requester: Requester
  ) throws(CKError) {
    for field in fields {
      do throws(UnsendableValue) {
        if let reason = field.refusal { throw UnsendableValue(reason: reason) }
        let value = try field.value.map { (value) throws(UnsendableValue) in
          try ValueBridge.inCore(value, in: recordID.zoneID, by: requester)
        }
        Self.add(value, field.name, isEncrypted, to: &draft)
      } catch {
        throw CKError(
          unsendable: "field '\(field.name)' of \(recordID.recordName): \(error.reason)")
      }
    }
  }

  /// - Parameter value: Nil deletes the field; a nil in it is an empty list.
  private static func add(
    _ value: FieldValue??, _ key: String, _ isEncrypted: Bool, to draft: inout RecordDraft
  ) {
    switch value {
    case .none:
      if isEncrypted { draft.setEncrypted(nil, for: key) } else { draft[key] = nil }
    case .some(.none): draft.setEmptyList(for: key, isEncrypted: isEncrypted)
    case .some(.some(let value)):
      if isEncrypted { draft.setEncrypted(value, for: key) } else { draft[key] = value }
    }
  }
}

extension CKRecord.SystemFields {
  init(_ record: Record, _ zoneID: CKRecordZoneID, _ viewpoint: Viewpoint) {
    changeTag = record.recordChangeTag.text
    created = ValueBridge.date(record.created.timestamp)
    modified = ValueBridge.date(record.modified.timestamp)
    creator = viewpoint.userRecordID(record.created.userRecordName)
    lastModifier = viewpoint.userRecordID(record.modified.userRecordName)
    modifiedByDevice = record.modified.deviceID.text
    parent = record.parent.map { Self.link(to: $0, zoneID) }
    share = record.shareName.map { Self.link(to: $0, zoneID) }
  }

  private static func link(to name: RecordName, _ zoneID: CKRecordZoneID) -> CKReference {
    CKReference(recordID: CKRecordID(recordName: name.text, zoneID: zoneID), action: .none)
  }
}

/// The fields of a version in an answer, or the encrypted ones.
///
/// Texts, numbers and dates become objects when they are read. Others, which may be large, name a zone
/// or have a file, are objects from the start.
private final class FieldsOfVersion: FetchedFields, @unchecked Sendable {
  private let fields: [Field]
  private let isEncrypted: Bool
  /// The fields that the request desired; nil means all.
  private let wanted: DesiredKeys
  /// Never changed.
  private let objects: [String: any __CKRecordObjCValue]

  private init(
    _ fields: [Field], isEncrypted: Bool, _ wanted: DesiredKeys,
    _ objects: [String: any __CKRecordObjCValue]
  ) {
    self.fields = fields
    self.isEncrypted = isEncrypted
    self.wanted = wanted
    self.objects = objects
  }

  static func of(
    _ record: Record, _ zoneID: CKRecordZoneID, _ viewpoint: Viewpoint,
    desiredKeys wanted: DesiredKeys, files: Bool
  ) -> (plain: any FetchedFields, encrypted: any FetchedFields) {
    var plain: [String: any __CKRecordObjCValue] = [:]
    var encrypted = plain
    var hasEncrypted = false
    for field in record.fields where wanted?.contains(field.name) ?? true {
      if field.isEncrypted { hasEncrypted = true }
      if ValueBridge.scalar(field.value) != nil { continue }
      let object = ValueBridge.object(field.value, in: zoneID, viewpoint, files: files)
      if field.isEncrypted { encrypted[field.name] = object } else { plain[field.name] = object }
    }
    return (
      FieldsOfVersion(record.fields, isEncrypted: false, wanted, plain),
      hasEncrypted
        ? FieldsOfVersion(record.fields, isEncrypted: true, wanted, encrypted) : none
    )
  }

  private static let none = FieldsOfVersion([], isEncrypted: true, nil, [:])

  private func has(_ field: Field) -> Bool {
    field.isEncrypted == isEncrypted && wanted?.contains(field.name) ?? true
  }

  var names: [String] { Array(fields.lazy.filter(has).map(\.name)) }

  func value(_ name: String) -> StoredValue? {
    if let object = objects[name] { return .object(object) }
    // They are sorted by name.
    var (start, end) = (fields.startIndex, fields.endIndex)
    while start < end {
      let middle = start + (end - start) / 2
      if fields[middle].name < name { start = middle + 1 } else { end = middle }
    }
    guard start < fields.endIndex, fields[start].name == name, has(fields[start]) else {
      return nil
    }
    return ValueBridge.scalar(fields[start].value)
  }
}
