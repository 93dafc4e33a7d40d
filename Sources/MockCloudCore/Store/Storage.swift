/// Who is charged for stored bytes: a user for the private databases of all containers, a container for
/// its public databases.
struct StorageAccount: OrderedKey {
  let isPublic: Bool
  /// A user record name or a container.
  let name: String

  init(_ key: DatabaseKey) {
    isPublic = key.owner == nil
    name = key.owner ?? key.container.text
  }

  var rank: UInt64 { name.rank }
  static var isOrderedByRankAlone: Bool { false }

  static func compare(_ left: Self, _ right: Self) -> Int {
    let names = String.compare(left.name, right.name)
    if names != 0 { return names }
    return left.isPublic == right.isPublic ? 0 : left.isPublic ? -1 : 1
  }
}

extension World {
  /// The bytes that all records take up, assets included, in all databases that count towards the
  /// same quota: those of one user in every container and environment, or the public ones of one
  /// container.
  func bytesStored(ofSameOwnerAs key: DatabaseKey) -> Int {
    indexes.bytes(of: StorageAccount(key))
  }
}
