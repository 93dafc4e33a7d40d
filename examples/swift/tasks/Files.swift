// set-up begins
import Foundation
import MockCloudCore
import Testing

extension Tasks {
  /// A note with a photo.
  func note(_ photo: Asset) -> RecordDraft {
    RecordDraft("Note", recordName: "n2", zoneID: notes, fields: ["photo": .asset(photo)])
  }

  func downloadPhoto() throws -> DownloadAssets.File {
    let download = DownloadAssets([AssetPlace("n2", "photo", zoneID: notes)])
    return try cloud.perform(download, as: phone.caller)[0].mapError(\.error).get()
  }
}

/// A save of a photo that was uploaded before.
let savePhoto = """
  {"device": "phone", "operations": [{"operationType": "create", "record": {"recordType": "Note",
  "fields": {"photo": {"value": {"receipt": "RECEIPT"}}}}}]}
  """
// set-up ends

extension Tasks {
  @Test func assetSaved() throws {
    try phone.save(note(Asset(data: Array("hello".utf8))))
    let record = try pad.record(named: "n2", in: notes)
    #expect(record["photo"]?.assetValue?.size == 5)  // a record has size and checksum alone
    let download = DownloadAssets([AssetPlace("n2", "photo", zoneID: notes)])
    let file = try cloud.perform(download, as: pad.caller)[0].mapError(\.error).get()
    #expect(file.asset.data == Array("hello".utf8))
  }

  @Test func assetReplaced() throws {
    var draft = RecordDraft(try phone.save(note(Asset(data: Array("hello".utf8)))))
    let before = try pad.record(named: "n2", in: notes)["photo"]?.assetValue
    draft["photo"] = .asset(Asset(data: Array("bye".utf8)))
    try phone.save(draft)
    let after = try pad.record(named: "n2", in: notes)["photo"]?.assetValue
    #expect(before?.fileChecksum != after?.fileChecksum)  // the pad's copy is out of date
    #expect(try downloadPhoto().asset.data == Array("bye".utf8))
  }

  @Test func assetTooLarge() throws {
    try call("mock/limits/set", #"{"limits": {"bytesPerAsset": 4}}"#)  // 50 MB by default
    try expect(.limitExceeded) { try phone.save(note(Asset(data: Array("hello".utf8)))) }
  }

  @Test func assetNotAvailable() throws {
    try phone.save(note(Asset(data: Array("hello".utf8))))
    try cloud.setError(.assetNotAvailable, for: ["assets/download"], times: 1)
    try expect(.assetNotAvailable) { try downloadPhoto() }
    #expect(try downloadPhoto().asset.data == Array("hello".utf8))
  }

  @Test func assetCutShort() throws {
    try phone.save(note(Asset(data: Array("hello".utf8))))
    try cloud.addFault(FaultRule(then: [.truncateFiles(3)]))
    let photo = try downloadPhoto().asset
    #expect(photo.data.count == 3 && photo.size == 5)  // compare size and checksum
  }

  @Test func assetFileMissing() throws {
    try expect(.assetFileNotFound) { try phone.save(note(Asset(path: "/nowhere/gone.jpg"))) }
  }

  @Test func assetFileChanges() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jpg")
    try Data("first".utf8).write(to: file)
    let upload = UploadAssets([.init(.init("photo", of: "Note"), .path(file.path))])
    let receipt = try cloud.perform(upload, as: phone.caller)[0].get().receipt
    try Data("second".utf8).write(to: file)  // the app writes it while it is being uploaded
    let save = savePhoto.replacingOccurrences(of: "RECEIPT", with: receipt)
    #expect(cloud.call("records/modify", save).json.contains("assetFileModified"))
    try FileManager.default.removeItem(at: file)
  }

  @Test func uploadExpires() throws {
    let upload = UploadAssets([.init(.init("photo", of: "Note"), .data([1, 2, 3]))])
    let receipt = try cloud.perform(upload, as: phone.caller)[0].get().receipt
    try cloud.advanceClock(seconds: 16 * 60)  // a receipt lasts 15 minutes
    let save = savePhoto.replacingOccurrences(of: "RECEIPT", with: receipt)
    #expect(cloud.call("records/modify", save).json.contains("invalidArguments"))
  }
}
