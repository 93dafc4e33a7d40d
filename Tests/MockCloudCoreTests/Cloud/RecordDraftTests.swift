import Testing

@testable import MockCloudCore

@Suite struct RecordDraftTests {
  /// A valid value replaces an invalid one.
  @Test func mendedFieldsCanBeSaved() throws {
    let cloud = try Cloud()
    var draft = RecordDraft("Note", recordName: "n", fields: ["a": .double(.nan)])
    draft["b"] = .double(.infinity)
    #expect(throws: CloudError.self) { try cloud.privateDatabase.save(draft) }
    draft["a"] = .double(1)
    #expect(throws: CloudError.self) { try cloud.privateDatabase.save(draft) }
    draft["b"] = nil
    #expect(try cloud.privateDatabase.save(draft)["a"] == .double(1))
  }

  /// A draft may name a file that does not exist until the draft is saved.
  @Test func filesAreReadWhenTheDraftIsSaved() throws {
    let cloud = try Cloud()
    let draft = RecordDraft(
      "Note", recordName: "n", fields: ["file": .asset(Asset(path: "/there/is/no/such/file"))])
    do throws(CloudError) {
      _ = try cloud.privateDatabase.save(draft)
      Issue.record("a file that is not there was saved")
    } catch {
      #expect(error.code == .assetFileNotFound)
    }
  }
}
