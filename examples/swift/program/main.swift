// The program that the tasks of Programs.swift test as a black box: it makes its cloud from the
// environment, and saves a note.
import Foundation
import MockCloudCore

do {
  let icloud = try Cloud.launched()
  let note = RecordDraft("Note", recordName: "n2", zoneID: "Notes", fields: ["title": "Bread"])
  try icloud.privateDatabase.save(note)
} catch {
  print(error)
  exit(1)
}
