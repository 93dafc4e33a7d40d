/// Finds batches that are sent again although they exceeded a limit.
extension CloudState {
  /// Examines a call before it runs, while there are such batches. Only the next call of the
  /// operation counts: a later one may try a large batch again.
  mutating func inspectBatch<O: Operation>(
    _ operation: O, _ call: borrowing Call<O>, _ context: CallContext
  ) {
    let key = context.key(of: O.name, "27")
    guard let batch = watch.batch(for: key), isKnown(batch.response, context) else { return }
    watch.forgetBatch(for: key)
    guard operation.itemCount >= batch.count else { return }
    let written = WrittenItems(of: call)
    guard written.bytes >= batch.bytes else { return }
    let items = Set(itemKeys(of: operation, written, context))
    guard batch.items.allSatisfy(items.contains) else { return }
    watch.find(
      .oversizedRetry, call: context.callNumber,
      "'\(O.name)' was sent again unchanged, although it exceeded a limit in call \(batch.response.call)"
    )
  }

  /// Remembers a batch that exceeded a limit. One with a single item, or none, cannot be divided.
  mutating func rememberBatch<O: Operation>(
    _ operation: O, _ call: borrowing Call<O>, _ context: CallContext
  ) {
    guard operation.itemCount > 1 else { return }
    let written = WrittenItems(of: call)
    let items = itemKeys(of: operation, written, context).prefix(ClientWatch.Batch.mostItems)
    watch.note(
      ClientWatch.Batch(
        count: operation.itemCount, bytes: written.bytes, items: Array(items),
        response: response(to: context)),
      for: context.key(of: O.name, "27"))
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
