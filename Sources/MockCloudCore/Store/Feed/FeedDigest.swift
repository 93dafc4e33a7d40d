/// The hashes of the changes of a feed.
enum FeedDigest {
  @inline(__always)
  static func saved(_ name: some Digestible) -> UInt64 { name.digest }

  static func deleted(_ name: some Digestible, _ deletion: some Digestible) -> UInt64 {
    var hash = StableHash(.deletion)
    name.add(to: &hash)
    deletion.add(to: &hash)
    return hash.value
  }

  /// Returns the hash of a change with a number: the item is hashed once, and multiplied by a
  /// factor for the number.
  @inline(__always)
  static func change(_ content: UInt64, at number: UInt64) -> UInt64 {
    var hash = StableHash(.position)
    hash.add(number)
    return content &* (hash.value | 1)
  }
}
