/// The relation of an ordered value to the filter's value.
enum Relation: Hashable {
  case equal
  case less
  case lessOrEqual
  case greater
  case greaterOrEqual

  @inline(__always)
  func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .equal: left == right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }
}

/// A condition on one value that is not a list, prepared so that a test allocates nothing. Large
/// cases are indirect, since every test copies its condition.
enum ValueTest {
  case int64(Relation, Int64)
  case double(Relation, Double)
  case timestamp(Relation, Int64)
  indirect case text(TextTest)
  /// Compares the target; a filter without a zone matches any zone.
  indirect case reference(name: ExactText, zoneID: ZoneID?)
  indirect case within(Double, of: GreatCircle)

  func matches(_ value: Int64) -> Bool {
    switch self {
    case .int64(let relation, let other): relation.holds(value, other)
    case .double(let relation, let other):
      relation.holds(NumberOrder.compare(value, other), 0)
    default: false
    }
  }

  func matches(_ value: Double) -> Bool {
    switch self {
    case .double(let relation, let other): relation.holds(value, other)
    case .int64(let relation, let other):
      relation.holds(0, NumberOrder.compare(other, value))
    default: false
    }
  }

  func matches(timestamp value: Int64) -> Bool {
    if case .timestamp(let relation, let other) = self {
      relation.holds(value, other)
    } else {
      false
    }
  }

  func matches(_ value: String) -> Bool {
    if case .text(let test) = self { test.matches(value) } else { false }
  }

  func matches(_ value: Reference, from zoneID: ZoneID) -> Bool {
    matches(name: value.recordName, zoneID: value.zoneID ?? zoneID)
  }

  func matches(name: ExactText, zoneID: ZoneID?) -> Bool {
    guard case .reference(let wanted, let wantedZone) = self, name == wanted
    else { return false }
    return wantedZone == nil || zoneID == nil || wantedZone == zoneID
  }

  func matches(_ value: Location) -> Bool {
    if case .within(let radius, let place) = self {
      place.isWithin(radius, of: value)
    } else {
      false
    }
  }

  /// Whether the condition holds for a value that is not a list; false for lists.
  func matches(_ value: borrowing FieldValue, of record: Record) -> Bool {
    switch value {
    case .int64(let value): matches(value)
    case .double(let value): matches(value)
    case .timestamp(let value): matches(timestamp: value)
    case .string(let value): matches(value)
    case .reference(let value): matches(value, from: record.zoneID)
    case .location(let value): matches(value)
    default: false
    }
  }

  /// Whether the condition holds for a member of the list; false for values that are not lists.
  func matchesMember(of value: borrowing FieldValue, of record: Record) -> Bool {
    switch value {
    case .int64List(let members): members.contains { matches($0) }
    case .doubleList(let members): members.contains { matches($0) }
    case .timestampList(let members): members.contains { matches(timestamp: $0) }
    case .stringList(let members): members.contains { matches($0) }
    case .referenceList(let members): members.contains { matches($0, from: record.zoneID) }
    default: false
    }
  }
}

enum NumberOrder {
  /// Returns a negative number, 0 or a positive number, exactly, whereas converting the integer to
  /// a double would round.
  static func compare(_ integer: Int64, _ double: Double) -> Int {
    if double >= 0x1p63 { return -1 }
    if double < -0x1p63 { return 1 }
    let whole = double.rounded(.towardZero)
    guard let other = Int64(exactly: whole) else { return -1 }
    if integer != other { return integer < other ? -1 : 1 }
    return double == whole ? 0 : double > whole ? -1 : 1
  }
}
