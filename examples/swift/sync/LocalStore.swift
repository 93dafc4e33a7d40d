/// A note with its unsent changes.
struct Note {
  var name: String
  var fields: [String: String] = [:]
  /// The fields with unsent changes.
  var changed: Set<String> = []
  /// The change tag of the server's version; nil if the server has none.
  var tag: String?
  /// Whether it is a tombstone, which stays until the deletion is sent.
  var isDeleted = false
  /// The number of the last reading with the note.
  var seen = 0

  var isPending: Bool { isDeleted || tag == nil || !changed.isEmpty }
}

/// What a device keeps on its disk. Each method is one transaction.
final class LocalStore {
  private struct Contents {
    var notes: [String: Note] = [:]
    var token: String?
    var reading = 0
    var sweeps = false

    mutating func merge(_ server: Note) {
      var note = notes[server.name] ?? Note(name: server.name)
      let unsent = note.fields.filter { note.changed.contains($0.key) }
      note.fields = server.fields.merging(unsent) { $1 }
      note.tag = server.tag
      note.seen = reading
      notes[server.name] = note
    }
  }

  private var contents = Contents()
  /// Whether zone and subscription were created.
  var isSetUp = false

  /// The token of the last page that was read from the zone's feed.
  var token: String? {
    get { contents.token }
    set { contents.token = newValue }
  }

  // MARK: For the app

  /// The fields of all notes by name.
  var notes: [String: [String: String]] {
    contents.notes.filter { !$1.isDeleted }.mapValues(\.fields)
  }

  /// Creates a note, or changes a field of an existing one.
  func edit(_ name: String, _ field: String, _ value: String) {
    var note = contents.notes[name] ?? Note(name: name, seen: contents.reading)
    note.fields[field] = value
    note.changed.insert(field)
    contents.notes[name] = note
  }

  /// Marks a note as deleted.
  func delete(_ name: String) { contents.notes[name]?.isDeleted = true }

  // MARK: For the sync client

  /// The notes with unsent changes, and the tombstones.
  var pending: [Note] {
    contents.notes.values.filter(\.isPending).sorted { $0.name < $1.name }
  }

  /// Stores the server's version of a note, except for fields with unsent changes.
  func merge(_ server: Note) { contents.merge(server) }

  /// Stores the server's version of a note whose changes were sent.
  func saved(_ server: Note) {
    guard contents.notes[server.name] != nil else { return }
    contents.notes[server.name]?.changed = []
    contents.merge(server)
  }

  /// Removes a note that the server does not have.
  func remove(_ name: String) { contents.notes[name] = nil }

  /// Stores a page of changes together with its token.
  func apply(saved: [Note], deleted: [String], token: String) {
    var changed = contents
    for note in saved { changed.merge(note) }
    for name in deleted { changed.notes[name] = nil }
    changed.token = token
    contents = changed
  }

  /// Forgets the token, so that the feed is read from its beginning.
  func forgetToken() {
    contents.token = nil
    contents.reading += 1
    contents.sweeps = true
  }

  /// Removes the notes that a complete reading from the beginning did not contain.
  func sweep() {
    guard contents.sweeps else { return }
    contents.notes = contents.notes.filter { $1.isPending || $1.seen == contents.reading }
    contents.sweeps = false
  }

  /// Marks all notes as unsent, because the server lost its data.
  func forgetServer() {
    forgetToken()
    isSetUp = false
    contents.notes = contents.notes.filter { !$1.isDeleted }.mapValues {
      Note(name: $0.name, fields: $0.fields, changed: Set($0.fields.keys))
    }
  }

  /// Removes all notes, also unsent ones.
  func clear() {
    forgetToken()
    isSetUp = false
    contents.notes = [:]
  }
}
