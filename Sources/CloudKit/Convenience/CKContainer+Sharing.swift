public import Foundation

extension CKContainer {
  // MARK: Links

  /// Returns what a link to a share says about it.
  public func shareMetadata(for url: URL) async throws -> CKShareMetadata {
    try connection.resolution(of: [url]).only()
  }

  public func fetchShareMetadata(
    with url: URL, completionHandler: @escaping @Sendable (CKShareMetadata?, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call(completionHandler) { () throws(CKError) in
      try connection.resolution(of: [url]).only()
    }
  }

  /// Returns what links to shares say about them.
  public func shareMetadatas(
    for urls: [URL]
  ) async throws -> [URL: Result<CKShareMetadata, any Error>] {
    try connection.resolution(of: urls).byID()
  }

  public func fetchShareMetadatas(
    for urls: [URL],
    completionHandler:
      @escaping @Sendable (Result<[URL: Result<CKShareMetadata, any Error>], any Error>) -> Void
  ) {
    let connection = connection
    connection.result(completionHandler) { () throws(CKError) in
      try connection.resolution(of: urls).byID()
    }
  }

  // MARK: Accepting

  /// Accepts a share, after which its records are in the shared database.
  @discardableResult
  public func accept(_ metadata: CKShareMetadata) async throws -> CKShare {
    try connection.acceptance(of: [metadata]).only()
  }

  public func accept(
    _ metadata: CKShareMetadata,
    completionHandler: @escaping @Sendable (CKShare?, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call(completionHandler) { () throws(CKError) in
      try connection.acceptance(of: [metadata]).only()
    }
  }

  /// Accepts shares.
  @discardableResult
  public func accept(
    _ metadatas: [CKShareMetadata]
  ) async throws -> [CKShareMetadata: Result<CKShare, any Error>] {
    try connection.acceptance(of: metadatas).byID()
  }

  public func accept(
    _ metadatas: [CKShareMetadata],
    completionHandler:
      @escaping @Sendable (Result<[CKShareMetadata: Result<CKShare, any Error>], any Error>) -> Void
  ) {
    let connection = connection
    connection.result(completionHandler) { () throws(CKError) in
      try connection.acceptance(of: metadatas).byID()
    }
  }
}
