import Testing

@testable import MockCloudCore

/// Schemas in clouds: loaded, stored in documents, deployed to production, and enforced.
@Suite struct SchemaStateTests {
  @Test(arguments: ["recipes", "everything"])
  func documentsKeepSchemas(_ file: String) throws {
    let cloud = try Cloud()
    try cloud.loadSchema(try SchemaTextTests.data(file))
    try cloud.deploySchema()
    try cloud.publicDatabase.seed([RecordDraft("Grown", recordName: "g", fields: ["n": 1])])
    let saved = try cloud.savedState().json
    let other = try Cloud()
    try other.load(try SavedWorld(json: saved))
    #expect(try other.savedState().json == saved)
    for environment in Environment.allCases {
      let text = try cloud.schema(environment: environment)
      #expect(try other.schema(environment: environment) == text)
      #expect(try SchemaTextReader.read(text).types.count > 1)
    }
  }

  @Test func documentsKeepRoles() throws {
    let cloud = try Cloud(json: #"{"users": [{"alias": "ann", "roles": ["Editors", "Others"]}]}"#)
    let saved = try cloud.savedState().json
    let other = try Cloud()
    try other.load(try SavedWorld(json: saved))
    #expect(try other.savedState().json == saved)
    #expect(saved.contains(#""roles":["Editors","Others"]"#))
  }

  /// Properties of a schema other than names and types may be missing in a document.
  @Test func documentsMayLeaveOutWhatGrownTypesHave() throws {
    let cloud = try Cloud()
    try cloud.load(
      try SavedWorld(
        json: """
          {"stateVersion": 1, "schemas": [{"container": "iCloud.mockcloud.default",
            "environment": "development", "recordTypes": [{"name": "Note", "fields": [
              {"name": "text", "type": "STRING"}, {"name": "hidden", "type": "STRING",
               "indexes": []}]}]}], "users": [{"alias": "me", "userRecordName": "_a", "added": 0,
               "devices": [{"device": "device-1", "accountStatus": "available"}]}]}
          """))
    #expect(
      try cloud.schema() == """
        DEFINE SCHEMA

          RECORD TYPE Note (
            hidden STRING,
            text STRING QUERYABLE SEARCHABLE SORTABLE,
            GRANT WRITE TO "_creator",
            GRANT CREATE TO "_icloud",
            GRANT READ TO "_world"
          );

        """)
  }

  @Test(
    arguments: [
      (#""indexes": ["queryable"]"#, "queryable"), (#""indexes": 1"#, "indexes"),
      (#""number": "maybe""#, "maybe"),
    ])
  func documentsRefuseWhatNoSchemaHas(_ member: String, _ named: String) throws {
    let json = """
      {"stateVersion": 1, "schemas": [{"container": "c", "environment": "development",
        "recordTypes": [{"name": "Note", "fields": [{"name": "n", "type": "DOUBLE", \(member)}]}]}]}
      """
    let error = #expect(throws: Misuse.self) { try SavedWorld(json: json) }
    #expect(error?.message.contains(named) == true, "\(error?.message ?? "")")
  }

  @Test func refusalsSayWhere() throws {
    let cloud = try Cloud()
    let error = #expect(throws: Misuse.self) {
      try cloud.loadSchema("DEFINE SCHEMA\n  RECORD TYP Note (a STRING);")
    }
    #expect(error?.key == "schema")
    #expect(error?.position == Misuse.Position(line: 2, column: 10))
    #expect(error?.nearest == "TYPE")
    #expect(try cloud.schema() == "DEFINE SCHEMA\n")
  }

  @Test func numbersTakeIntegers() throws {
    let cloud = try Cloud()
    try cloud.loadSchema(
      "DEFINE SCHEMA RECORD TYPE T (n NUMBER, i NUMBER PREFERRED AS INT64);")
    let database = cloud.privateDatabase
    try database.seed([RecordDraft("T", recordName: "a", fields: ["n": 3, "i": 4])])
    let fields = try database.storedRecords().flatMap(\.fields)
    #expect(fields.map(\.value) == [.int64(4), .double(3)])
  }
}
