/// Tests by hashing whether a value is in a long list of wanted values.
struct ValueSieve {
  /// The minimum length of lists for which hashing is faster than comparing.
  private static let shortest = 8
  /// The minimum length of lists of texts for which hashes without regard to case are faster.
  private static let fewTexts = 64

  /// The wanted values, if all have the same kind.
  private enum Wanted {
    case unknown
    case integers(Set<Int64>)
    case doubles(Set<Double>)
    case times(Set<Int64>)
    /// The lower-case texts, and their hashes without regard to ASCII case if all are ASCII.
    case texts(Set<EquivalentText>, hashes: Set<UInt64>?)
    case exactTexts(Set<ExactText>)
    /// The zones of the references by target name; nil means any zone.
    case references([ExactText: Set<ZoneID?>])
  }

  private let wanted: Wanted

  init(_ tests: [ValueTest]) {
    guard tests.count >= Self.shortest, let first = tests.first else {
      wanted = .unknown
      return
    }
    let found: Wanted? =
      switch first {
      case .int64: Self.integers(tests)
      case .double: Self.doubles(tests)
      case .timestamp: Self.times(tests)
      case .text(let test): test.exact == nil ? Self.texts(tests) : Self.exactTexts(tests)
      case .reference: Self.references(tests)
      case .within: nil
      }
    wanted = found ?? .unknown
  }

  private static func integers(_ tests: [ValueTest]) -> Wanted? {
    var integers: Set<Int64> = []
    for test in tests {
      guard case .int64(.equal, let number) = test else { return nil }
      integers.insert(number)
    }
    return .integers(integers)
  }

  private static func doubles(_ tests: [ValueTest]) -> Wanted? {
    var doubles: Set<Double> = []
    for test in tests {
      guard case .double(.equal, let number) = test else { return nil }
      doubles.insert(number)
    }
    return .doubles(doubles)
  }

  private static func times(_ tests: [ValueTest]) -> Wanted? {
    var times: Set<Int64> = []
    for test in tests {
      guard case .timestamp(.equal, let time) = test else { return nil }
      times.insert(time)
    }
    return .times(times)
  }

  private static func texts(_ tests: [ValueTest]) -> Wanted? {
    var texts: Set<EquivalentText> = []
    var isASCII = true
    for test in tests {
      guard case .text(let test) = test, let caseless = test.caseless else { return nil }
      texts.insert(caseless.text)
      isASCII = isASCII && caseless.isASCII
    }
    let hashes = isASCII ? Set(texts.compactMap { hash($0.text) }) : nil
    return .texts(texts, hashes: hashes)
  }

  private static func exactTexts(_ tests: [ValueTest]) -> Wanted? {
    var texts: Set<ExactText> = []
    for test in tests {
      guard case .text(let test) = test, let text = test.exact else { return nil }
      texts.insert(text)
    }
    return .exactTexts(texts)
  }

  private static func references(_ tests: [ValueTest]) -> Wanted? {
    var zones: [ExactText: Set<ZoneID?>] = [:]
    for test in tests {
      guard case .reference(let name, let zoneID) = test else { return nil }
      zones[name, default: []].insert(zoneID)
    }
    return .references(zones)
  }

  // MARK: Tests

  /// Whether the value is wanted; nil if it must be compared.
  func holds(_ value: borrowing FieldValue, of record: Record) -> Bool? {
    switch value {
    case .int64(let value): holds(value)
    case .double(let value): holds(value)
    case .timestamp(let value): holds(time: value)
    case .string(let value): holds(value)
    case .reference(let value): holds(name: value.recordName, value.zoneID ?? record.zoneID)
    default: nil
    }
  }

  func holds(_ value: Int64) -> Bool? {
    if case .integers(let wanted) = wanted { wanted.contains(value) } else { nil }
  }

  func holds(_ value: Double) -> Bool? {
    if case .doubles(let wanted) = wanted { wanted.contains(value) } else { nil }
  }

  func holds(time value: Int64) -> Bool? {
    if case .times(let wanted) = wanted { wanted.contains(value) } else { nil }
  }

  func holds(_ value: String) -> Bool? {
    if case .exactTexts(let wanted) = wanted { return wanted.contains(ExactText(value)) }
    guard case .texts(let wanted, let hashes) = wanted else { return nil }
    if let hashes, let hash = Self.hash(value) {
      if !hashes.contains(hash) { return false }
      if wanted.count < Self.fewTexts { return nil }
    }
    return wanted.contains(EquivalentText(value.lowercased()))
  }

  /// The same for the target of a reference; an unknown zone matches any zone.
  func holds(name: ExactText, _ zoneID: ZoneID?) -> Bool? {
    guard case .references(let wanted) = wanted else { return nil }
    guard let zones = wanted[name] else { return false }
    return zoneID == nil || zones.contains(nil) || zones.contains(zoneID)
  }

  /// Whether some member of the list is wanted; nil if they must be compared.
  func holdsAny(of value: borrowing FieldValue, of record: Record) -> Bool? {
    switch value {
    case .int64List(let members): Self.any(members) { holds($0) }
    case .doubleList(let members): Self.any(members) { holds($0) }
    case .timestampList(let members): Self.any(members) { holds(time: $0) }
    case .stringList(let members): Self.any(members) { holds($0) }
    case .referenceList(let members):
      Self.any(members) { holds(name: $0.recordName, $0.zoneID ?? record.zoneID) }
    default: nil
    }
  }

  private static func any<Member>(
    _ members: [Member], _ holds: (Member) -> Bool?
  ) -> Bool? {
    var isUnknown = false
    for member in members {
      switch holds(member) {
      case true?: return true
      case nil: isUnknown = true
      case false?: continue
      }
    }
    return isUnknown ? nil : false
  }

  /// Whether all wanted values are members of the list; nil if they must be compared.
  func isHeld(by value: borrowing FieldValue, of record: Record) -> Bool? {
    switch (wanted, copy value) {
    case (.integers(let wanted), .int64List(let members)): return wanted.isSubset(of: members)
    case (.doubles(let wanted), .doubleList(let members)): return wanted.isSubset(of: members)
    case (.times(let wanted), .timestampList(let members)): return wanted.isSubset(of: members)
    case (.exactTexts(let wanted), .stringList(let members)):
      return wanted.isSubset(of: members.map { ExactText($0) })
    case (.texts(let wanted, _), .stringList(let members)):
      return wanted.isSubset(of: members.map { EquivalentText($0.lowercased()) })
    case (.references(let wanted), .referenceList(let members)):
      var zones: [ExactText: Set<ZoneID>] = [:]
      for member in members {
        zones[member.recordName, default: []].insert(member.zoneID ?? record.zoneID)
      }
      return wanted.allSatisfy { name, wanted in
        guard let held = zones[name] else { return false }
        return wanted.allSatisfy { $0.map { held.contains($0) } ?? true }
      }
    default: return nil
    }
  }

  /// FNV-1a of the bytes in lower case; nil for text beyond ASCII, whose case mapping is not
  /// bytewise.
  private static func hash(_ text: String) -> UInt64? {
    ByteOrder.withUTF8(of: text) { bytes in
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in bytes {
        if byte >= 0x80 { return nil }
        let isUpper = byte &- UInt8(ascii: "A") < 26
        hash = (hash ^ UInt64(isUpper ? byte | 0x20 : byte)) &* 0x100_0000_01b3
      }
      return hash
    }
  }
}
