/// The files that a draft's fields hold.
enum DraftAssets {
  /// The fields with the files that receipts stand for; bytes that some record holds already are
  /// shared with it.
  static func resolved(
    _ drafts: [FieldDraft], in world: borrowing World, _ context: CallContext
  ) throws(CloudError) -> [FieldDraft] {
    var resolved = drafts
    for index in drafts.indices where drafts[index].value?.holdsAssets == true {
      resolved[index].value = try drafts[index].value?.mappingAssets {
        (asset) throws(CloudError) in
        guard asset.receipt != nil else { return world.shared(asset) }
        return try world.uploads.asset(
          asset, for: try context.uploadOwner(), at: world.clock.now)
      }
    }
    return resolved
  }
}
