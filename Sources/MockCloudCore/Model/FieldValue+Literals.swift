// Literals have the types that CloudKit gives such values. There is no array literal: its members
// could have several types, which no field allows, and a literal cannot be refused.

extension FieldValue: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self = .string(value) }
}

extension FieldValue: ExpressibleByStringInterpolation {}

extension FieldValue: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int64) { self = .int64(value) }
}

extension FieldValue: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension FieldValue: ExpressibleByBooleanLiteral {
  /// CloudKit stores booleans as the INT64 1 and 0.
  public init(booleanLiteral value: Bool) { self = .int64(value ? 1 : 0) }
}

extension FieldValue {
  /// The text of a STRING; nil for other types.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }

  /// The number of an INT64; nil for other types.
  public var int64Value: Int64? { if case .int64(let value) = self { value } else { nil } }

  /// The number of a DOUBLE; nil for other types.
  public var doubleValue: Double? { if case .double(let value) = self { value } else { nil } }

  /// The milliseconds since 1970 of a TIMESTAMP; nil for other types.
  public var timestampValue: Int64? { if case .timestamp(let value) = self { value } else { nil } }

  /// The bytes of a BYTES; nil for other types.
  public var bytesValue: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }

  public var referenceValue: Reference? {
    if case .reference(let value) = self { value } else { nil }
  }

  public var locationValue: Location? {
    if case .location(let value) = self { value } else { nil }
  }

  public var assetValue: Asset? { if case .asset(let value) = self { value } else { nil } }

  /// The members of a STRING_LIST; nil for other types.
  public var stringListValue: [String]? {
    if case .stringList(let value) = self { value } else { nil }
  }
}
