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
    let recordID = CKRecordID(record.recordID, viewpoint)
    var values: [String: any __CKRecordObjCValue] = [:]
    var encrypted: [String: any __CKRecordObjCValue] = [:]
    for field in record.fields where wanted?.contains(field.name) ?? true {
      let object = ValueBridge.object(
        field.value, in: recordID.zoneID, viewpoint, files: files)
      if field.isEncrypted { encrypted[field.name] = object } else { values[field.name] = object }
    }
    let system = SystemFields(record, recordID.zoneID, viewpoint)
    let stores = (CKRecordValueStore(fetched: values), CKRecordValueStore(fetched: encrypted))
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
    let stores = (
      CKRecordValueStore(fetched: values.original ?? [:]),
      CKRecordValueStore(fetched: encrypted.original ?? [:])
    )
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
  func draft(allKeys: Bool) throws(CKError) -> RecordDraft {
    if let misuse { throw CKError(unsendable: misuse) }
    var draft = RecordDraft(
      RecordTypeName(recordType), recordName: RecordName(recordID.recordName),
      zoneID: recordID.zoneID.inCore,
      recordChangeTag: system.changeTag.map { RecordChangeTag($0) })
    let plain = values.keys(all: allKeys)
    try add(values, plain, to: &draft, isEncrypted: false)
    // A name is that of one field: of two values, one would be lost.
    let both = Set(plain).intersection(encrypted.keys(all: allKeys))
    for key in both.sorted() where values.values[key] != nil && encrypted.values[key] != nil {
      throw CKError(
        unsendable: "field '\(key)' of \(recordID.recordName) has a value in the record and "
          + "another one in its encryptedValues")
    }
    let rest = encrypted.keys(all: allKeys).filter {
      !both.contains($0) || encrypted.values[$0] != nil
    }
    try add(encrypted, rest, to: &draft, isEncrypted: true)
    if let parent = system.parent, system.parentIsChanged || allKeys {
      draft.parent = .record(
        RecordName(parent.recordID.recordName), in: parent.recordID.zoneID.inCore)
    } else if system.parentIsChanged {
      draft.parent = .none
    }
    draft.share = try (self as? CKShare)?.sharing.draft()
    return draft
  }

  private func add(
    _ store: CKRecordValueStore, _ keys: [String], to draft: inout RecordDraft, isEncrypted: Bool
  ) throws(CKError) {
    for key in keys {
      do throws(UnsendableValue) {
        if let reason = store.refused[key] { throw UnsendableValue(reason: reason) }
        try Self.add(store.values[key], key, recordID.zoneID, isEncrypted, to: &draft)
      } catch {
        throw CKError(unsendable: "field '\(key)' of \(recordID.recordName): \(error.reason)")
      }
    }
  }

  private static func add(
    _ value: (any __CKRecordObjCValue)?, _ key: String, _ zoneID: CKRecordZoneID,
    _ isEncrypted: Bool, to draft: inout RecordDraft
  ) throws(UnsendableValue) {
    guard let value else {
      if isEncrypted { draft.setEncrypted(nil, for: key) } else { draft[key] = nil }
      return
    }
    guard let core = try ValueBridge.inCore(value, in: zoneID) else {
      draft.setEmptyList(for: key, isEncrypted: isEncrypted)
      return
    }
    if isEncrypted { draft.setEncrypted(core, for: key) } else { draft[key] = core }
  }
}

extension CKRecordValueStore {
  /// The names of the fields that a request has, sorted.
  ///
  /// - Parameter all: Whether unchanged fields are sent too. Files that the client does not have, as
  ///   those of the record in an error, stay as they are on the server.
  fileprivate func keys(all: Bool) -> [String] {
    let changed = changedKeys()
    if !all { return changed }
    let others = Set(allKeys()).subtracting(changed)
    return (changed + others.filter { !ValueBridge.lacksFile(values[$0]) }).sorted()
  }
}

extension CKRecord.SystemFields {
  init(_ record: Record, _ zoneID: CKRecordZoneID, _ viewpoint: Viewpoint) {
    changeTag = record.recordChangeTag.text
    created = ValueBridge.date(record.created.timestamp) as Date
    modified = ValueBridge.date(record.modified.timestamp) as Date
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
