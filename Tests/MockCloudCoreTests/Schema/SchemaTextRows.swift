/// Schema texts with their written form, or with their refusal.
enum SchemaTextRows {
  /// Texts of one type `T`, without `DEFINE SCHEMA RECORD TYPE T (` and `);`, and the written form
  /// of its members.
  static let members: [(text: String, written: [String])] = [
    ("a STRING", ["a STRING"]),
    ("a INT64", ["a INT64"]),
    ("a DOUBLE", ["a DOUBLE"]),
    ("a BYTES", ["a BYTES"]),
    ("a ASSET", ["a ASSET"]),
    ("a LOCATION", ["a LOCATION"]),
    ("a REFERENCE", ["a REFERENCE"]),
    ("a TIMESTAMP", ["a TIMESTAMP"]),
    ("a NUMBER", ["a NUMBER"]),
    ("a NUMBER PREFERRED AS INT64", ["a NUMBER PREFERRED AS INT64"]),
    ("a NUMBER PREFERRED AS DOUBLE", ["a NUMBER PREFERRED AS DOUBLE"]),
    ("a ENCRYPTED STRING", ["a ENCRYPTED STRING"]),
    ("a ENCRYPTED LOCATION", ["a ENCRYPTED LOCATION"]),
    ("a LIST<STRING>", ["a LIST<STRING>"]),
    ("a LIST<ASSET>", ["a LIST<ASSET>"]),
    ("a LIST<ENCRYPTED INT64>", ["a LIST<ENCRYPTED INT64>"]),
    ("a LIST<NUMBER PREFERRED AS INT64>", ["a LIST<NUMBER PREFERRED AS INT64>"]),
    ("a list < string >", ["a LIST<STRING>"]),
    ("a string queryable", ["a STRING QUERYABLE"]),
    ("a String Sortable Queryable", ["a STRING QUERYABLE SORTABLE"]),
    (
      "a STRING SORTABLE SEARCHABLE QUERYABLE",
      ["a STRING QUERYABLE SEARCHABLE SORTABLE"]
    ),
    ("a INT64 SORTABLE", ["a INT64 SORTABLE"]),
    ("a LOCATION QUERYABLE SORTABLE", ["a LOCATION QUERYABLE SORTABLE"]),
    ("a REFERENCE QUERYABLE SORTABLE", ["a REFERENCE QUERYABLE SORTABLE"]),
    ("a BYTES QUERYABLE SORTABLE", ["a BYTES QUERYABLE SORTABLE"]),
    (
      "a LIST<STRING> QUERYABLE SEARCHABLE SORTABLE",
      ["a LIST<STRING> QUERYABLE SEARCHABLE SORTABLE"]
    ),
    ("a LIST<REFERENCE> QUERYABLE", ["a LIST<REFERENCE> QUERYABLE"]),
    ("b STRING, a STRING", ["a STRING", "b STRING"]),
    ("A STRING, a STRING", ["A STRING", "a STRING"]),
    ("\"a\" STRING", ["a STRING"]),
    ("\"grant\" STRING", ["\"grant\" STRING"]),
    ("\"Queryable\" STRING QUERYABLE", ["\"Queryable\" STRING QUERYABLE"]),
    ("\"PREFERRED\" NUMBER PREFERRED AS INT64", ["\"PREFERRED\" NUMBER PREFERRED AS INT64"]),
    ("type STRING, record INT64, to DOUBLE", ["record INT64", "to DOUBLE", "type STRING"]),
    ("string STRING, list LIST<STRING>", ["list LIST<STRING>", "string STRING"]),
    ("encrypted ENCRYPTED BYTES, number NUMBER", ["encrypted ENCRYPTED BYTES", "number NUMBER"]),
    ("\"___recordID\" REFERENCE QUERYABLE", ["\"___recordID\" REFERENCE QUERYABLE"]),
    (
      "a STRING, \"___modTime\" TIMESTAMP QUERYABLE SORTABLE",
      ["\"___modTime\" TIMESTAMP QUERYABLE SORTABLE", "a STRING"]
    ),
    ("\"___etag\" STRING, a STRING", ["a STRING"]),
    ("\"___recordID\" REFERENCE", ["\"___recordID\" REFERENCE"]),
    ("\"___createdBy\" REFERENCE", ["\"___recordID\" REFERENCE"]),
    ("GRANT READ TO \"_world\"", ["GRANT READ TO \"_world\""]),
    ("grant Read to \"_world\"", ["GRANT READ TO \"_world\""]),
    ("GRANT WRITE, READ TO \"_creator\"", ["GRANT READ, WRITE TO \"_creator\""]),
    (
      "GRANT WRITE TO \"_icloud\", a STRING, GRANT CREATE TO \"_icloud\"",
      ["a STRING", "GRANT CREATE, WRITE TO \"_icloud\""]
    ),
    (
      "GRANT READ TO \"_world\", GRANT WRITE TO \"_creator\"",
      ["GRANT WRITE TO \"_creator\"", "GRANT READ TO \"_world\""]
    ),
    ("a STRING//, b STRING\n,c STRING", ["a STRING", "c STRING"]),
    ("a STRING--, b STRING\r\n,c STRING", ["a STRING", "c STRING"]),
    ("a/**/STRING/*, b STRING\n*/,c/***/STRING", ["a STRING", "c STRING"]),
    ("/* // -- \" */ a STRING", ["a STRING"]),
    ("// \"\u{e9}\u{0}\n a STRING -- /*", ["a STRING"]),
    ("\ta\r\n\tSTRING", ["a STRING"]),
  ]

