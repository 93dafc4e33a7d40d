import Testing

@testable import MockCloudCore

@Suite struct QueryTokensTests {
  static let splits: [(String, [String])] = [
    ("", []), ("  \n\t!?", []), ("one", ["one"]), ("One TWO", ["one", "two"]),
    ("one,two;three", ["one", "two", "three"]), ("a1 2b", ["a1", "2b"]),
    ("don't", ["don", "t"]), ("Crème BRÛLÉE", ["creme", "brulee"]),
    ("Cre\u{300}me", ["creme"]), ("ΣΊΣΥΦΟΣ σίσυφος", ["σισυφοσ", "σισυφοσ"]),
    ("Ёлка", ["елка"]), ("日本語", ["日", "本", "語"]), ("カバン", ["カハン"]),
    ("x日y", ["x", "日", "y"]), ("İstanbul", ["istanbul"]), ("ⅷ", ["ⅷ"]),
    ("हिन्दी में", ["हिन्दी", "में"]), ("naïve—test", ["naive", "test"]), ("👍ok👍", ["ok"]),
    ("\u{301}", []), ("a\u{0}b", ["a", "b"]),
  ]

  @Test(arguments: splits)
  func words(_ row: (String, [String])) {
    var tokens = TextTokens()
    var words: [String] = []
    tokens.forEach(in: row.0) { word in
      words.append(String(decoding: word, as: UTF8.self))
      return true
    }
    #expect(words.map { Array($0.utf8) } == row.1.map { Array($0.utf8) })
  }

  @Test func searchWordsDropStopWordsAndRepetitions() {
    let words = TextTokens.searchWords(of: "The Fox and the fox or a DOG")
    #expect(words == ["fox", "dog"].map { Array($0.utf8) })
  }

  @Test func anyTextLooksIntoSearchableTextOnly() {
    let record = Sample.record(
      "r", ["title": .string("quick fox"), "tags": .stringList(["brown"]), "n": .int64(7)])
    let context = QueryContext(isSearchable: { $0 != "tags" })
    func found(_ text: String, _ comparator: FilterComparator, _ context: QueryContext) -> Bool {
      var matcher = RecordMatcher(
        .all([QueryFilter(.anyText, comparator, .string(text))]), context)
      return matcher.matches(record) && matcher.matches(record)
    }
    #expect(found("brown fox", .containsAllTokens, QueryContext()))
    #expect(!found("brown fox", .containsAllTokens, context))
    #expect(found("brown fox", .containsAnyTokens, context))
    #expect(!found("7", .containsAnyTokens, QueryContext()))
    let many = (0..<40).map { "word\($0)" }.joined(separator: " ")
    #expect(!found(many, .containsAnyTokens, QueryContext()))
    #expect(found(many + " fox", .containsAnyTokens, QueryContext()))
    #expect(!found(many + " fox", .containsAllTokens, QueryContext()))
  }

  @Test func encryptedTextIsNotSearched() {
    let stamp = Stamp(timestamp: 0, userRecordName: "_me", deviceID: "d")
    let record = Record(
      recordName: "r", zoneID: Sample.zone, recordType: "Note", recordChangeTag: "1",
      fields: [Field(name: "s", value: .string("secret"), isEncrypted: true)], created: stamp,
      modified: stamp)
    let filter = QueryFilter(.anyText, .containsAnyTokens, .string("secret"))
    #expect(!Sample.matches(record, .all([filter])))
  }
}
