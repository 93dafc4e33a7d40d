import Testing

@testable import MockCloudCore

@Suite struct ChangeFeedTests {
  typealias Feed = ChangeFeed<RecordName, Int>

  static func text(_ change: Feed.Change) -> String {
    switch change {
    case .saved(let name): name.text
    case .deleted(let name, let what): "-\(name)\(what)"
    }
  }

  static func texts(_ page: Feed.Page) -> [String] { page.changes.map(text) }

  /// a and c exist, b is deleted; the changes have the numbers 1, 4 and 3.
  static var feed: Feed {
    var feed = Feed()
    feed.note(saved: "a")
    feed.note(saved: "b")
    feed.note(deleted: "b", 7)
    feed.note(saved: "c")
    return feed
  }

  @Test func aNewFeedIsEmpty() {
    let page = Feed().page(from: nil, limit: 10)
    #expect(page.changes.isEmpty)
    #expect(page.next == FeedCursor(0))
    #expect(!page.moreComing)
  }

  @Test func everythingStandsWhereItChangedLast() {
    var feed = Self.feed
    #expect(Self.texts(feed.page(from: FeedCursor(0), limit: 9)) == ["a", "-b7", "c"])
    #expect(feed.position == 4)
    #expect(feed.place(of: "b") == 3)
    feed.note(saved: "a")
    feed.note(saved: "b")
    #expect(Self.texts(feed.page(from: FeedCursor(0), limit: 9)) == ["c", "a", "b"])
    #expect(Self.texts(feed.page(from: FeedCursor(4), limit: 9)) == ["a", "b"])
    #expect(feed.place(of: "a") == 5)
    #expect(feed.place(of: "nobody") == nil)
  }

  @Test func aReaderWhoBeginsIsToldWhatIsThere() {
    let feed = Self.feed
    let page = feed.page(from: nil, limit: 2)
    #expect(Self.texts(page) == ["a", "c"])
    #expect(page.next == FeedCursor(4))
    #expect(!page.moreComing)
    #expect(Self.texts(feed.page(from: nil, limit: 9, reversed: true)) == ["c", "a"])
  }

  @Test func deletionsBeforeAReadingBeganStayHiddenOnItsLaterPages() {
    var feed = Self.feed
    let first = feed.page(from: nil, limit: 1)
    #expect(Self.texts(first) == ["a"])
    #expect(first.moreComing)
    #expect(Self.texts(feed.page(from: first.next, limit: 9)) == ["c"])
    // Later changes are listed, whether or not the reader had seen the record.
    feed.note(deleted: "a", 1)
    feed.note(deleted: "c", 2)
    #expect(Self.texts(feed.page(from: first.next, limit: 9)) == ["-a1", "-c2"])
  }

  @Test func aPageThatEndsAtTheEndIsTheLast() {
    let feed = Self.feed
    #expect(feed.page(from: FeedCursor(0), limit: 2).moreComing)
    #expect(!feed.page(from: FeedCursor(0), limit: 3).moreComing)
    #expect(feed.page(from: FeedCursor(0), limit: 3).next == FeedCursor(4))
    // Even with an invalid limit, a reading makes progress.
    #expect(Self.texts(feed.page(from: FeedCursor(0), limit: 0)) == ["a"])
  }

  @Test func onlyWhatIsWantedCounts() {
    let feed = Self.feed
    let onlyA = feed.page(from: FeedCursor(0), limit: 1, where: { Self.text($0) == "a" })
    #expect(Self.texts(onlyA) == ["a"])
    #expect(!onlyA.moreComing)
    #expect(onlyA.next == FeedCursor(4))
    let notA = feed.page(from: FeedCursor(0), limit: 1, where: { Self.text($0) != "a" })
    #expect(Self.texts(notA) == ["-b7"])
    #expect(notA.moreComing)
  }

  @Test func readingBackwardsIsNotDisturbedByWrites() {
    var feed = Feed()
    for name: RecordName in ["a", "b", "c", "d"] { feed.note(saved: name) }
    let first = feed.page(from: FeedCursor(1), limit: 1, reversed: true)
    #expect(Self.texts(first) == ["d"])
    #expect(first.moreComing)
    feed.note(saved: "e")
    feed.note(saved: "b")
    let second = feed.page(from: first.next, limit: 9, reversed: true)
    #expect(Self.texts(second) == ["c"])
    #expect(!second.moreComing)
    #expect(second.next == FeedCursor(4))
    #expect(Self.texts(feed.page(from: second.next, limit: 9)) == ["e", "b"])
    // A reversal in the middle lists some changes twice and leaves none out.
    #expect(Self.texts(feed.page(from: first.next, limit: 9)) == ["c", "d", "e", "b"])
  }

  @Test func theEndOfTimeIsSurvived() {
    var feed = Feed(position: .max, generation: SyncToken.Generation(count: .max))
    feed.note(saved: "a")
    feed.note(saved: "b")
    feed.note(deleted: "b", 1)
    feed.expireTokens()
    #expect(feed.position == .max)
    #expect(feed.generation.count == .max)
    #expect(!feed.page(from: nil, limit: 9).moreComing)
  }

