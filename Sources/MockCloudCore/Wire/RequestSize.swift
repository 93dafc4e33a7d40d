/// The size of requests from Swift, for the service's limit.
enum RequestSize {
  /// Returns the size of the request's JSON without the bytes of files; 0 if it is certainly below
  /// the limit.
  ///
  /// - Parameter exactly: Whether the exact number is needed even if it is small.
  static func bytes<O: Operation>(
    of operation: O, from caller: Caller, limit: Int, exactly: Bool
  ) -> Int {
    if !exactly, isCertainlySmall(operation, caller, limit) { return 0 }
    guard let operation = operation as? any WireOperation else { return 0 }
    var json = JSONWriter()
    json.beginObject()
    json.callerBody(caller)
    operation.writeRequestMembers(AnswerStyle(), to: &json)
    json.endObject()
    return json.count - operation.inlineFileBytes
  }

  private static func isCertainlySmall<O: Operation>(
    _ operation: O, _ caller: Caller, _ limit: Int
  ) -> Bool {
    guard let weight = operation.weight else { return false }
    // JSON has at most six characters per byte, and less than a kilobyte around an item or a value.
    let (items, isMany) = operation.itemCount.multipliedReportingOverflow(by: 1024)
    let (values, isLong) = (weight &+ caller.weight).multipliedReportingOverflow(by: 6)
    let (most, isHuge) = items.addingReportingOverflow(values)
    return !isMany && !isLong && !isHuge && most < limit - 4096
  }
}

extension Caller {
  /// The bytes of its names.
  fileprivate var weight: Int {
    container.weight + user.name(else: nil).weight + device.weight
  }
}

extension Operation {
  /// The number of bytes of files in the request's JSON.
  fileprivate var inlineFileBytes: Int {
    if let modify = self as? ModifyRecords {
      return modify.items.reduce(0) { $0 + $1.record.fields.reduce(0) { $0 + $1.inlineBytes } }
    }
    guard let upload = self as? UploadAssets else { return 0 }
    return upload.items.reduce(0) { sum, item in
      if case .data(let data) = item.source {
        sum + Base64.encodedCount(of: data.count)
      } else {
        sum
      }
    }
  }
}

extension FieldDraft {
  fileprivate var inlineBytes: Int {
    (value?.assets ?? []).reduce(0) { $0 + Base64.encodedCount(of: $1.data.count) }
  }
}
