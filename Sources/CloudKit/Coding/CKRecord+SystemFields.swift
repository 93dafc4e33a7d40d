internal import Foundation

extension CKRecord.SystemFields {
  init(_ archive: ArchiveReader) {
    changeTag = archive.string("ETag")
    created = archive.date("RecordCtime")
    modified = archive.date("RecordMtime")
    creator = archive.object("CreatorUserRecordID")
    lastModifier = archive.object("LastModifiedUserRecordID")
    modifiedByDevice = archive.string("ModifiedByDevice")
    parent = archive.object("ParentReference")
    share = archive.object("ShareReference")
    parentIsChanged = archive.bool("HasUpdatedParentReference")
    if archive.bool("HasOriginalReferences") {
      original = Links(
        parent: archive.object("OriginalParentReference"),
        share: archive.object("OriginalShareReference"))
    }
  }

  func encode(with coder: NSCoder) {
    coder.encode(text: changeTag, forKey: "ETag")
    coder.encode(created as NSDate?, forKey: "RecordCtime")
    coder.encode(modified as NSDate?, forKey: "RecordMtime")
    coder.encode(creator, forKey: "CreatorUserRecordID")
    coder.encode(lastModifier, forKey: "LastModifiedUserRecordID")
    coder.encode(text: modifiedByDevice, forKey: "ModifiedByDevice")
    coder.encode(parent, forKey: "ParentReference")
    coder.encode(share, forKey: "ShareReference")
    coder.encode(parentIsChanged, forKey: "HasUpdatedParentReference")
    guard let original else { return }
    coder.encode(true, forKey: "HasOriginalReferences")
    coder.encode(original.parent, forKey: "OriginalParentReference")
    coder.encode(original.share, forKey: "OriginalShareReference")
  }
}
