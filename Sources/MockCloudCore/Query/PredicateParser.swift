/// Parses predicate text: an operator-precedence parser that loops over chains, and recurs only
/// into brackets and tighter operators, to a fixed depth.
struct PredicateParser {
  /// A condition or an expression: brackets may hold both, and only the tokens after them decide
  /// which.
  enum Operand {
    case condition(PredicateCondition)
    case expression(PredicateExpression)
  }

  enum Precedence: Int, Comparable {
    case lowest, or, and, not, comparison, sum, product, power, prefix

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  static let integerTooLarge = "this is not a 64-bit integer"

  /// The maximum nesting depth of operands. Real predicates have few brackets; each takes up to 4
  /// KB of stack (12 KB without optimisation), and a thread of the host may have only 512 KB.
  static let depthLimit = 40

  var lexer: PredicateLexer
  var token: PredicateToken
  private var depth = 0
  var arguments: PredicateArguments

  static func parse(
    _ text: String, _ arguments: [PredicateArgument]
  ) throws(QueryRefusal) -> PredicateCondition {
    var parser = try PredicateParser(text, arguments)
    let condition = try parser.condition(above: .lowest)
    guard parser.token.kind == .end else {
      throw parser.unexpected("expected AND or the end")
    }
    if let unused = parser.arguments.unused {
      throw parser.lexer.refusal(at: parser.token.start, unused)
    }
    return condition
  }

  private init(_ text: String, _ arguments: [PredicateArgument]) throws(QueryRefusal) {
    lexer = PredicateLexer(text)
    token = try lexer.next()
    self.arguments = PredicateArguments(arguments)
  }

  func unexpected(_ expected: String) -> QueryRefusal {
    lexer.refusal(at: token.start, "\(expected), found \(token.description)")
  }

  mutating func advance() throws(QueryRefusal) { token = try lexer.next() }

  mutating func accept(_ symbol: PredicateSymbol) throws(QueryRefusal) -> Bool {
    guard token.kind == .symbol(symbol) else { return false }
    try advance()
    return true
  }

  mutating func expect(_ symbol: PredicateSymbol) throws(QueryRefusal) {
    guard try accept(symbol) else { throw unexpected("expected '\(symbol.rawValue)'") }
  }

  mutating func condition(
    above minimum: Precedence
  ) throws(QueryRefusal) -> PredicateCondition {
    let start = token.start
    switch try operand(above: minimum) {
    case .condition(let condition): return condition
    case .expression:
      if token.kind == .end || token.start == start { throw unexpected("expected a comparison") }
      throw unexpected("expected a comparison operator")
    }
  }

  mutating func expression(
    above minimum: Precedence
  ) throws(QueryRefusal) -> PredicateExpression {
    let start = token.start
    guard case .expression(let expression) = try operand(above: minimum) else {
      throw lexer.refusal(at: start, "expected a value, found a condition")
    }
    return expression
  }

  /// Reads an operand and all following operators that bind tighter than `minimum`.
  mutating func operand(above minimum: Precedence) throws(QueryRefusal) -> Operand {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      throw lexer.refusal(at: token.start, "the predicate nests too deeply; use fewer brackets")
    }
    let start = token.start
    var left = try prefixed(above: minimum)
    while let precedence = Self.precedence(of: token.kind), precedence > minimum {
      switch (precedence, left) {
      case (.or, .condition(let first)), (.and, .condition(let first)):
        left = .condition(try chain(first, precedence))
      case (.comparison, .expression(let first)):
        left = .condition(.comparison(try comparison(nil, first)))
      case (.sum, .expression(let first)), (.product, .expression(let first)),
        (.power, .expression(let first)):
        left = .expression(try arithmetic(first, precedence))
      case (_, .condition):
        throw unexpected("expected AND or the end")
      case (_, .expression):
        throw lexer.refusal(at: start, "expected a condition before \(token.description)")
      }
    }
    return left
  }