  /// Whole texts with the place of the mistake and the beginning of the message.
  static let refused: [(text: String, line: Int, column: Int, message: String)] = [
    ("", 1, 1, "expected DEFINE, found the end of the text"),
    ("\n  ", 2, 3, "expected DEFINE, found the end of the text"),
    ("DEFINE", 1, 7, "expected SCHEMA, found the end of the text"),
    ("\"DEFINE\" SCHEMA", 1, 1, "expected DEFINE, found \"DEFINE\""),
    (
      "DEFINE SCHEMA;", 1, 14, "expected CREATE ROLE, RECORD TYPE or the end of the text, found ';'"
    ),
    ("DEFINE SCHEMA CREATE TABLE", 1, 22, "expected ROLE, found 'TABLE'"),
    ("DEFINE SCHEMA CREATE ROLE;", 1, 26, "expected the name of a role, found ';'"),
    ("DEFINE SCHEMA CREATE ROLE A", 1, 28, "expected ';', found the end of the text"),
    ("DEFINE SCHEMA CREATE ROLE A; CREATE ROLE A;", 1, 42, "the role 'A' is created twice"),
    ("DEFINE SCHEMA CREATE ROLE \"_world\";", 1, 27, "\"_world\" cannot be the name of a role"),
    ("DEFINE SCHEMA CREATE ROLE _world;", 1, 27, "'_world' must be quoted to be the name of"),
    ("DEFINE SCHEMA CREATE ROLE \"\";", 1, 27, "\"\" cannot be the name of a role"),
    ("DEFINE SCHEMA RECORD T (a STRING);", 1, 22, "expected TYPE, found 'T'"),
    (
      "DEFINE SCHEMA RECORD TYPE (a STRING);", 1, 27,
      "expected the name of a record type, found '('"
    ),
    ("DEFINE SCHEMA RECORD TYPE T a STRING);", 1, 29, "expected '(', found 'a'"),
    ("DEFINE SCHEMA RECORD TYPE T (a STRING)", 1, 39, "expected ';', found the end of the text"),
    ("DEFINE SCHEMA RECORD TYPE \"a b\" (a STRING);", 1, 27, "\"a b\" cannot be the name of a rec"),
    (
      "DEFINE SCHEMA RECORD TYPE \"\u{e9}\" (a STRING);", 1, 27,
      "\"\u{e9}\" cannot be the name of a"
    ),
    ("DEFINE SCHEMA RECORD TYPE cloudkit.share (a STRING);", 1, 35, "unexpected '.'"),
    ("DEFINE SCHEMA RECORD TYPE 9 (a STRING);", 1, 27, "unexpected '9'"),
    (
      "DEFINE SCHEMA\nRECORD TYPE T (a STRING);\nRECORD TYPE T (a STRING);", 3, 13,
      "the record type 'T' is defined twice"
    ),
  ]

