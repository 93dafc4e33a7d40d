/// The syntax of predicate text, whether or not CloudKit supports it. Chains of operators are
/// lists, not nested: the parser bounds the depth of this tree for any text.
enum PredicateCondition {
  case constant(Bool)
  case comparison(PredicateComparison)
  case all([PredicateCondition])
  case any([PredicateCondition])
  indirect case not(PredicateCondition)
}

struct PredicateComparison {
  /// `ANY`, `SOME`, `ALL` or `NONE` before the left side.
  var modifier: PredicateKeyword?
  var left: PredicateExpression
  var comparator: PredicateComparator
  /// The letters in `[cd]` after the operator.
  var options: String
  var right: PredicateExpression
}

/// The comparison operators of predicate text, in their written form.
enum PredicateComparator: String {
  case equals = "=="
  case notEquals = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case between = "BETWEEN"
  case isIn = "IN"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case contains = "CONTAINS"
  case like = "LIKE"
  case matches = "MATCHES"
  case tokenMatches = "TOKENMATCHES"
  case conformsTo = "UTI-CONFORMS-TO"
  case utiEquals = "UTI-EQUALS"

  init?(_ token: PredicateToken.Kind) {
    switch token {
    case .symbol(let symbol): self.init(rawValue: symbol.rawValue)
    case .keyword(let keyword): self.init(rawValue: keyword.rawValue)
    default: return nil
    }
  }
}

/// One side of a comparison.
enum PredicateExpression {
  case constant(FieldValue)
  case null
  case list([PredicateExpression])
  /// The names of a key path.
  case key([String])
  case this
  case function(String, [PredicateExpression])
  /// The variable's name, and the names of a key path into it.
  case variable([String])
  indirect case subquery(
    of: PredicateExpression, item: PredicateExpression, PredicateCondition)
  case arithmetic([PredicateExpression], operators: [PredicateSymbol])
  indirect case negative(PredicateExpression)
  /// A keyword that represents itself, such as `SIZE`.
  case reserved(PredicateKeyword)
  indirect case access(to: PredicateExpression, [PredicateAccess])
}

/// A suffix of a value.
enum PredicateAccess {
  case name(String)
  case index(PredicateExpression)

  var isIndex: Bool { if case .index = self { true } else { false } }
}
