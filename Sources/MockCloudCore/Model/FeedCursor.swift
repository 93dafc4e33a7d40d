/// The position of a client in a change feed.
///
/// A position at the end of the feed is one number. The other three are zero except between pages
/// of the same reading.
struct FeedCursor: Hashable, Sendable {
  /// All changes up to this one have been read.
  var sequence: UInt64
  /// Deletions up to this one are not listed: a client that started without data does not need
  /// them.
  var hidden: UInt64 = 0
  /// The position of the feed at the start of a reading from the newest change backwards.
  var top: UInt64 = 0
  /// In such a reading, the changes from this one to the top have been read.
  var ceiling: UInt64 = 0

  init(_ sequence: UInt64) { self.sequence = sequence }

  /// A lower bound of the feed's position when the cursor was made.
  var latest: UInt64 { max(max(sequence, hidden), max(top, ceiling)) }
}
