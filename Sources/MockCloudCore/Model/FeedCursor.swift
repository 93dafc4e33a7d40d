/// How far a client has read a change feed.
///
/// A reader that is caught up is described by one number. The other three are zero but in the middle
/// of a reading that takes several pages.
struct FeedCursor: Hashable, Sendable {
  /// Every change up to this one has been read.
  var sequence: UInt64
  /// Deletions up to this one are not listed: the reader began with nothing before they happened.
  var hidden: UInt64 = 0
  /// Where the feed stood when a reading from the newest change backwards began.
  var top: UInt64 = 0
  /// In such a reading, the changes from this one to the top have been read.
  var ceiling: UInt64 = 0

  init(_ sequence: UInt64) { self.sequence = sequence }

  /// Where the feed stood at least when the cursor was made.
  var latest: UInt64 { max(max(sequence, hidden), max(top, ceiling)) }
}
