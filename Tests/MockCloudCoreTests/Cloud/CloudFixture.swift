import Testing

@testable import MockCloudCore

extension Cloud {
  /// Creates a cloud with one note, with which most tests of the façade begin.
  static func withNote() throws -> Cloud {
    let cloud = try Cloud()
    try cloud.seed([RecordDraft("Note", recordName: "n1", fields: ["title": "Milk"])])
    return cloud
  }
}

/// Returns the code of the error that `body` throws.
func code(_ body: () throws -> Void) throws -> CKErrorCode {
  try #require(throws: CloudError.self) { try body() }.code
}
