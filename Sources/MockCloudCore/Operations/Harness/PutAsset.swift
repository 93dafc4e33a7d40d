/// `mock/assets/put`: uploads bytes to an address that `assets/upload` returned, as a client does
/// over HTTP.
public struct PutAsset: HarnessOperation {
  public static let name = "mock/assets/put"

  public var url: String
  public var source: UploadAssets.Source

  public init(_ url: String, data: [UInt8]) { self.init(url, .data(data)) }

  init(_ url: String, _ source: UploadAssets.Source) {
    self.url = url
    self.source = source
  }

  private func bytes() throws(Misuse) -> [UInt8] {
    switch source {
    case .data(let bytes): return bytes
    case .path(let path):
      guard let bytes = HostFile.read(path) else {
        throw Misuse.badMockRequest(
          "path: '\(NameRules.shortened(path))' cannot be read", key: "path", expected: "a file")
      }
      return bytes
    case .later: return []
    }
  }

  func run(
    in state: inout CloudState, as context: CallContext
  ) throws(Misuse) -> UploadedAsset {
    try refuseProblem()
    let asset = state.world.shared(Asset(data: try bytes()))
    do throws(CloudError) {
      try AssetLimit.check(asset, state.world.limits)
    } catch {
      throw Misuse.badMockRequest(error.reason, key: "data")
    }
    let prefix = UploadedAsset.urlPrefix
    let token =
      url.hasPrefix(prefix)
      ? String(decoding: url.utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : nil
    let now = state.world.clock.now
    guard let token,
      state.world.uploads.put(asset, receipt: Uploads.receipt(of: token), at: now)
    else {
      throw Misuse.badMockRequest(
        "the URL '\(NameRules.shortened(url))' is unknown, used or expired", key: "url",
        expected: "a URL returned by assets/upload, used once and within 15 minutes")
    }
    return UploadedAsset(recordName: "", fieldName: "", token: token, asset: asset)
  }
}

extension PutAsset: CheckedValue {
  var problem: RequestError? {
    guard case .later = source else { return nil }
    return RequestError(
      "data", "required key 'data' is missing", expected: "the bytes, or the 'path' of a file")
  }
}
