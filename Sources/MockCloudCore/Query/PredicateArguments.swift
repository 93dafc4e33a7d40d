/// An argument that predicate text refers to.
public enum PredicateArgument: Hashable, Sendable {
  case value(FieldValue)
  case null
}

// Literals have the same types as in a field.

extension PredicateArgument: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self = .value(.string(value)) }
}

extension PredicateArgument: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int64) { self = .value(.int64(value)) }
}

extension PredicateArgument: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) { self = .value(.double(value)) }
}

extension PredicateArgument: ExpressibleByNilLiteral {
  public init(nilLiteral: ()) { self = .null }
}

/// Returns the arguments in the order in which the text refers to them.
struct PredicateArguments {
  struct Problem: Error {
    let text: String
  }

  private let arguments: [PredicateArgument]
  private var used = 0

  init(_ arguments: [PredicateArgument]) { self.arguments = arguments }

  /// A message about unused arguments, or nil if there are none.
  var unused: String? {
    if used == arguments.count { return nil }
    let places = used == 0 ? "no place" : used == 1 ? "only 1 place" : "only \(used) places"
    return arguments.count == 1
      ? "there is 1 argument, but no place for it"
      : "there are \(arguments.count) arguments, but \(places) for them"
  }

  mutating func next(_ conversion: PredicateConversion) -> Result<PredicateExpression, Problem> {
    guard used < arguments.count else {
      return .failure(
        Problem(
          text:
            "Insufficient arguments for conversion characters specified in format string; "
            + "'predicateArguments' needs a value for each")
      )
    }
    let argument = arguments[used]
    used += 1
    return expression(argument, conversion).map { .success($0) }
      ?? .failure(Problem(text: "argument \(used) must be \(Self.expected(by: conversion))"))
  }

  private func expression(
    _ argument: PredicateArgument, _ conversion: PredicateConversion
  ) -> PredicateExpression? {
    guard case .value(let value) = argument else { return conversion == .value ? .null : nil }
    switch (conversion, value) {
    case (.value, _): return .constant(value)
    case (.key, .string(let text)):
      let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      return names.contains("") ? nil : .key(names)
    case (.integer, .int64), (.double, .double), (.string, .string): return .constant(value)
    case (.double, .int64(let number)): return .constant(.double(Double(number)))
    default: return nil
    }
  }

  private static func expected(by conversion: PredicateConversion) -> String {
    switch conversion {
    case .value: "a value"
    case .key: "a key"
    case .integer: "an integer"
    case .double: "a number"
    case .string: "a string"
    }
  }
}
