/// CloudKit's rules for names (DOC: CKRecord.ID, CKRecordZone.ID, CKRecord).
enum NameRules {
  /// Returns the reason why a record name is invalid; nil if it is valid. Names are printable ASCII
  /// and do not begin with `_`, which is reserved for the system.
  static func refusal(recordName name: RecordName, limit: Int) -> String? {
    refusal(of: name.text, called: "recordName", limit: limit)
  }

  static func refusal(zoneName name: ZoneName, limit: Int) -> String? {
    name == ZoneID.defaultZoneName ? nil : refusal(of: name.text, called: "zoneName", limit: limit)
  }

  /// Returns the reason why no record can have a name that a reference has; nil if one can. Records
  /// of users have names that begin with `_`.
  static func refusal(referenceTo name: RecordName, limit: Int) -> String? {
    characterRefusal(of: name.text, called: "recordName")
      ?? tooLong(name.text, called: "recordName", limit: limit)
  }

  /// Returns the reason why a subscription's name is invalid; nil if it is valid (INFER: as other
  /// names, but `_` may come first).
  static func refusal(subscriptionID name: SubscriptionID, limit: Int) -> String? {
    characterRefusal(of: name.text, called: "subscriptionID")
      ?? tooLong(name.text, called: "subscriptionID", limit: limit)
  }

  /// Returns the reason why a record type is invalid; nil if it is valid: a letter, then letters,
  /// digits and `_`.
  static func refusal(recordType name: RecordTypeName, limit: Int) -> String? {
    isIdentifier(name.text)
      ? tooLong(name.text, called: "recordType", limit: limit)
      : "Invalid value for recordType '\(shortened(name))': it must start with an ASCII letter and "
        + "contain only ASCII letters, digits and '_'"
  }

  static func refusal(fieldName name: String, limit: Int) -> String? {
    isIdentifier(name)
      ? tooLong(name, called: "field name", limit: limit)
      : "Invalid field name '\(shortened(name))': it must start with an ASCII letter and contain only "
        + "ASCII letters, digits and '_'"
  }

  private static func refusal(of name: String, called kind: String, limit: Int) -> String? {
    if let refusal = characterRefusal(of: name, called: kind) { return refusal }
    guard name.utf8.first != UInt8(ascii: "_") else {
      return "Invalid value for \(kind) '\(shortened(name))': names that start with '_' are "
        + "reserved for the system"
    }
    return tooLong(name, called: kind, limit: limit)
  }

  private static func characterRefusal(of name: String, called kind: String) -> String? {
    guard !name.isEmpty else { return "Invalid value for \(kind): it must not be empty" }
    return name.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f }
      ? nil : "Invalid value for \(kind) '\(shortened(name))': it must be printable ASCII"
  }

  private static func tooLong(_ name: String, called kind: String, limit: Int) -> String? {
    name.utf8.count <= limit
      ? nil : "Invalid value for \(kind): \(name.utf8.count) characters, at most \(limit) allowed"
  }

  static func isIdentifier(_ name: String) -> Bool {
    var isFirst = true
    for byte in name.utf8 {
      let lower = byte | 0x20
      let isLetter = lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
      let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      guard isLetter || (!isFirst && (isDigit || byte == UInt8(ascii: "_"))) else { return false }
      isFirst = false
    }
    return !isFirst
  }

  static func shortened(_ name: ExactText) -> String { shortened(name.text) }

  /// Returns a name shortened for a message.
  static func shortened(_ name: String) -> String {
    name.utf8.count <= 60 ? name : "\(name.prefix(40))…"
  }
}
