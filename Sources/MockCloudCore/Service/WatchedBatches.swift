/// Finds batches that are sent again although they exceeded a limit.
extension CloudState {
  /// Examines a call before it runs, while there are such batches. Only the next call of the
  /// operation counts: a later one may try a large batch again.
  mutating func inspectBatch<O: Operation>(
    _ operation: O, _ bytes: Int, _ call: borrowing Call<O>, _ context: CallContext
  ) {
    let key = context.key(of: O.name, "27")
    guard let batch = watch.batch(for: key), isKnown(batch.response, context) else { return }
    watch.forgetBatch(for: key)
    guard operation.itemCount >= batch.count, bytes >= batch.bytes else { return }
    let items = Set(itemHashes(of: operation, call, context))
    guard batch.items.allSatisfy(items.contains) else { return }
    watch.find(
      .oversizedRetry, call: context.callNumber,
      "'\(O.name)' was sent again unchanged, although it exceeded a limit in call \(batch.response.call)"
    )
  }

  /// Remembers a batch that exceeded a limit. A request without items cannot be divided.
  mutating func rememberBatch<O: Operation>(
    _ operation: O, _ bytes: Int, _ call: borrowing Call<O>, _ context: CallContext
  ) {
    guard operation.itemCount > 0 else { return }
    let items = itemHashes(of: operation, call, context).prefix(ClientWatch.Batch.mostItems)
    watch.note(
      ClientWatch.Batch(
        count: operation.itemCount, bytes: bytes, items: Array(items),
        response: response(to: context)),
      for: context.key(of: O.name, "27"))
  }

  /// Returns hashes by which items of two requests can be compared: those of the records, which
  /// keep their names if their fields change, or of the items as they are written.
  private func itemHashes<O: Operation>(
    of operation: O, _ call: borrowing Call<O>, _ context: CallContext
  ) -> [UInt64] {
    if operation is any RecordSaving {
      return saves(of: operation, context).map { context.key(of: $0.recordID) }
    }
    let members = call.spellings.last?.members ?? []
    // The zone of items that name none.
    let zone = members.first { $0.key.hasBytes(of: "zoneID") }?.value.text ?? ""
    return members.flatMap { member in
      member.value.elements.map { [zone, member.key, $0.text].key(from: 0) }
    }
  }
}
