/// The account for stored bytes: a user for the private databases in all containers, or a container
/// for its public databases.
struct StorageAccount: OrderedKey {
  let isPublic: Bool
  /// A user record name or a container.
  let name: String

  init(_ key: DatabaseKey) {
    isPublic = key.owner == nil
    name = key.owner?.text ?? key.container.text
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
  /// Returns the bytes of all records, assets included, in all databases with the same quota: those
  /// of one user in all containers and environments, or the public ones of one container.
  func bytesStored(ofSameOwnerAs key: DatabaseKey) -> Int {
    indexes.bytes(of: StorageAccount(key))
  }
}
