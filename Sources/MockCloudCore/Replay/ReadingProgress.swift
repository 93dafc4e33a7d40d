/// How far a device has read the feeds of a container, and what it may have discarded of it: numbers in the
/// order of responses.
///
/// A client that stores what it read of several feeds together discards all of it if a reading fails.
struct ReadingProgress: Sendable {
  /// The last response of each track whose token the device has sent, other than to read the next page.
  private var stored: [UInt64]
  /// The failed readings because of which the device may have discarded others, in their order.
  private var failures: [Failure] = []

  /// The feeds of a container that a client may store by themselves: the zones of a database, or its feed
  /// of zones.
  struct Track {
    let scope: DatabaseScope
    let isOfZones: Bool

    fileprivate var number: Int {
      let number = DatabaseScope.allCases.firstIndex(of: scope) ?? 0
      return isOfZones ? 2 * number + 1 : 2 * number
    }

    fileprivate static let count = 2 * DatabaseScope.allCases.count
  }

  private struct Failure {
    let order: UInt64
    /// The part of the client that got it. Others do not act on it.
    let reader: ResponseReader
    /// The keys of the feeds that failed and were not read since.
    var feeds: Set<WatchKey>
    /// The responses of each track that may be lost: those before the failure, and those after it, as the
    /// client may have made further readings before it discarded all of them.
    var lost: [Span]

    func isKnown(to reader: KnownResponses) -> Bool { reader.includes(order, of: self.reader) }

    mutating func end(_ track: Int, before order: UInt64) {
      lost[track].through = min(lost[track].through, order &- 1)
    }

    mutating func end(before order: UInt64) {
      for track in lost.indices { end(track, before: order) }
    }
  }

  private struct Span {
    var after: UInt64
    var through = UInt64.max

    func contains(_ order: UInt64) -> Bool { after < order && order <= through }
  }

  /// Earlier failures are joined with later ones.
  private static let mostFailures = 16

  /// Of a failure of more feeds, only the first are remembered.
  private static let mostFeeds = 100

  init() { stored = Array(repeating: 0, count: Track.count) }

  /// Returns the first failure because of which the device may have discarded a response; nil if there is
  /// none, or if the device has sent a token that shows that it stored it: one that it received with the
  /// response, or between it and the failure.
  ///
  /// A token from after the failure proves nothing about earlier responses: the device may have received
  /// it in a later pass over other feeds.
  ///
  /// - Parameter excused: The last failure that does not count.
  func failure(losing order: UInt64, of track: Track, after excused: UInt64) -> UInt64? {
    failures.first { $0.order > excused && $0.lost[track.number].contains(order) }?.order
  }

  /// Notes that the device has sent the token of a response.
  mutating func noteStored(_ order: UInt64, of track: Track) {
    let track = track.number
    stored[track] = max(stored[track], order)
    for index in failures.indices where failures[index].lost[track].after < order {
      if order > failures[index].order {
        failures[index].end(track, before: order)
      } else {
        failures[index].lost[track].after = order
      }
    }
  }

  /// Notes that a reading failed.
  ///
  /// - Parameters:
  ///   - response: The response with the failure.
  ///   - feeds: The keys of the feeds.
  mutating func noteFailure(_ response: ClientWatch.Response, of feeds: [WatchKey]) {
    let order = response.order
    let former = failures.last?.order ?? 0
    if former >= order { return }
    if failures.count == Self.mostFailures {
      let first = failures.removeFirst()
      for (track, span) in first.lost.enumerated() {
        failures[0].lost[track].after = span.after
        failures[0].lost[track].through = max(span.through, failures[0].lost[track].through)
      }
    }
    failures.append(
      Failure(
        order: order, reader: response.reader, feeds: Set(feeds.prefix(Self.mostFeeds)),
        lost: stored.map { Span(after: max($0, former)) }))
  }

  /// Notes that a feed was read, other than to continue. Once all feeds of an earlier failure that the
  /// reader knew were read, what is read from here on is not lost because of it.
  mutating func noteReading(_ order: UInt64, of feed: WatchKey, by reader: KnownResponses) {
    for index in failures.indices
    where failures[index].feeds.contains(feed) && failures[index].order < order
      && failures[index].isKnown(to: reader)
    {
      failures[index].feeds.remove(feed)
      if failures[index].feeds.isEmpty { failures[index].end(before: order) }
    }
  }

  /// Notes that the device begins again with a database because of a failure: this and earlier ones are
  /// no reason to do so once more, for those who knew them.
  mutating func noteBeginning(
    in scope: DatabaseScope, after failure: UInt64, by reader: KnownResponses
  ) {
    for index in failures.indices
    where failures[index].order <= failure && failures[index].isKnown(to: reader) {
      failures[index].end(Track(scope: scope, isOfZones: false).number, before: 1)
      failures[index].end(Track(scope: scope, isOfZones: true).number, before: 1)
    }
  }
}

/// How far devices have read feeds, by the key of the device and its user in a container.
struct ReadersProgress: Sendable {
  private var map = RareMap<UInt64, ReadingProgress>()
  /// Whether any of their readings failed.
  private(set) var haveFailures = false

  subscript(context: CallContext) -> ReadingProgress? { map[context.readerKey] }

  /// - Parameter fails: Whether a failure is noted.
  mutating func modify(
    _ context: CallContext, fails: Bool = false, _ body: (inout ReadingProgress) -> Void
  ) {
    haveFailures = haveFailures || fails
    let key = context.readerKey
    let known = map[key]
    if known == nil, map.count >= ClientWatch.limit { return }
    var progress = known ?? ReadingProgress()
    body(&progress)
    map.updateValue(progress, forKey: key)
  }

  mutating func noteReading(_ order: UInt64, of feed: WatchKey, by context: CallContext) {
    guard haveFailures else { return }
    map.modify(context.readerKey) {
      $0.noteReading(order, of: feed, by: context.knownResponses)
    }
  }

  mutating func noteBeginning(of context: CallContext, after failure: UInt64) {
    guard haveFailures else { return }
    map.modify(context.readerKey) {
      $0.noteBeginning(in: context.scope, after: failure, by: context.knownResponses)
    }
  }
}
