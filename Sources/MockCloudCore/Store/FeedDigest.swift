/// What the changes of a feed are hashed to.
enum FeedDigest {
  @inline(__always)
  static func saved(_ name: some Digestible) -> UInt64 { name.digest }

  static func deleted(_ name: some Digestible, _ deletion: some Digestible) -> UInt64 {
    var hash = StableHash(.deletion)
    name.add(to: &hash)
    deletion.add(to: &hash)
    return hash.value
  }

  /// A change at its place: what changed is hashed once, and a factor distinguishes its places.
  @inline(__always)
  static func change(_ content: UInt64, at number: UInt64) -> UInt64 {
    var hash = StableHash(.position)
    hash.add(number)
    return content &* (hash.value | 1)
  }
}
