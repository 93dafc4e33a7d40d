extension Asset {
  /// Returns the asset with its bytes, which are read from the host's file that it names.
  func loaded() throws(CloudError) -> Asset {
    guard let path else { return self }
    guard let bytes = HostFile.read(path) else {
      throw CloudError(.assetFileNotFound, ServerText.assetFileNotFound(path))
    }
    return Asset(data: bytes)
  }
}

/// The files of the host that a request names. Each is read once, so that all attempts at the
/// request have the same bytes.
struct HostFiles {
  private var assets: [ExactText: Asset] = [:]

  /// Returns the asset with its bytes.
  mutating func load(_ asset: Asset) throws(CloudError) -> Asset {
    guard let path = asset.path else { return asset }
    if let known = assets[ExactText(path)] { return known }
    let loaded = try asset.loaded()
    assets.updateValue(loaded, forKey: ExactText(path))
    return loaded
  }
}

/// The files of a draft's fields.
enum DraftAssets {
  /// Returns the fields with uploaded files in place of receipts; bytes that some record already
  /// has are shared with it.
  static func resolved(
    _ drafts: [FieldDraft], of zoneID: ZoneID, _ files: inout HostFiles, in world: borrowing World,
    _ context: CallContext
  ) throws(CloudError) -> [FieldDraft] {
    try drafts.mappingAssets { (asset) throws(CloudError) in
      guard asset.receipt != nil else { return world.shared(try files.load(asset)) }
      return try world.uploads.asset(
        asset, in: zoneID, for: try context.uploadOwner(), at: world.clock.now)
    }
  }
}

extension [FieldDraft] {
  /// Returns the fields with other files. An error of `transform` names the field.
  func mappingAssets(
    _ transform: (Asset) throws(CloudError) -> Asset
  ) throws(CloudError) -> [FieldDraft] {
    var fields = self
    for index in indices where self[index].value?.holdsAssets == true {
      do throws(CloudError) {
        fields[index].value = try self[index].value?.mappingAssets(transform)
      } catch {
        throw error.inField(self[index].name)
      }
    }
    return fields
  }
}
