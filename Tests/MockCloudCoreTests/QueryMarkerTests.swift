import Testing

@testable import MockCloudCore

@Suite struct QueryMarkerTests {
  static let query = Query(
    recordType: "Note",
    predicate: .all([QueryFilter(.field("f"), .isIn, .stringList(["a", "b"]))]),
    sort: [SortKey(.field("f"))])

  static func scope(
    _ query: Query = query, place: [String] = ["c", "private", "Work"], user: String? = "_me",
    seed: UInt64 = 1
  ) -> ContinuationMarker.Scope {
    ContinuationMarker.Scope(query: query, place: place, user: user, seed: seed)
  }

  static func read(_ text: String, _ scope: ContinuationMarker.Scope) -> Result<Int, QueryRefusal> {
    do {
      return .success(try ContinuationMarker(text, in: scope).offset)
    } catch {
      return .failure(error)
    }
  }

  @Test(arguments: [0, 1, 200, 1 << 40, Int.max])
  func aMarkerComesBack(_ offset: Int) {
    let text = ContinuationMarker(offset: offset).text(in: Self.scope())
    #expect(text == ContinuationMarker(offset: offset).text(in: Self.scope()))
    #expect(Self.read(text, Self.scope()) == .success(offset))
  }

  @Test(arguments: [Int64.min, -1, 0, 1, .max])
  func aMarkerHasTheTimeOfItsIssue(_ issued: Int64) throws {
    let marker = ContinuationMarker(offset: 5, issued: issued)
    let text = marker.text(in: Self.scope())
    #expect(try ContinuationMarker(text, in: Self.scope()) == marker)
    // The time cannot be changed.
    let later = ContinuationMarker(offset: 5, issued: issued &+ 1).text(in: Self.scope())
    #expect(Self.read(String(text.dropLast(8)) + later.suffix(8), Self.scope()) != .success(5))
  }

  @Test func otherQueriesPlacesAndUsersAreRefused() {
    let text = ContinuationMarker(offset: 5).text(in: Self.scope())
    var queries: [Query] = []
    for change in 0..<7 {
      var query = Self.query
      switch change {
      case 0: query.recordType = "Nots"
      case 1: query.predicate = .everything
      case 2: query.predicate = .nothing
      case 3: query.predicate = .all([QueryFilter(.field("f"), .isIn, .stringList(["ab"]))])
      case 4: query.predicate = .all([QueryFilter(.field("f"), .notIn, .stringList(["a", "b"]))])
      case 5: query.sort = [SortKey(.field("f"), ascending: false)]
      default: query.sort = [SortKey(.system(.share))]
      }
      queries.append(query)
    }
    let scopes =
      queries.map { Self.scope($0) } + [
        Self.scope(place: ["c", "private"]), Self.scope(place: ["c", "privateWork"]),
        Self.scope(user: "_you"), Self.scope(user: nil), Self.scope(user: ""),
      ]
    for scope in scopes {
      #expect(
        Self.read(text, scope)
          == .failure(
            QueryRefusal("The continuation marker belongs to another query, zone or user")))
    }
    #expect(
      Self.read(text, Self.scope(seed: 2)) == .failure(QueryRefusal("Unknown continuation marker")))
  }

  @Test func garbageIsRefused() {
    let text = ContinuationMarker(offset: 5).text(in: Self.scope())
    let garbage = [
      "", "x", "!!!!", String(text.dropLast(4)), text + text, "日本", String(text.dropFirst()),
    ]
    for text in garbage {
      #expect(
        Self.read(text, Self.scope())
          == .failure(
            QueryRefusal(
              "Invalid continuation format: expected the continuationMarker of the page before")))
    }
  }

  @Test func noBitCanBeChanged() throws {
    let text = ContinuationMarker(offset: 5).text(in: Self.scope())
    let bytes = try #require(Base64.decode(text))
    for bit in 0..<(bytes.count * 8) {
      var forged = bytes
      forged[bit / 8] ^= 1 << UInt8(bit % 8)
      let answer = Self.read(Base64.encode(forged), Self.scope())
      #expect(throws: QueryRefusal.self) { try answer.get() }
    }
  }

  @Test func everyTypeOfValueTellsQueriesApart() {
    var texts: Set<String> = []
    for type in FieldType.allCases {
      let filter = QueryFilter(.field("f"), .equals, Sample.value(of: type))
      let query = Query(recordType: "Note", predicate: .all([filter]))
      texts.insert(ContinuationMarker(offset: 1).text(in: Self.scope(query)))
    }
    #expect(texts.count == FieldType.allCases.count)
  }
}
