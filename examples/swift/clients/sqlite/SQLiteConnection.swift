import CSQLite
import Foundation

/// A connection to an SQLite database. One thread uses it at a time.
final class SQLiteConnection {
  /// An error of SQLite.
  struct Failure: Error {
    let code: Int32
    let message: String
  }

  /// A value of a column or a parameter.
  enum Value: Equatable {
    case null
    case integer(Int)
    case text(String)
    case blob(Data)
  }

  private let database: OpaquePointer
  /// The prepared statements by their text.
  private var statements: [String: OpaquePointer] = [:]

  init(path: String) throws {
    var database: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
    guard let database, code == SQLITE_OK else {
      sqlite3_close_v2(database)
      throw Failure(code: code, message: "'\(path)' cannot be opened")
    }
    self.database = database
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(database)
  }

  /// Runs statements without parameters and rows.
  func execute(_ text: String) throws {
    try check(sqlite3_exec(database, text, nil, nil, nil))
  }

  /// Runs a statement, and returns its rows.
  @discardableResult
  func run(_ text: String, _ parameters: Value...) throws -> [[Value]] {
    let statement = try prepared(text)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in parameters.enumerated() {
      try check(Self.bind(value, to: statement, at: Int32(index) + 1))
    }
    var rows: [[Value]] = []
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return rows }
      guard code == SQLITE_ROW else { throw failure(code) }
      rows.append((0..<sqlite3_column_count(statement)).map { Self.column($0, of: statement) })
    }
  }

  /// Runs `body` in a transaction, of which nothing is stored if it throws.
  func transaction<R>(_ body: () throws -> R) throws -> R {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      try? execute("ROLLBACK")
      throw error
    }
  }

  private func prepared(_ text: String) throws -> OpaquePointer {
    if let statement = statements[text] { return statement }
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(database, text, -1, &statement, nil))
    guard let statement else { throw failure(SQLITE_MISUSE) }
    statements[text] = statement
    return statement
  }

  private static func bind(
    _ value: Value, to statement: OpaquePointer, at index: Int32
  ) -> Int32 {
    // SQLite copies text and blobs before the call returns.
    let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let number): return sqlite3_bind_int64(statement, index, Int64(number))
    case .text(let text):
      return sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), copies)
    case .blob(let data):
      return data.withUnsafeBytes {
        sqlite3_bind_blob(statement, index, $0.baseAddress, Int32($0.count), copies)
      }
    }
  }

  private static func column(_ index: Int32, of statement: OpaquePointer) -> Value {
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: return .integer(Int(sqlite3_column_int64(statement, index)))
    case SQLITE_TEXT:
      return sqlite3_column_text(statement, index).map { .text(String(cString: $0)) } ?? .null
    case SQLITE_BLOB:
      let count = Int(sqlite3_column_bytes(statement, index))
      return sqlite3_column_blob(statement, index).map { .blob(Data(bytes: $0, count: count)) }
        ?? .null
    default: return .null
    }
  }

  private func check(_ code: Int32) throws { if code != SQLITE_OK { throw failure(code) } }

  private func failure(_ code: Int32) -> Failure {
    Failure(code: code, message: String(cString: sqlite3_errmsg(database)))
  }
}

extension SQLiteConnection.Value {
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  init(_ data: Data?) { self = data.map { .blob($0) } ?? .null }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var data: Data? { if case .blob(let data) = self { data } else { nil } }
  var number: Int { if case .integer(let number) = self { number } else { 0 } }
}
