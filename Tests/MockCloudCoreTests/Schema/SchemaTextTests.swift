import Foundation
import Testing

@testable import MockCloudCore

@Suite struct SchemaTextTests {
  static func error(_ text: String) -> SchemaTextError? {
    do throws(SchemaTextError) {
      _ = try SchemaTextReader.read(text)
      return nil
    } catch {
      return error
    }
  }

  private static let head = "DEFINE SCHEMA RECORD TYPE T ("

  @Test(arguments: SchemaTextRows.members.indices)
  func membersAreWrittenInOneWay(_ row: Int) throws {
    let (text, written) = SchemaTextRows.members[row]
    // A comment is allowed before the closing parenthesis.
    let schema = try SchemaTextReader.read(Self.head + text + "\n);")
    let expected =
      "DEFINE SCHEMA\n\n  RECORD TYPE T (\n    " + written.joined(separator: ",\n    ") + "\n  );\n"
    #expect(SchemaTextWriter.text(of: schema) == expected)
    #expect(try SchemaTextReader.read(expected) == schema)
  }

  @Test(arguments: SchemaTextRows.refused.indices)
  func whatIsNoSchemaIsRefused(_ row: Int) throws {
    let (text, line, column, message) = SchemaTextRows.refused[row]
    let error = try #require(Self.error(text))
    #expect(error.message.hasPrefix(message), "\(error.message)")
    #expect(error.line == line)
    #expect(error.column == column)
  }

  @Test(arguments: SchemaTextRows.refusedMembers.indices)
  func whatIsNoMemberIsRefused(_ row: Int) throws {
    let (text, column, message) = SchemaTextRows.refusedMembers[row]
    let error = try #require(Self.error(Self.head + text + ");"))
    #expect(error.message.hasPrefix(message), "\(error.message)")
    #expect(error.line == 1)
    #expect(error.column == column + Self.head.utf8.count)
  }

  @Test func errorsNameWhatWasMeant() {
    #expect(Self.error("DEFINE SCHEMA RECORD TIPE T")?.nearest == "TYPE")
    #expect(Self.error(Self.head + "a STRNG);")?.nearest == "STRING")
    #expect(Self.error(Self.head + "a STRING QUERRYABLE);")?.nearest == "QUERYABLE")
    #expect(Self.error(Self.head + "GRANT READ TO \"_word\");")?.nearest == "_world")
    #expect(Self.error(Self.head + "\"___modtime\" TIMESTAMP);")?.nearest == "___modTime")
    #expect(Self.error(Self.head + "grant STRING);")?.expected == "READ, CREATE or WRITE")
    #expect(Self.error(Self.head + "queryable STRING);")?.expected == "\"queryable\"")
  }

  @Test func linesAndColumnsCountBytes() {
    let error = Self.error("DEFINE SCHEMA // é\r\n/* é\n é */ ?")
    #expect(error?.line == 3)
    #expect(error?.column == 8)
    #expect(Self.error("\u{feff}DEFINE SCHEMA\n!")?.line == 2)
    #expect(Self.error("\u{feff}DEFINE SCHEMA") == nil)
  }

