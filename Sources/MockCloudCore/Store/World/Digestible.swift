/// An item that the digest of a world covers. Only its own implementation defines its hash, both
/// for updates of a digest and for its computation from stored data.
protocol Digestible {
  func add(to hash: inout StableHash)
}

extension Digestible {
  var digest: UInt64 {
    var hash = StableHash()
    add(to: &hash)
    return hash.value
  }
}

/// The kind of a hashed item, so that a view and a token with the same name differ.
enum DigestKind: UInt64 {
  case view = 1
  case clientChangeToken
  case deletion
  case position
  case feed
  case zone
  case lostZone
  case database
  case sharedDatabase
  case subscription
}

extension StableHash {
  @inline(__always)
  init(_ kind: DigestKind) { self.init(kind.rawValue) }
}

extension ExactText: Digestible {
  func add(to hash: inout StableHash) { hash.add(self) }
}

extension ZoneID: Digestible {
  func add(to hash: inout StableHash) {
    hash.add(zoneName)
    hash.add(ownerName)
  }
}

extension ZoneDeletionReason: Digestible {
  func add(to hash: inout StableHash) { hash.add(rawValue) }
}

extension RecordDeletion: Digestible {
  func add(to hash: inout StableHash) {
    recordType.add(to: &hash)
    hash.add(creator?.device.text ?? "")
    hash.add(creator?.user.text ?? "")
  }
}

extension DatabaseKey: Digestible {
  func add(to hash: inout StableHash) {
    hash.add(container.text)
    hash.add(environment.rawValue)
    hash.add(owner)
  }
}

// MARK: Records

extension Record: Digestible {
  func add(to hash: inout StableHash) {
    hash.add(recordName)
    hash.add(recordType)
    hash.add(recordChangeTag)
    Steps.take(fields.count)
    hash.add(fields.count)
    // Fields are not copied: there are many.
    for index in fields.indices {
      hash.add(fields[index].name)
      hash.add(fields[index].isEncrypted)
      fields[index].value.add(to: &hash)
    }
    created.add(to: &hash)
    modified.add(to: &hash)
    hash.add(parent)
    hash.add(optional: sharing) { $1.add(to: &$0) }
  }
}

extension Stamp: Digestible {
  func add(to hash: inout StableHash) {
    hash.add(timestamp)
    hash.add(userRecordName)
    hash.add(deviceID)
  }
}

extension FieldValue: Digestible {
  func add(to hash: inout StableHash) {
    hash.add(type.digestNumber)
    switch self {
    case .string(let value): hash.add(value)
    case .int64(let value), .timestamp(let value): hash.add(value)
    case .double(let value): hash.add(value)
    case .bytes(let value): hash.add(value)
    case .reference(let value): value.add(to: &hash)
    case .location(let value): value.add(to: &hash)
    case .asset(let value): hash.add(value.fileChecksum)
    case .stringList(let values): hash.add(list: values) { $0.add($1) }
    case .int64List(let values), .timestampList(let values): hash.add(list: values) { $0.add($1) }
    case .doubleList(let values): hash.add(list: values) { $0.add($1) }
    case .bytesList(let values): hash.add(list: values) { $0.add($1) }
    case .referenceList(let values): hash.add(list: values) { $1.add(to: &$0) }
    case .locationList(let values): hash.add(list: values) { $1.add(to: &$0) }
    case .assetList(let values): hash.add(list: values) { $0.add($1.fileChecksum) }
    }
  }
}

extension FieldType {
  /// Hashing a number is faster than hashing a name.
  fileprivate var digestNumber: UInt64 {
    switch self {
    case .string: 1
    case .int64: 2
    case .double: 3
    case .timestamp: 4
    case .bytes: 5
    case .reference: 6
    case .location: 7
    case .asset: 8
    case .stringList: 9
    case .int64List: 10
    case .doubleList: 11
    case .timestampList: 12
    case .bytesList: 13
    case .referenceList: 14
    case .locationList: 15
    case .assetList: 16
    }
  }
}

extension Reference: Digestible {
  func add(to hash: inout StableHash) {
    hash.add(recordName)
    hash.add(optional: zoneID) { $1.add(to: &$0) }
    hash.add(action.rawValue)
  }
}

extension Location: Digestible {
  func add(to hash: inout StableHash) {
    hash.add(latitude)
    hash.add(longitude)
    hash.add(optional: horizontalAccuracy) { $0.add($1) }
    hash.add(optional: verticalAccuracy) { $0.add($1) }
    hash.add(optional: altitude) { $0.add($1) }
    hash.add(optional: speed) { $0.add($1) }
    hash.add(optional: course) { $0.add($1) }
    hash.add(optional: timestamp) { $0.add($1) }
  }
}
