import Testing

@testable import MockCloudCore

@Suite struct SyncTokenTests {
  static func token(
    _ kind: SyncToken.Kind = .zone, origin: UInt64 = 0x0123_4567_89ab_cdef,
    incarnation: UInt64 = 3, generation: UInt64 = 1, sequence: UInt64 = 300, hidden: UInt64 = 0,
    top: UInt64 = 0, ceiling: UInt64 = 0, epoch: UInt64 = 0, expiryEpoch: UInt64 = 0,
    issued: Int64? = nil
  ) -> SyncToken {
    var cursor = FeedCursor(sequence)
    cursor.hidden = hidden
    cursor.top = top
    cursor.ceiling = ceiling
    return SyncToken(
      kind: kind, origin: origin, incarnation: incarnation,
      generation: SyncToken.Generation(count: generation, epoch: expiryEpoch), epoch: epoch,
      issued: issued, cursor: cursor)
  }

  static func read(_ text: String) -> Result<SyncToken, SyncToken.Defect> {
    do {
      return .success(try SyncToken(text))
    } catch {
      return .failure(error)
    }
  }

  @Test func tokensComeBack() {
    let numbers: [UInt64] = [0, 1, 127, 128, 16_383, 16_384, 1 << 62, .max - 1, .max]
    for number in numbers {
      for token in [
        Self.token(.database, origin: number), Self.token(incarnation: number),
        Self.token(generation: number), Self.token(sequence: number), Self.token(hidden: number),
        Self.token(top: number, ceiling: number), Self.token(epoch: number),
        Self.token(expiryEpoch: number), Self.token(issued: Int64(bitPattern: number)),
        Self.token(epoch: number, issued: .min),
      ] {
        #expect(Self.read(token.text) == .success(token))
      }
    }
  }

  @Test func differentTokensHaveDifferentTexts() {
    let tokens = [
      Self.token(), Self.token(.database), Self.token(origin: 1), Self.token(incarnation: 4),
      Self.token(generation: 2), Self.token(sequence: 1), Self.token(hidden: 1),
      Self.token(top: 1), Self.token(ceiling: 1), Self.token(epoch: 1),
      Self.token(expiryEpoch: 1),
    ]
    #expect(Set(tokens.map(\.text)).count == tokens.count)
  }

  @Test(arguments: ["", "x", "garbage", "AA==", "AAAA", "A", "\u{1}", "é", "AQ", "🙂🙂🙂🙂", "////"])
  func garbageIsOfNoKnownType(_ text: String) {
    #expect(Self.read(text) == .failure(.unknownType))
  }

  @Test func everyBeginningOfATokenIsRefused() {
    let text = Self.token(hidden: 500, top: 600).text
    for length in 0..<text.count {
      let defect: SyncToken.Defect = length < 4 ? .unknownType : .invalidFormat
      #expect(Self.read(String(text.prefix(length))) == .failure(defect), "\(length) letters")
    }
    for more in ["A", "AAAA", "=", " ", "\n"] {
      #expect(Self.read(text + more) == .failure(.invalidFormat))
    }
  }

  @Test func everyOtherLetterIsNoticed() {
    let letters = Array(Self.token().text)
    for index in letters.indices {
      for letter in "ABQgz09+/=-" where letter != letters[index] {
        var changed = letters
        changed[index] = letter
        guard case .failure = Self.read(String(changed)) else {
          Issue.record("\(String(changed)) passes for a token")
          continue
        }
      }
    }
  }