  /// The same for the members of one type; columns count from the first byte of the first member.
  static let refusedMembers: [(text: String, column: Int, message: String)] = [
    ("", 1, "expected the name of a field, found ')'"),
    (",", 1, "expected the name of a field, found ','"),
    ("a STRING,", 10, "expected the name of a field, found ')'"),
    (
      "a", 2, "expected ASSET, BYTES, DOUBLE, INT64, LOCATION, REFERENCE, STRING, TIMESTAMP, ENCRYP"
    ),
    ("a TEXT", 3, "expected ASSET, BYTES, "),
    ("a \"STRING\"", 3, "expected ASSET, BYTES, "),
    ("a STRING b STRING", 10, "expected QUERYABLE, SEARCHABLE, SORTABLE, ',' or ')', found 'b'"),
    ("a STRING QUERYABLE b", 20, "expected SEARCHABLE, SORTABLE, ',' or ')', found 'b'"),
    ("a STRING; b STRING", 9, "expected QUERYABLE, SEARCHABLE, SORTABLE, ',' or ')', found ';'"),
    ("a STRING QUERYABLE QUERYABLE", 20, "QUERYABLE stands twice"),
    ("a INT64 SEARCHABLE", 9, "a field of type INT64 cannot be SEARCHABLE"),
    ("a BYTES SEARCHABLE", 9, "a field of type BYTES cannot be SEARCHABLE"),
    ("a ASSET SORTABLE", 9, "a field of type ASSET cannot be SORTABLE"),
    ("a ENCRYPTED STRING QUERYABLE", 20, "a field of type ENCRYPTED STRING cannot be QUERYABLE"),
    ("a LIST<ASSET> SORTABLE", 15, "a field of type LIST<ASSET> cannot be SORTABLE"),
    ("a LIST<INT64> SEARCHABLE", 15, "a field of type LIST<INT64> cannot be SEARCHABLE"),
    ("a NUMBER SEARCHABLE", 10, "a field of type NUMBER cannot be SEARCHABLE"),
    ("a LIST STRING", 8, "expected '<', found 'STRING'"),
    ("a LIST<STRING", 14, "expected '>', found ')'"),
    ("a LIST<>", 8, "expected ASSET, BYTES, "),
    ("a LIST<LIST<STRING>>", 8, "expected ASSET, BYTES, "),
    (
      "a ENCRYPTED REFERENCE", 13,
      "expected BYTES, DOUBLE, INT64, LOCATION, STRING or TIMESTAMP, fo"
    ),
    ("a ENCRYPTED NUMBER", 13, "expected BYTES, DOUBLE, "),
    ("a ENCRYPTED", 12, "expected BYTES, DOUBLE, INT64, LOCATION, STRING or TIMESTAMP, found ')'"),
    ("a NUMBER PREFERRED INT64", 20, "expected AS, found 'INT64'"),
    ("a NUMBER PREFERRED AS STRING", 23, "expected INT64 or DOUBLE, found 'STRING'"),
    ("a STRING, a INT64", 11, "the field 'a' is defined twice"),
    ("a STRING, \"a\" STRING", 11, "the field \"a\" is defined twice"),
    ("queryable STRING", 1, "'queryable' must be quoted to be the name of a field"),
    ("_a STRING", 1, "'_a' must be quoted to be the name of a field"),
    ("\"_a\" STRING", 1, "\"_a\" cannot be the name of a field"),
    ("\"9a\" STRING", 1, "\"9a\" cannot be the name of a field"),
    ("\"a b\" STRING", 1, "\"a b\" cannot be the name of a field"),
    ("\"cloudkit.title\" STRING", 1, "\"cloudkit.title\" cannot be the name of a field"),
    ("___recordID REFERENCE", 1, "'___recordID' must be quoted to be the name of a field"),
    ("\"___recordId\" REFERENCE", 1, "system field \"___recordId\" does not exist"),
    ("\"___recordID\" STRING", 15, "the system field \"___recordID\" is of type REFERENCE"),
    ("\"___etag\" ENCRYPTED STRING", 11, "the system field \"___etag\" is of type STRING"),
    ("\"___etag\" STRING, \"___etag\" STRING", 19, "the field \"___etag\" is defined twice"),
    ("GRANT", 6, "expected READ, CREATE or WRITE, found ')'"),
    ("GRANT DELETE TO \"_world\"", 7, "expected READ, CREATE or WRITE, found 'DELETE'"),
    ("GRANT READ CREATE TO \"_world\"", 12, "expected TO, found 'CREATE'"),
    ("GRANT READ, TO \"_world\"", 13, "expected READ, CREATE or WRITE, found 'TO'"),
    ("GRANT READ TO _world", 15, "'_world' must be quoted to be the name of a role"),
    ("GRANT READ TO \"_words\"", 15, "role \"_words\" does not exist"),
    ("GRANT READ TO A, GRANT READ TO B", 15, "role 'A' does not exist"),
    ("GRANT READ TO \"_world\" QUERYABLE", 24, "expected ',' or ')', found 'QUERYABLE'"),
    ("a STRING /* b", 10, "the comment has no end"),
    ("a STRING /* b *", 10, "the comment has no end"),
    ("a STRING /*/", 10, "the comment has no end"),
    ("\"a STRING", 1, "the quoted name has no end"),
    ("\"a\nb\" STRING", 1, "the quoted name has no end"),
    ("a STRING / b", 10, "unexpected '/'"),
    ("a STRING - b", 10, "unexpected '-'"),
    ("a \u{e9}", 3, "unexpected '\u{e9}' (U+00E9)"),
    ("a \u{0}", 3, "unexpected byte 0"),
    ("a 'STRING'", 3, "unexpected '''"),
    ("\u{a0}a STRING", 1, "unexpected '\u{a0}' (U+00A0)"),
  ]
}
