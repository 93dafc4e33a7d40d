/// How far a device has read feeds, and what it may have discarded of it: numbers in the order of
/// responses.
///
/// A client that stores what it read of several feeds together discards all of it if a reading fails.
struct ReadingProgress: Sendable {
  /// The last response whose token the device has sent, other than to read the next page.
  private var stored: UInt64 = 0
  /// The responses before failed readings that the device may have discarded, in their order.
  private var lost: [Span] = []

  private struct Span {
    var after: UInt64
    let through: UInt64

    func contains(_ order: UInt64) -> Bool { after < order && order <= through }
  }

  /// Earlier spans are joined, with the responses between them.
  private static let mostSpans = 16

  /// Whether a later reading failed, and the device has sent no token that it received with the
  /// response, or between it and the failure. A token from after the failure proves nothing: the
  /// device may have received it in a later pass over other feeds.
  func mayHaveLost(_ order: UInt64) -> Bool { lost.contains { $0.contains(order) } }

  /// Notes that the device has sent the token of a response.
  mutating func noteStored(_ order: UInt64) {
    stored = max(stored, order)
    for index in lost.indices where lost[index].contains(order) { lost[index].after = order }
    lost.removeAll { $0.after == $0.through }
  }

  /// Notes that a reading failed.
  mutating func noteFailure(_ order: UInt64) {
    let after = max(stored, lost.last?.through ?? 0)
    if after >= order { return }
    if lost.count == Self.mostSpans, let first = lost.first {
      lost.removeFirst()
      lost[0].after = first.after
    }
    lost.append(Span(after: after, through: order))
  }
}
