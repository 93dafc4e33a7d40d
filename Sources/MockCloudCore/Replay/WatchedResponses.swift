/// What `ClientWatch` remembers of responses.
extension ClientWatch {
  /// A response that a client received.
  struct Response: Sendable {
    let call: UInt64
    /// Its number in the order in which clients received them, which is not that of their calls: the
    /// response to an operation that reports by events counts once its last event was taken.
    private(set) var order: UInt64
    private(set) var reader: ResponseReader
    /// When the client made the call, or asked for the kept response of a long-lived operation, in the
    /// same order.
    let asked: UInt64

    /// Counts as received when and where another one was.
    mutating func isReceived(as other: Response) { (order, reader) = (other.order, other.reader) }
  }

  /// An announced wait.
  struct Wait: Sendable {
    /// In milliseconds of `ClientWatch.time`.
    let until: Int64
    let response: Response
  }

  /// A save with a conflict, or with a wait of its own.
  struct RefusedSave: Sendable {
    /// Nil if there was no conflict.
    var conflict: Conflict?
    var wait: Wait?
    let zoneID: ZoneID
    let context: CallContext

    /// The response with the conflict or the wait.
    var response: Response? {
      guard let conflict = conflict?.response else { return wait?.response }
      guard let wait = wait?.response else { return conflict }
      return conflict.order > wait.order ? conflict : wait
    }

    struct Conflict: Sendable {
      var sentTag: RecordChangeTag?
      /// The tag of the server's record; nil if the response did not have the record.
      let serverTag: RecordChangeTag?
      let response: Response
    }
  }

  /// The last token that a device received for a feed.
  struct Reading: Sendable {
    let token: String
    let isMoreComing: Bool
    /// The page up to which the device has read without a gap: a later one, if it has read an earlier
    /// page again.
    let furthest: Furthest
    /// Whether it is a page of a reading that began without a token.
    let isFromBeginning: Bool
    /// The change up to which the device had read before it read up to the token without a gap: 0 if
    /// it has read the feed from the beginning.
    let start: UInt64
    /// Whether an item of it failed, or of an earlier page of a reading that began without a token; of
    /// a feed of zones, also whether a later reading of a zone failed.
    var hasFailures: Bool
    /// The failed reading because of which the device began again with the feed: this and earlier ones are
    /// no reason to do so once more. 0 if it has not begun again.
    var excused: UInt64 = 0
    let response: Response
    /// Nil for a feed of zones.
    let zoneID: ZoneID?
    let context: CallContext
    /// Whether the device continued it, or began again before it.
    var isTaken = false
    /// Whether it was cancelled or interrupted after the device may have got its token in a block.
    var hasEndedEarly = false

    /// A page of a feed.
    struct Furthest: Sendable {
      let token: String
      let isMoreComing: Bool
      let call: UInt64
    }
  }

  /// A batch that exceeded a limit.
  struct Batch: Sendable {
    let count: Int
    /// The size of the items' JSON.
    let bytes: Int
    /// The keys of the first items.
    let items: [WatchKey]
    let response: Response

    /// The maximum number of items that are compared.
    static let mostItems = 100
    /// The maximum number of batches of an operation that are remembered beside each other.
    static let mostBeside = 16
  }

  /// The first page of a query that the service cut short and that was not continued.
  struct Page: Sendable {
    let recordType: RecordTypeName
    /// Nil for all zones of the database.
    let zoneID: ZoneID?
    /// That of the zone; nil if it does not exist any more.
    let incarnation: UInt64?
    let response: Response
    let context: CallContext
  }
}

extension ClientWatch.Reading {
  /// The feed's name for messages.
  var feed: String { zoneID.map { "zone '\($0.zoneName)'" } ?? "the database" }

  /// Whether the client may begin again: it may store no token until it has read all changes, those of
  /// failed items too.
  var isUnfinished: Bool { isFromBeginning && (isMoreComing || hasFailures) }

  var track: ReadingProgress.Track {
    ReadingProgress.Track(scope: context.scope, isOfZones: zoneID != nil)
  }
}
