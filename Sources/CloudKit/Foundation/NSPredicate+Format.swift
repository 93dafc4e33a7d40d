public import Foundation

/// The text and the arguments of a predicate, as they were given.
struct PredicateFormat: @unchecked Sendable {
  var text: String
  var arguments: [Any]
}

/// The object for which a predicate with a format returns its text and arguments. No other code has
/// an object of this class.
private final class FormatProbe: NSObject {
  var format: PredicateFormat?
}

/// The text that Foundation on Linux has for a predicate. It is deprecated there because it is only
/// useful for predicates with a constant value, which is its use here.
private protocol FormattedPredicate {
  var predicateFormat: String { get }
}

extension NSPredicate: FormattedPredicate {}

extension NSPredicate {
  /// Creates a predicate from a format and its arguments (Apple: `NSPredicate.init(format:_:)`, which
  /// Foundation on Linux does not have).
  ///
  /// The service reads the text when a query or a subscription with it is sent; an invalid text
  /// gives `invalidArguments` there. The predicate does not evaluate objects of a client:
  /// `evaluate(with:)` returns false.
  public convenience init(format predicateFormat: String, _ args: Any...) {
    self.init(PredicateFormat(text: predicateFormat, arguments: args))
  }

  /// Creates a predicate from a format and a list of arguments (Apple:
  /// `NSPredicate.init(format:argumentArray:)`).
  public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
    self.init(PredicateFormat(text: predicateFormat, arguments: arguments ?? []))
  }

  convenience init(_ format: PredicateFormat) {
    self.init(block: { object, _ in
      (object as? FormatProbe)?.format = format
      return false
    })
  }

  /// Why a predicate has no text.
  enum FormatProblem: Error {
    /// A predicate made of a block, or an operator that predicates of CloudKit do not have.
    case unsupported(String)
  }

  /// The text and arguments of the predicate; compound predicates are joined to one text.
  ///
  /// - Throws: `FormatProblem` for a predicate with a block of the client.
  func format() throws(FormatProblem) -> PredicateFormat {
    var depth = 0
    return try format(&depth)
  }

  /// The number of predicates inside one another that are read. CloudKit's predicates are flat.
  private static let depthLimit = 64

  private func format(_ depth: inout Int) throws(FormatProblem) -> PredicateFormat {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.depthLimit { throw .unsupported("the predicate is nested too deeply") }
    if let compound = self as? NSCompoundPredicate { return try compound.joined(&depth) }
    // The only text that Foundation on Linux has for predicates which are not made of a block.
    let text = (self as any FormattedPredicate).predicateFormat
    switch text {
    case "TRUEPREDICATE", "FALSEPREDICATE": return PredicateFormat(text: text, arguments: [])
    default:
      let probe = FormatProbe()
      _ = evaluate(with: probe)
      if let format = probe.format { return format }
      throw .unsupported("predicates made of a block are not supported")
    }
  }
}

extension NSCompoundPredicate {
  fileprivate func joined(_ depth: inout Int) throws(FormatProblem) -> PredicateFormat {
    var parts: [PredicateFormat] = []
    for case let part as NSPredicate in subpredicates as [Any] {
      parts.append(try part.formatInside(&depth))
    }
    let arguments = parts.flatMap(\.arguments)
    let texts = parts.map { "(\($0.text))" }
    switch compoundPredicateType {
    case .and:
      let text = texts.isEmpty ? "TRUEPREDICATE" : texts.joined(separator: " AND ")
      return PredicateFormat(text: text, arguments: arguments)
    case .or:
      let text = texts.isEmpty ? "FALSEPREDICATE" : texts.joined(separator: " OR ")
      return PredicateFormat(text: text, arguments: arguments)
    case .not:
      return PredicateFormat(
        text: "NOT \(texts.first ?? "(FALSEPREDICATE)")", arguments: parts.first?.arguments ?? [])
    @unknown default: throw .unsupported("compound predicates of this type are not supported")
    }
  }
}

extension NSPredicate {
  fileprivate func formatInside(_ depth: inout Int) throws(FormatProblem) -> PredicateFormat {
    try format(&depth)
  }
}