  @Test func aNumberHasOneSpelling() {
    // The incarnation written as 0x83 0x00 instead of 0x03, with a valid checksum.
    var bytes: [UInt8] = [1, 1, 2, 3, 4, 5, 6, 7, 8, 0x83, 0, 0, 0, 0, 0, 0]
    bytes += SHA1.digest(of: bytes).prefix(5)
    #expect(Self.read(Base64.encode(bytes)) == .failure(.invalidFormat))
    var right: [UInt8] = [1, 1, 2, 3, 4, 5, 6, 7, 8, 3, 0, 0, 0, 0, 0]
    right += SHA1.digest(of: right).prefix(5)
    #expect(
      Self.read(Base64.encode(right))
        == .success(
          Self.token(origin: 0x0807_0605_0403_0201, generation: 0, sequence: 0)))
    // Ten bytes that represent more than 64 bits.
    var tooLarge: [UInt8] = [1, 1, 2, 3, 4, 5, 6, 7, 8]
    tooLarge += [UInt8](repeating: 0xff, count: 9) + [0x7f, 0, 0, 0, 0, 0]
    tooLarge += SHA1.digest(of: tooLarge).prefix(5)
    #expect(Self.read(Base64.encode(tooLarge)) == .failure(.invalidFormat))
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func randomTextsAreRefusedAndHarmless(seed: UInt64) {
    var random = TestRandom(seed: seed)
    let letters = Array("ABCDEFQRSTUVWXYZabcdefghqrstuvwxyz0189+/=")
    let real = Array(Self.token().text)
    for _ in 0..<4_000 {
      var text: [Character]
      if random.below(2) == 0 {
        text = (0..<random.below(60)).map { _ in letters[random.below(letters.count)] }
      } else {
        text = real
        for _ in 0...random.below(4) {
          let index = random.below(text.count)
          switch random.below(3) {
          case 0: text.remove(at: index)
          case 1: text.insert(letters[random.below(letters.count)], at: index)
          default: text[index] = letters[random.below(letters.count)]
          }
        }
      }
      guard text != real, case .success = Self.read(String(text)) else { continue }
      Issue.record("\(String(text)) passes for a token")
    }
  }

  // MARK: In a feed

  static func view(
    _ kind: SyncToken.Kind = .zone, origin: UInt64 = 5, incarnation: UInt64 = 1,
    generation: UInt64 = 0
  ) -> FeedView<RecordName, RecordDeletion> {
    FeedView(
      feed: RecordFeed(position: 9, generation: SyncToken.Generation(count: generation)),
      kind: kind,
      origin: origin, incarnation: incarnation)
  }

  static func cursor(
    _ text: String?, in view: FeedView<RecordName, RecordDeletion>
  ) -> Result<FeedCursor?, FeedView<RecordName, RecordDeletion>.Refusal> {
    do {
      return .success(try view.cursor(text))
    } catch {
      return .failure(error)
    }
  }

  @Test func aTokenLeadsIntoItsOwnFeedOnly() {
    let view = Self.view()
    #expect(Self.cursor(view.token, in: view) == .success(FeedCursor(9)))
    #expect(Self.cursor(nil, in: view) == .success(nil))
    #expect(Self.cursor("", in: view) == .success(nil))
    #expect(Self.cursor(Self.view(.database).token, in: view) == .failure(.unknownType))
    #expect(Self.cursor(Self.view(origin: 6).token, in: view) == .failure(.invalidFormat))
    #expect(Self.cursor(Self.view(incarnation: 2).token, in: view) == .failure(.expired))
    #expect(Self.cursor(view.token, in: Self.view(incarnation: 2)) == .failure(.expired))
    #expect(Self.cursor(view.token, in: Self.view(generation: 1)) == .failure(.expired))
    #expect(Self.cursor(view.token(at: FeedCursor(10)), in: view) == .failure(.expired))
    for path in [\FeedCursor.hidden, \.top, \.ceiling] {
      var cursor = FeedCursor(1)
      cursor[keyPath: path] = 10
      #expect(Self.cursor(view.token(at: cursor), in: view) == .failure(.expired))
      cursor[keyPath: path] = 9
      #expect(Self.cursor(view.token(at: cursor), in: view) == .success(cursor))
    }
  }

  @Test func originsTellNamesApart() {
    let keys = [("a", "b"), ("ab", ""), ("", "ab"), ("a", nil)].map {
      DatabaseKey(container: ExactText($0.0), environment: .development, owner: $0.1)
    }
    var numbers = Set<UInt64>()
    for key in keys {
      numbers.insert(FeedOrigin.database(key).number)
      numbers.insert(FeedOrigin.zone("z", key).number)
      numbers.insert(FeedOrigin.zone("", key).number)
    }
    for environment in Environment.allCases {
      numbers.insert(
        FeedOrigin.sharedDatabase(container: "a", environment: environment, user: "b").number)
    }
    #expect(numbers.count == 14)
  }
}
