import Testing

@testable import MockCloudCore

@Suite struct SpellingTests {
  @Test(arguments: [
    ("Hom", "Home"), ("Pirvate", "Private"), ("Projcts", "Projects"), ("bbo", "bob"),
    ("notes", "Notes"), (String(repeating: "x", count: 100), String(repeating: "x", count: 99)),
    (place + "Attachmnets", place + "Attachments"), ("Atachments" + place, "Attachments" + place),
  ])
  func misspellings(_ name: String, _ known: String) {
    #expect(Spelling.nearly(name, among: ["Something", known]) == known)
  }

  @Test(arguments: [
    ("Work", "Home"), ("Home1", "Home2"), ("Home", "Home1"), ("ZoneA", "ZoneB"),
    ("zone-a", "zone-b"), ("ListA1", "ListB1"), ("Home", "Home 2"), ("A", "B"), ("ab", "ac"),
    (String(repeating: "x", count: 100), String(repeating: "y", count: 100)), ("", "a"),
    (place + "7c9e6679-7425-40de", place + "0f8fad5b-d9cb-469f"),
    ("A" + place + "7c9e6679-7425-40de", "B" + place + "0f8fad5b-d9cb-469f"),
  ])
  func otherNames(_ name: String, _ known: String) {
    #expect(Spelling.nearly(name, among: ["Something", known]) == nil)
    #expect(Spelling.nearly(known, among: [name]) == nil)
  }

  /// The nearest of long names is the one whose end is nearest.
  @Test func suggestionsForLongNames() {
    let known = ["Trash", "Attachments", "Archive"].map { Self.place + $0 }
    #expect(Spelling.nearest(to: Self.place + "Atachment", among: known) == known[1])
  }

  /// What long names begin with that differ in their ends.
  private static let place = "com.example.field-notes.workspaces.production.attachments.archive."

  @Test(arguments: [
    ("MOCKCLOUD_STATES", "MOCKCLOUD_STATE"), ("mockcloud_script", "MOCKCLOUD_SCRIPT"),
    ("MOCK_CLOUD_CONFIG", "MOCKCLOUD_CONFIG"), ("MOCKCLOUD_STATE", nil),
    ("MOCKCLOUD_STATE_2", nil), ("MOCKCLOUD", nil), ("", nil), ("MOCKCLOUD_OF_MY_OWN", nil),
  ])
  func variables(_ name: String, _ known: String?) {
    #expect(MisspeltVariables.nearest(to: name) == known)
  }
}
