/// Finds batches that are sent again although they exceeded a limit.
extension CloudState {
  /// Examines a call before it runs, while there are such batches. Only the next call of the
  /// operation counts: a later one may try a large batch again.
  mutating func inspectBatch<O: Operation>(
    _ operation: O, _ call: borrowing Call<O>, _ context: CallContext
  ) {
    let key = context.key(of: O.name, "27")
    let batches = watch.batches(for: key)
    if batches.isEmpty { return }
    // The next call is that of all batches whose responses the client had, unless it is one of them.
    var open = batches.filter { !isKnown($0.response, context) }
    var known = batches.filter { isKnown($0.response, context) }
    defer { watch.note(open, for: key) }
    guard let place = place(of: operation, call, among: known, context) else { return }
    let batch = known.remove(at: place)
    open = known + open
    watch.find(
      .oversizedRetry, call: context.callNumber,
      "'\(O.name)' was sent again unchanged, although it exceeded a limit in call \(batch.response.call)"
    )
  }

  /// Returns the place of the batch that a call sends again; nil if there is none.
  private func place<O: Operation>(
    of operation: O, _ call: borrowing Call<O>, among batches: [ClientWatch.Batch],
    _ context: CallContext
  ) -> Int? {
    guard batches.contains(where: { operation.itemCount >= $0.count }) else { return nil }
    let written = WrittenItems(of: call)
    let items = Set(itemKeys(of: operation, written, context))
    return batches.firstIndex { batch in
      operation.itemCount >= batch.count && written.bytes >= batch.bytes
        && batch.items.allSatisfy(items.contains)
    }
  }

  /// Remembers a batch that exceeded a limit, besides those of which the client was told while the call
  /// was under way. One with a single item, or none, cannot be divided.
  mutating func rememberBatch<O: Operation>(
    _ operation: O, _ call: borrowing Call<O>, _ context: CallContext
  ) {
    guard operation.itemCount > 1 else { return }
    let written = WrittenItems(of: call)
    let items = itemKeys(of: operation, written, context).prefix(ClientWatch.Batch.mostItems)
    let key = context.key(of: O.name, "27")
    let batch = ClientWatch.Batch(
      count: operation.itemCount, bytes: written.bytes, items: Array(items),
      response: response(to: context))
    let others = watch.batches(for: key).filter { cameDuring($0.response, context) }
    watch.note(others.suffix(ClientWatch.Batch.mostBeside - 1) + [batch], for: key)
  }

  /// Returns keys by which items of two requests can be compared: those of the records, which
  /// keep their names if their fields change, or of the items as they are written.
  private func itemKeys<O: Operation>(
    of operation: O, _ written: borrowing WrittenItems, _ context: CallContext
  ) -> [WatchKey] {
    if operation is any RecordSaving {
      return saves(of: operation, context).map { context.key(of: $0.recordID) }
    }
    return written.items.map { context.key(ofItem: [written.zone, $0.list, $0.text]) }
  }
}

/// The items of a request as the journal writes them: other keys, such as those of its delivery, do
/// not make it another batch.
private struct WrittenItems {
  /// The zone of items that name none.
  let zone: String
  /// Each with the key of its list.
  let items: [(list: String, text: String)]

  init<O: Operation>(of call: borrowing Call<O>) {
    let members = call.spellings.last?.members ?? []
    zone = members.first { $0.key.hasBytes(of: "zoneID") }?.value.text ?? ""
    // The lists of keys that the client wants are none of items.
    items = members.filter { !$0.key.utf8.starts(with: "desired".utf8) }.flatMap { member in
      member.value.elements.map { (member.key, $0.text) }
    }
  }

  var bytes: Int { items.reduce(0) { $0 &+ $1.text.utf8.count } }
}
