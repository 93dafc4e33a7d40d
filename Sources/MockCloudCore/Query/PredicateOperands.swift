/// The parser of operands.
extension PredicateParser {
  mutating func primary() throws(QueryRefusal) -> Operand {
    let first = token
    try advance()
    switch first.kind {
    case .string(let text): return .expression(.constant(.string(text)))
    case .double(let number): return .expression(.constant(.double(number)))
    case .integer(let magnitude):
      guard let number = Int64(exactly: magnitude) else {
        throw lexer.refusal(at: first.start, Self.integerTooLarge)
      }
      return .expression(.constant(.int64(number)))
    case .argument(let conversion):
      switch arguments.next(conversion) {
      case .success(let expression): return .expression(expression)
      case .failure(let problem): throw lexer.refusal(at: first.start, problem.text)
      }
    case .variable(let name): return .expression(.variable([name]))
    case .name(let name):
      if token.kind == .symbol(.open) { return .expression(.function(name, try call())) }
      if name.utf8.contains(UInt8(ascii: ":")) { throw unexpected("expected '('") }
      return .expression(.key([name]))
    case .keyword(let keyword): return try primary(keyword, at: first)
    case .symbol(.openBrace): return .expression(.list(try items(until: .closeBrace)))
    case .symbol(.at): return .expression(.key(["@" + (try pathName())]))
    case .symbol(.open):
      let inner = try operand(above: .lowest)
      try expect(.close)
      return inner
    default:
      token = first
      throw unexpected("expected a value")
    }
  }

  private mutating func primary(
    _ keyword: PredicateKeyword, at first: PredicateToken
  ) throws(QueryRefusal) -> Operand {
    switch keyword {
    case .yes, .true: return .expression(.constant(.int64(1)))
    case .no, .false: return .expression(.constant(.int64(0)))
    case .null, .nil: return .expression(.null)
    case .this: return .expression(.this)
    case .truePredicate: return .condition(.constant(true))
    case .falsePredicate: return .condition(.constant(false))
    case .first, .last, .size: return .expression(.reserved(keyword))
    case .cast: return .expression(.function("CAST", try call()))
    case .subquery: return .expression(try subquery())
    default:
      throw lexer.refusal(
        at: first.start,
        "expected a value, found \(keyword.rawValue); a key of that name is written "
          + "#\(keyword.rawValue) or %K")
    }
  }

  private mutating func call() throws(QueryRefusal) -> [PredicateExpression] {
    try expect(.open)
    return try items(until: .close)
  }

  private mutating func items(
    until end: PredicateSymbol
  ) throws(QueryRefusal) -> [PredicateExpression] {
    if try accept(end) { return [] }
    var items: [PredicateExpression] = []
    repeat { items.append(try expression(above: .comparison)) } while try accept(.comma)
    guard try accept(end) else { throw unexpected("expected ',' or '\(end.rawValue)'") }
    return items
  }

  /// `SUBQUERY(collection, $item, condition)`. CloudKit does not support it: refusals print it.
  private mutating func subquery() throws(QueryRefusal) -> PredicateExpression {
    try expect(.open)
    let collection = try expression(above: .comparison)
    try expect(.comma)
    let item = try expression(above: .comparison)
    try expect(.comma)
    let condition = try condition(above: .lowest)
    try expect(.close)
    return .subquery(of: collection, item: item, condition)
  }

  /// Reads suffixes of a value: `.name`, `.@count`, `[index]`.
  mutating func postfixed(_ operand: Operand) throws(QueryRefusal) -> Operand {
    guard case .expression(let base) = operand else { return operand }
    // The suffixes are collected separately: a copy within the base for each would take quadratic
    // time.
    var path: [String] = []
    var accesses: [PredicateAccess] = []
    while true {
      if try accept(.openBracket) {
        accesses.append(.index(try expression(above: .comparison)))
        try expect(.closeBracket)
      } else if try accept(.dot) {
        let names = try pathComponents()
        if base.mayHavePath, accesses.isEmpty {
          path += names
        } else {
          accesses += names.map { .name($0) }
        }
      } else {
        let base = path.isEmpty ? base : base.following(path)
        return .expression(accesses.isEmpty ? base : .access(to: base, accesses))
      }
    }
  }

  /// Reads the names after a dot; the key of an argument may be a path itself.
  private mutating func pathComponents() throws(QueryRefusal) -> [String] {
    if case .argument(.key) = token.kind {
      let start = token.start
      try advance()
      switch arguments.next(.key) {
      case .success(.key(let names)): return names
      case .success: throw lexer.refusal(at: start, "expected a name")
      case .failure(let problem): throw lexer.refusal(at: start, problem.text)
      }
    }
    return [try accept(.at) ? "@" + pathName() : pathName()]
  }

  private mutating func pathName() throws(QueryRefusal) -> String {
    let name: String
    switch token.kind {
    case .name(let text): name = text
    case .keyword: name = lexer.lastWord(from: token.start)
    default: throw unexpected("expected a name")
    }
    try advance()
    return name
  }
}

extension PredicateExpression {
  fileprivate var mayHavePath: Bool {
    switch self {
    case .key, .variable, .this: true
    default: false
    }
  }

  /// Returns the expression followed by a path; a path of SELF is a key.
  fileprivate func following(_ path: [String]) -> PredicateExpression {
    switch self {
    case .key(let names): .key(names + path)
    case .variable(let names): .variable(names + path)
    case .this: .key(path)
    default: self
    }
  }
}
