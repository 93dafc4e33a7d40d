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

  /// Creates a predicate from a format with one argument, a list. Without this, Swift takes the members
  /// of an `[Any]` for the arguments.
  public convenience init(format predicateFormat: String, _ list: [Any]) {
    self.init(PredicateFormat(text: predicateFormat, arguments: [list]))
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
  func format() throws(FormatProblem) -> PredicateFormat { try parts().whole }

  /// The predicate as one text, and the texts that were joined to it.
  func parts() throws(FormatProblem) -> (whole: PredicateFormat, joined: [PredicateFormat]) {
    var reader = FormatReader()
    let whole = try reader.read(self)
    return (whole, reader.parts)
  }
}

/// Reads predicates inside one another.
private struct FormatReader {
  private var depth = 0
  /// The texts of the predicates that are not compound ones, in their order.
  private(set) var parts: [PredicateFormat] = []

  /// The number of predicates inside one another that are read. CloudKit's predicates are flat.
  private static let depthLimit = 64

  mutating func read(
    _ predicate: NSPredicate
  ) throws(NSPredicate.FormatProblem) -> PredicateFormat {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.depthLimit { throw .unsupported("the predicate is nested too deeply") }
    if let compound = predicate as? NSCompoundPredicate { return try join(compound) }
    let format = try text(of: predicate)
    parts.append(format)
    return format
  }

  private func text(
    of predicate: NSPredicate
  ) throws(NSPredicate.FormatProblem) -> PredicateFormat {
    // The only text that Foundation on Linux has for predicates which are not made of a block.
    let text = (predicate as any FormattedPredicate).predicateFormat
    switch text {
    case "TRUEPREDICATE", "FALSEPREDICATE": return PredicateFormat(text: text, arguments: [])
    default:
      let probe = FormatProbe()
      _ = predicate.evaluate(with: probe)
      if let format = probe.format { return format }
      throw .unsupported("predicates made of a block are not supported")
    }
  }

  private mutating func join(
    _ compound: NSCompoundPredicate
  ) throws(NSPredicate.FormatProblem) -> PredicateFormat {
    let isNegation = compound.compoundPredicateType == .not
    var members: [PredicateFormat] = []
    for case let member as NSPredicate in compound.subpredicates as [Any] {
      members.append(try read(member))
      if isNegation { break }
    }
    let texts = members.map { "(\($0.text))" }
    let text: String
    switch compound.compoundPredicateType {
    case .and: text = texts.isEmpty ? "TRUEPREDICATE" : texts.joined(separator: " AND ")
    case .or: text = texts.isEmpty ? "FALSEPREDICATE" : texts.joined(separator: " OR ")
    case .not: text = "NOT \(texts.first ?? "(FALSEPREDICATE)")"
    @unknown default: throw .unsupported("compound predicates of this type are not supported")
    }
    return PredicateFormat(text: text, arguments: members.flatMap(\.arguments))
  }
}
