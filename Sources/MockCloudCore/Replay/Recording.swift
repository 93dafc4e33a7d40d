/// A call that can be recorded.
protocol RecordableCall {
  /// Returns the call as an entry of a script.
  ///
  /// - Parameter delay: The duration of the call in milliseconds.
  func scriptEntry(delay: Int64) -> Script.Entry
}

/// The calls of the service since a recording began, with their responses.
struct Recording: Sendable {
  private struct Item: Sendable {
    let call: any JournalledCall
    let delay: Int64
  }

  /// The calls in the order in which they began, as a script is asked for their responses: a call
  /// that waits can end after a later one.
  private var calls = RareMap<UInt64, Item>()
  /// The number of calls that were left out because the recording was full.
  private(set) var dropped = 0

  /// - Parameters:
  ///   - place: The place of the call in the order in which calls began.
  ///   - delay: The duration of the call in milliseconds.
  mutating func append(_ call: any JournalledCall, place: UInt64, delay: Int64) {
    guard calls.count < Script.mostEntries else {
      dropped += 1
      return
    }
    calls.updateValue(Item(call: call, delay: delay), forKey: place)
  }

  /// The script that replays the calls.
  var script: Script {
    Script(
      mode: .strict, isExact: true,
      entries: calls.compactMap { _, item in
        (item.call as? any RecordableCall)?.scriptEntry(delay: item.delay)
      })
  }
}
