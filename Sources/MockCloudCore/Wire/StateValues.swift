/// Handles single values of a state document.
extension StateKeys {
  /// Handles a required text.
  ///
  /// - Parameter refusal: Returns the reason why a text is refused.
  mutating func text(
    _ name: StaticString, _ text: inout ExactText, refusal: (ExactText) -> String?
  ) throws(RequestError) {
    try required(name, &text)
    if isReading, let refusal = refusal(text) { throw RequestError("\(name)", refusal) }
  }

  /// Handles a required text that is not empty.
  mutating func name(_ key: StaticString, _ name: inout ExactText) throws(RequestError) {
    try text(key, &name) { $0.isEmpty ? RequestError.empty(key).message : nil }
  }

  mutating func name(_ key: StaticString, _ name: inout String) throws(RequestError) {
    var exact = ExactText(name)
    try self.name(key, &exact)
    name = exact.text
  }

  mutating func recordName(_ name: inout RecordName) throws(RequestError) {
    try text("recordName", &name) { NameRules.refusal(recordName: $0, limit: .max) }
  }

  mutating func recordType(_ name: inout RecordTypeName) throws(RequestError) {
    try text("recordType", &name) { name in
      name == Share.recordType ? nil : NameRules.refusal(recordType: name, limit: .max)
    }
  }

  /// Handles the keys of a deleted record. `created` is left out if its creator is not known.
  mutating func deletion(_ deletion: inout RecordDeletion) throws(RequestError) {
    try recordType(&deletion.recordType)
    try part("created", &deletion.creator, from: ClientKey(device: "", user: "")) {
      (keys, client) throws(RequestError) in
      try keys.name("userRecordName", &client.user)
      try keys.name("deviceID", &client.device)
    }
  }

  /// Handles the keys for container and environment.
  mutating func place(
    _ container: inout ExactText, _ environment: inout Environment
  ) throws(RequestError) {
    try name("container", &container)
    try required("environment", &environment)
  }

  /// Handles a required number in a range.
  mutating func number<Number: FixedWidthInteger>(
    _ name: StaticString, _ number: inout Number, from least: UInt64 = 0,
    through most: UInt64 = Count<UInt64>.highest
  ) throws(RequestError) {
    var said = Int64(clamping: number)
    try required(name, &said)
    if !isReading { return }
    number = Number(
      clamping: try said.within(Int64(clamping: least), Int64(clamping: most), name))
  }

  /// Handles a required time in milliseconds since 1970.
  ///
  /// - Parameter slack: The milliseconds by which it may be later than the clock's bounds.
  mutating func milliseconds(
    _ name: StaticString, _ time: inout Int64, slack: Int64
  ) throws(RequestError) {
    try required(name, &time)
    if !isReading { return }
    time = try time.within(Clock.bounds.lowerBound, Clock.bounds.upperBound + slack, name)
  }
}