  @Test func rolesComeBeforeOrAfterTypesThatNameThem() throws {
    let type = "RECORD TYPE T (a STRING, GRANT READ TO A);"
    let before = try SchemaTextReader.read("DEFINE SCHEMA CREATE ROLE A; " + type)
    let after = try SchemaTextReader.read("DEFINE SCHEMA " + type + " CREATE ROLE A;")
    #expect(before == after)
    #expect(before.roles.map(\.name) == ["A"])
    #expect(
      SchemaTextWriter.text(of: before)
        == "DEFINE SCHEMA\n\n  CREATE ROLE A;\n\n  RECORD TYPE T (\n    a STRING,\n"
        + "    GRANT READ TO A\n  );\n")
  }

  @Test func limitsHold() throws {
    var limits = Limits()
    limits.fieldsPerType = 2
    limits.nameLength = 7
    func message(_ members: String) -> String? {
      do throws(SchemaTextError) {
        _ = try SchemaTextReader.read(Self.head + members + ");", limits: limits)
        return nil
      } catch {
        return error.message
      }
    }
    #expect(message("abc STRING, b STRING, \"___etag\" STRING") == nil)
    #expect(message("a STRING, b STRING, c STRING") == "record type 'T' has more than 2 fields")
    #expect(message("abcdefgh STRING") == "the name of a field has 8 characters, at most 7 allowed")
    #expect(message("GRANT READ TO Abcdefgh")?.hasPrefix("the name of a role has 8 char") == true)
  }

  // MARK: Files

  static func data(_ file: String) throws -> String {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(
      contentsOf: tests.appendingPathComponent("data/\(file).ckdb"), encoding: .utf8)
  }

  @Test(arguments: ["recipes", "everything", "podcasts"])
  func filesKeepTheirMeaning(_ file: String) throws {
    let schema = try SchemaTextReader.read(try Self.data(file))
    let written = SchemaTextWriter.text(of: schema)
    #expect(try SchemaTextReader.read(written) == schema)
    #expect(SchemaTextWriter.text(of: try SchemaTextReader.read(written)) == written)
  }

  @Test func theLargeFileHasAMemberOfEveryKind() throws {
    let schema = try SchemaTextReader.read(try Self.data("everything"))
    #expect(
      schema.types.map(\.name)
        == ["Everything", "Measurement", "Nobodys", "Users", "cloudkit.share"])
    #expect(schema.roles.map(\.name) == ["Editors", "Reviewers"])
    let type = try #require(schema.type(named: "Everything"))
    #expect(Set(type.fields.map(\.type)) == Set(FieldType.allCases))
    #expect(Set(type.fields.map(\.number)) == [nil, .open, .preferred])
    #expect(type.fields.filter(\.isEncrypted).count == 7)
    #expect(type.field(named: "aWholeNumber")?.type == .int64)
    #expect(type.field(named: "aNumber")?.type == .double)
    #expect(type.field(named: "strings")?.indexes == [.queryable, .searchable])
    #expect(type.systemFields["___modTime"]?.indexes == .sortable)
    #expect(type.systemFields["___etag"] == nil)
    #expect(type.grants["Reviewers"]?.rights == [.read, .write])
    #expect(type.grants["Editors"]?.rights == [.read, .create, .write])
    #expect(type.grants["_creator"]?.rights == .write)
    #expect(schema.type(named: "Nobodys")?.grants.elements == [])
    #expect(schema.type(named: "cloudkit.share")?.fields.count == 3)
  }

  @Test func theFileWrittenByHandMeansWhatItSays() throws {
    let schema = try SchemaTextReader.read(try Self.data("podcasts"))
    #expect(schema.types.map(\.name) == ["Listening", "Podcast"])
    let type = try #require(schema.type(named: "Podcast"))
    #expect(
      type.fields.map(\.name) == [
        "address", "cover", "genre", "isActive", "keywords", "lastLook", "listeners", "pause",
        "summary", "title",
      ])
    #expect(type.field(named: "title")?.indexes == [.searchable, .sortable])
    #expect(type.field(named: "keywords")?.type == .stringList)
    #expect(type.grants["_icloud"]?.rights == [.create, .write])
    #expect(type.grants["_creator"]?.rights == .create)
    #expect(schema.type(named: "Listening")?.field(named: "position")?.isEncrypted == true)
  }

  @Test func theSmallFileIsWrittenAsAnExportWouldBe() throws {
    let text = try Self.data("recipes")
    let written = SchemaTextWriter.text(of: try SchemaTextReader.read(text))
    func words(_ text: String) -> [Substring] { text.split { $0.isWhitespace } }
    #expect(words(written) == words(text))
  }
}