  static func precedence(of kind: PredicateToken.Kind) -> Precedence? {
    switch kind {
    case .keyword(.or), .symbol(.or): .or
    case .keyword(.and), .symbol(.and): .and
    case .symbol(.plus), .symbol(.minus): .sum
    case .symbol(.times), .symbol(.divide): .product
    case .symbol(.power): .power
    default: PredicateComparator(kind) == nil ? nil : .comparison
    }
  }

  private mutating func chain(
    _ first: PredicateCondition, _ precedence: Precedence
  ) throws(QueryRefusal) -> PredicateCondition {
    var parts = [first]
    while Self.precedence(of: token.kind) == precedence {
      try advance()
      parts.append(try condition(above: precedence))
    }
    return precedence == .or ? .any(parts) : .all(parts)
  }

  private mutating func arithmetic(
    _ first: PredicateExpression, _ precedence: Precedence
  ) throws(QueryRefusal) -> PredicateExpression {
    var operands = [first]
    var operators: [PredicateSymbol] = []
    while Self.precedence(of: token.kind) == precedence, case .symbol(let symbol) = token.kind {
      try advance()
      operators.append(symbol)
      operands.append(try expression(above: precedence))
    }
    return .arithmetic(operands, operators: operators)
  }

  private mutating func comparison(
    _ modifier: PredicateKeyword?, _ left: PredicateExpression
  ) throws(QueryRefusal) -> PredicateComparison {
    guard let comparator = PredicateComparator(token.kind) else {
      throw unexpected("expected a comparison operator")
    }
    try advance()
    let options = try options()
    return PredicateComparison(
      modifier: modifier, left: left, comparator: comparator, options: options,
      right: try expression(above: .comparison))
  }

  private mutating func options() throws(QueryRefusal) -> String {
    guard try accept(.openBracket) else { return "" }
    guard case .name(let letters) = token.kind, letters.utf8.count <= 5,
      letters.lowercased().utf8.allSatisfy({ "cdnlw".utf8.contains($0) })
    else { throw unexpected("expected the options c, d, n, l or w") }
    try advance()
    try expect(.closeBracket)
    return letters
  }

  private mutating func prefixed(above minimum: Precedence) throws(QueryRefusal) -> Operand {
    switch token.kind {
    case .keyword(.not), .symbol(.not):
      guard minimum < .comparison else { throw unexpected("expected a value") }
      return .condition(try negation())
    case .keyword(let modifier) where [.any, .someOf, .all, .noneOf].contains(modifier):
      guard minimum < .comparison else { throw unexpected("expected a value") }
      try advance()
      let left = try expression(above: .comparison)
      return .condition(.comparison(try comparison(modifier, left)))
    case .symbol(.minus):
      return .expression(try negative())
    default:
      return try postfixed(try primary())
    }
  }

  /// Reads a chain of NOTs, which is reduced to one or two, so that it does not nest.
  private mutating func negation() throws(QueryRefusal) -> PredicateCondition {
    var isOdd = false
    while token.kind == .keyword(.not) || token.kind == .symbol(.not) {
      isOdd.toggle()
      try advance()
    }
    let inner = try condition(above: .not)
    return isOdd ? .not(inner) : .not(.not(inner))
  }

  private mutating func negative() throws(QueryRefusal) -> PredicateExpression {
    var isOdd = false
    while try accept(.minus) { isOdd.toggle() }
    switch token.kind {
    case .integer(let magnitude):
      let number =
        isOdd && magnitude == Int64.min.magnitude ? Int64.min : Int64(exactly: magnitude)
      guard let number else { throw lexer.refusal(at: token.start, Self.integerTooLarge) }
      try advance()
      return .constant(.int64(isOdd && number != .min ? -number : number))
    case .double(let number):
      try advance()
      return .constant(.double(isOdd ? -number : number))
    default:
      let operand = try expression(above: .power)
      return isOdd ? .negative(operand) : .negative(.negative(operand))
    }
  }

}
