/// What has a key for its encrypted fields (DOC: CKRecordZone.EncryptionScope): each record of a zone,
/// or the zone. It is fixed when the zone is created.
public enum EncryptionScope: String, Sendable, CaseIterable {
  case perRecord
  case perZone
}
