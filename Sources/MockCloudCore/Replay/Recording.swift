/// A call that a recording can write down.
protocol RecordableCall {
  /// The call as an entry of a script.
  ///
  /// - Parameter delay: How long the answer took, in milliseconds.
  func scriptEntry(delay: Int64) -> Script.Entry
}

/// The calls of the service since a recording began, with their responses.
struct Recording: Sendable {
  private struct Item: Sendable {
    let call: any JournalledCall
    let delay: Int64
  }

  /// By the numbers of the calls: a call that waits can end after one that came later.
  private var calls = OrderedMap<UInt64, Item>()
  /// How many calls were left out because the recording was full.
  private(set) var dropped = 0

  /// - Parameter delay: How long the answer took, in milliseconds.
  mutating func append(_ call: any JournalledCall, number: UInt64, delay: Int64) {
    guard calls.count < Script.mostEntries else {
      dropped += 1
      return
    }
    calls.updateValue(Item(call: call, delay: delay), forKey: number)
  }

  /// The calls as a script that replays them.
  var script: Script {
    Script(
      mode: .strict, isExact: true,
      entries: calls.compactMap { _, item in
        (item.call as? any RecordableCall)?.scriptEntry(delay: item.delay)
      })
  }
}
