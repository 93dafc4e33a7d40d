extension PredicateLowering {
  /// Returns the value of a constant expression; nil for other expressions.
  func value(of expression: PredicateExpression) -> FieldValue? {
    switch expression {
    case .constant(let value): return value
    case .function("now", let arguments) where arguments.isEmpty: return .timestamp(now)
    // The printed form of a date.
    case .function("CAST", let arguments) where arguments.count == 2:
      guard case .string("NSDate")? = value(of: arguments[1]) else { return nil }
      let milliseconds: Int64? =
        switch value(of: arguments[0]) {
        case .int64(let seconds)?: PredicateLiteral.milliseconds(Double(seconds))
        case .double(let seconds)?: PredicateLiteral.milliseconds(seconds)
        default: nil
        }
      return milliseconds.map { .timestamp($0) }
    default: return nil
    }
  }

  /// Returns the members of an expression that is a list of constants; nil for other expressions.
  func values(of expression: PredicateExpression) -> [FieldValue]? {
    switch expression {
    case .list(let items):
      var values: [FieldValue] = []
      for item in items {
        guard let value = value(of: item), value.type.element == nil else { return nil }
        values.append(value)
      }
      return values
    default: return value(of: expression)?.members
    }
  }
}

extension FieldValue {
  /// Returns the list of these values, or nil if they differ in type. Integers among doubles become
  /// doubles; without values the type is unknown, and any empty list is correct.
  static func list(of values: [FieldValue]) -> FieldValue? {
    let types = Set(values.map(\.type))
    if types == [.int64, .double] {
      return .doubleList(
        values.map { value in
          switch value {
          case .int64(let number): Double(number)
          case .double(let number): number
          default: 0
          }
        })
    }
    guard types.count <= 1 else { return nil }
    var list = EmptyLists()
    for value in values {
      switch value {
      case .string(let value): list.strings.append(value)
      case .int64(let value), .timestamp(let value): list.integers.append(value)
      case .double(let value): list.doubles.append(value)
      case .bytes(let value): list.bytes.append(value)
      case .reference(let value): list.references.append(value)
      case .location(let value): list.locations.append(value)
      case .asset(let value): list.assets.append(value)
      default: return nil
      }
    }
    return switch types.first ?? .string {
    case .int64: .int64List(list.integers)
    case .timestamp: .timestampList(list.integers)
    case .double: .doubleList(list.doubles)
    case .bytes: .bytesList(list.bytes)
    case .reference: .referenceList(list.references)
    case .location: .locationList(list.locations)
    case .asset: .assetList(list.assets)
    default: .stringList(list.strings)
    }
  }

  private struct EmptyLists {
    var strings: [String] = []
    var integers: [Int64] = []
    var doubles: [Double] = []
    var bytes: [[UInt8]] = []
    var references: [Reference] = []
    var locations: [Location] = []
    var assets: [Asset] = []
  }

  /// The members of a list as values; nil for other types.
  var members: [FieldValue]? {
    switch self {
    case .stringList(let values): values.map { .string($0) }
    case .int64List(let values): values.map { .int64($0) }
    case .doubleList(let values): values.map { .double($0) }
    case .timestampList(let values): values.map { .timestamp($0) }
    case .bytesList(let values): values.map { .bytes($0) }
    case .referenceList(let values): values.map { .reference($0) }
    case .locationList(let values): values.map { .location($0) }
    case .assetList(let values): values.map { .asset($0) }
    default: nil
    }
  }
}
