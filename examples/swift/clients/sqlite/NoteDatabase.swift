import CloudKit

/// A note as it is stored on the device.
struct Note: Sendable, Equatable {
  var name: String
  var title: String?
  var body: String?
}

/// The notes of the app and the state of their synchronisation, in an SQLite database. Each method is
/// one transaction; any thread may call it.
///
/// `changed` has a bit for each column with an unsent change, `edits` counts the changes, `system` has
/// the system fields of the server's version, with its tag.
class NoteDatabase: @unchecked Sendable {
  private static let schema = """
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS notes (
      name TEXT PRIMARY KEY, title TEXT, body TEXT, changed INTEGER NOT NULL DEFAULT 0,
      edits INTEGER NOT NULL DEFAULT 0, system BLOB, deleted INTEGER NOT NULL DEFAULT 0,
      seen INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS sync (
      id INTEGER PRIMARY KEY CHECK (id = 1), token BLOB, isSetUp INTEGER NOT NULL DEFAULT 0,
      reading INTEGER NOT NULL DEFAULT 0, sweeps INTEGER NOT NULL DEFAULT 0);
    INSERT OR IGNORE INTO sync (id) VALUES (1);
    """

  private let lock = NSLock()
  private let connection: SQLiteConnection

  init(path: String) throws {
    connection = try SQLiteConnection(path: path)
    try connection.execute(Self.schema)
  }

  @discardableResult
  private func transaction<R>(_ body: (SQLiteConnection) throws -> R) throws -> R {
    try lock.withLock { try connection.transaction { try body(connection) } }
  }

  // MARK: For the app

  /// All notes, by name.
  func notes() throws -> [Note] {
    try transaction {
      try $0.run("SELECT name, title, body FROM notes WHERE NOT deleted ORDER BY name").map {
        Note(name: $0[0].text ?? "", title: $0[1].text, body: $0[2].text)
      }
    }
  }

  /// Creates a note, or changes the title or the body of an existing one. A deleted one begins anew.
  func write(_ name: String, title: String? = nil, body: String? = nil) throws {
    let changed = (title == nil ? 0 : NoteUpload.title) | (body == nil ? 0 : NoteUpload.body)
    try transaction {
      try $0.run(
        """
        INSERT INTO notes (name, title, body, changed, edits, seen)
        VALUES (?1, ?2, ?3, ?4, 1, (SELECT reading FROM sync))
        ON CONFLICT (name) DO UPDATE SET
          title = CASE WHEN deleted THEN ?2 ELSE coalesce(?2, title) END,
          body = CASE WHEN deleted THEN ?3 ELSE coalesce(?3, body) END,
          changed = CASE WHEN deleted THEN \(NoteUpload.all) ELSE changed | ?4 END,
          deleted = 0, edits = edits + 1
        """, .text(name), .init(title), .init(body), .integer(changed))
    }
  }

  /// Deletes a note. Its row stays until the deletion was sent.
  func delete(_ name: String) throws {
    try transaction {
      try $0.run("UPDATE notes SET deleted = 1, edits = edits + 1 WHERE name = ?1", .text(name))
    }
  }

  // MARK: For the synchronisation

  /// Whether zone and subscription were created.
  func isSetUp() throws -> Bool {
    try transaction { try $0.run("SELECT isSetUp FROM sync")[0][0] == .integer(1) }
  }

  func noteSetUp() throws { try transaction { try $0.run("UPDATE sync SET isSetUp = 1") } }

  /// The notes with unsent changes.
  func pending() throws -> [NoteUpload] {
    try transaction {
      try $0.run(
        """
        SELECT name, title, body, changed, edits, system, deleted FROM notes
        WHERE changed OR deleted OR system IS NULL ORDER BY name
        """
      ).map {
        NoteUpload(
          note: Note(name: $0[0].text ?? "", title: $0[1].text, body: $0[2].text),
          changed: $0[3].number, edits: $0[4].number, systemFields: $0[5].data,
          isDeleted: $0[6].number == 1)
      }
    }
  }

