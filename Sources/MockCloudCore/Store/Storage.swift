extension World {
  /// The bytes that are stored in all databases whose bytes count together with those of the given
  /// one: the private databases of its owner, in all containers and environments, or the public
  /// databases of its container.
  func bytesStored(ofSameOwnerAs key: DatabaseKey) -> Int {
    var bytes = 0
    for database in databasesInOrder {
      let counts =
        key.owner == nil
        ? database.isPublic && database.key.container == key.container
        : database.key.owner == key.owner
      guard counts else { continue }
      for (_, zone) in database.zones { bytes += zone.bytes }
    }
    return bytes
  }
}