  @Test func tokensExpireByGeneration() {
    var feed = Self.feed
    feed.expireTokens()
    #expect(feed.generation.count == 1)
    #expect(feed.position == 4)
  }

  /// Pages of every size return what one page returns: existing items, and of the deletions before
  /// the reading those that are shown.
  @Test(arguments: [UInt64(1), 2, 3, 4])
  func shownDeletionsAreInTheirPlaces(seed: UInt64) {
    var random = TestRandom(seed: seed)
    var feed = Feed()
    for _ in 0..<200 {
      let name: RecordName = "n\(random.below(60))"
      if random.below(2) == 0, feed.lists(name) {
        feed.note(deleted: name, random.below(3))
      } else {
        feed.note(saved: name)
      }
    }
    let expected = feed.changes.map(\.change).filter { $0.deletion ?? 1 == 1 }.map(Self.text)
    #expect(expected.contains { $0.hasPrefix("-") })
    for limit in 1...expected.count + 1 {
      var found: [String] = []
      var cursor: FeedCursor?
      var hasMore = true
      while hasMore {
        let page = feed.page(from: cursor, limit: limit, showing: { $0 == 1 })
        #expect(!page.moreComing || page.changes.count == limit)
        found += Self.texts(page)
        cursor = page.next
        hasMore = page.moreComing
      }
      #expect(found == expected, "pages of \(limit)")
      #expect(cursor == FeedCursor(feed.position))
    }
    let reversed = feed.page(from: nil, limit: .max, reversed: true, showing: { $0 == 1 })
    #expect(!Self.texts(reversed).contains { $0.hasPrefix("-") })
    let whole = feed.page(from: nil, limit: .max, hidesFormer: false)
    #expect(Self.texts(whole) == feed.changes.map(\.change).map(Self.text))
  }

  /// Deletions that a reading does not return are not visited again for each page.
  @Test func hiddenDeletionsAreVisitedOnce() {
    var feed = Feed()
    for number in 0..<5_000 {
      feed.note(saved: "gone-\(number)")
      feed.note(deleted: "gone-\(number)", 0)
      feed.note(saved: "kept-\(number)")
    }
    var visited = 0
    var cursor: FeedCursor?
    repeat {
      let page = feed.page(
        from: cursor, limit: 10,
        showing: { _ in
          visited += 1
          return false
        })
      cursor = page.moreComing ? page.next : nil
    } while cursor != nil
    #expect((5_000...10_000).contains(visited), "\(visited)")
  }

  /// Readers who begin at different times, reverse and stop in the middle all learn the final
  /// contents; a reader without a token never sees earlier deletions.
  @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6])
  func readersEndUpKnowingWhatIsThere(seed: UInt64) {
    var random = TestRandom(seed: seed)
    var feed = Feed()
    var present = Set<RecordName>()
    var readers = (0..<8).map { _ in Reader() }
    for _ in 0..<1_500 {
      let name: RecordName = "n\(random.below(40))"
      if random.below(3) == 0, present.remove(name) != nil {
        feed.note(deleted: name, random.below(3))
      } else if random.below(2) == 0 {
        feed.note(saved: name)
        present.insert(name)
      }
      let index = random.below(readers.count)
      if random.below(60) == 0 { readers[index] = Reader() }
      if random.below(3) == 0 {
        readers[index].read(feed, limit: 1 + random.below(7), reversed: random.below(2) == 0)
      }
    }
    for index in readers.indices {
      let reversed = random.below(2) == 0
      repeat {
        readers[index].read(feed, limit: 1 + random.below(9), reversed: reversed)
      } while readers[index].hasMore
      // A backward reading ends at its beginning; later changes are read from there.
      repeat { readers[index].read(feed, limit: 50, reversed: false) } while readers[index].hasMore
      #expect(readers[index].known == present, "reader \(index)")
      #expect(readers[index].cursor == FeedCursor(feed.position))
      #expect(readers[index].hiddenTold == 0)
    }
  }

  struct Reader {
    var cursor: FeedCursor?
    var known = Set<RecordName>()
    var hasMore = true
    var began: UInt64 = 0
    /// Deletions before its beginning that it saw nevertheless.
    var hiddenTold = 0

    mutating func read(_ feed: Feed, limit: Int, reversed: Bool) {
      if cursor == nil { began = feed.position }
      let page = feed.page(from: cursor, limit: limit, reversed: reversed)
      #expect(page.changes.count <= limit)
      #expect(!page.moreComing || page.changes.count == limit)
      for change in page.changes {
        switch change {
        case .saved(let name): known.insert(name)
        case .deleted(let name, _):
          known.remove(name)
          if (feed.place(of: name) ?? 0) <= began { hiddenTold += 1 }
        }
      }
      cursor = page.next
      hasMore = page.moreComing
    }
  }
}

extension Int: Digestible {
  func add(to hash: inout StableHash) { hash.add(Int64(self)) }
}