  /// Stores the server's version of a note that was sent. Edits that were made since are kept.
  func noteSaved(_ upload: NoteUpload, as server: ServerNote) throws {
    try transaction { connection in
      try connection.run(
        "UPDATE notes SET changed = 0 WHERE name = ?1 AND edits = ?2", .text(upload.note.name),
        .integer(upload.edits))
      try Self.merge(server, onlyExisting: true, connection)
    }
  }

  /// Stores the server's version of a note that has changed there; unsent changes are kept.
  func noteConflict(_ server: ServerNote) throws {
    try transaction { try Self.merge(server, onlyExisting: true, $0) }
  }

  /// Removes a note whose deletion was sent. If it was written again since, all of it is sent.
  func noteDeleted(_ upload: NoteUpload) throws {
    let (name, edits) = (upload.note.name, upload.edits)
    try transaction {
      try $0.run("DELETE FROM notes WHERE name = ?1 AND edits = ?2", .text(name), .integer(edits))
      try $0.run(
        "UPDATE notes SET system = NULL, changed = ?2 WHERE name = ?1", .text(name),
        .integer(NoteUpload.all))
    }
  }

  /// Removes a note that the server does not have.
  func remove(_ name: String) throws {
    try transaction { try $0.run("DELETE FROM notes WHERE name = ?1", .text(name)) }
  }

  /// The token of the last page that was stored.
  func token() throws -> CKServerChangeToken? {
    try transaction { try $0.run("SELECT token FROM sync")[0][0].data }
      .flatMap { CKServerChangeToken.restored(from: $0) }
  }

  /// Stores a page of changes together with its token.
  func apply(_ changed: [ServerNote], deleted: [String], token: CKServerChangeToken) throws {
    try transaction { connection in
      for server in changed { try Self.merge(server, onlyExisting: false, connection) }
      for name in deleted {
        // One without system fields was written again since its deletion was sent.
        try connection.run(
          "DELETE FROM notes WHERE name = ?1 AND (deleted OR system IS NOT NULL)", .text(name))
      }
      try connection.run("UPDATE sync SET token = ?1", .init(token.archive))
    }
  }

  /// Notes that a reading is complete: notes that one from the beginning did not contain are gone.
  func noteComplete() throws {
    try transaction {
      try $0.run(
        """
        DELETE FROM notes WHERE system IS NOT NULL
          AND (SELECT sweeps FROM sync) AND seen < (SELECT reading FROM sync)
          AND NOT (changed OR deleted)
        """)
      try $0.run("UPDATE sync SET sweeps = 0")
    }
  }

  /// Forgets the token, so that all is read again from the beginning.
  func readAgain() throws {
    try transaction {
      try $0.run("UPDATE sync SET token = NULL, reading = reading + 1, sweeps = 1")
    }
  }

  /// Forgets what the server has: all is uploaded again.
  func forgetServer() throws {
    try transaction {
      try $0.run("UPDATE sync SET token = NULL, reading = reading + 1, sweeps = 1, isSetUp = 0")
      try $0.run("DELETE FROM notes WHERE deleted")
      try $0.run("UPDATE notes SET system = NULL, changed = ?1", .integer(NoteUpload.all))
    }
  }

  /// Removes everything.
  func purge() throws {
    try transaction {
      try $0.run("UPDATE sync SET token = NULL, reading = reading + 1, sweeps = 0, isSetUp = 0")
      try $0.run("DELETE FROM notes")
    }
  }

  /// Stores the server's version of a note, except for columns with unsent changes.
  private static func merge(
    _ server: ServerNote, onlyExisting: Bool, _ connection: SQLiteConnection
  ) throws {
    if !onlyExisting {
      try connection.run("INSERT OR IGNORE INTO notes (name) VALUES (?1)", .text(server.note.name))
    }
    try connection.run(
      """
      UPDATE notes SET
        title = CASE WHEN changed & \(NoteUpload.title) THEN title ELSE ?2 END,
        body = CASE WHEN changed & \(NoteUpload.body) THEN body ELSE ?3 END,
        system = ?4, seen = (SELECT reading FROM sync)
      WHERE name = ?1
      """, .text(server.note.name), .init(server.note.title), .init(server.note.body),
      .blob(server.systemFields))
  }
}
