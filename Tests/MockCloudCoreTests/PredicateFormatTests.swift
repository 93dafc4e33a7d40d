import Testing

@testable import MockCloudCore

/// The texts of predicates in refusals, which the parser reads as what was written.
@Suite struct PredicateFormatTests {
  /// Random syntax of every form that text can have.
  @Test func syntaxComesBack() throws {
    var kinds = Set<String>()
    for seed in 0..<20_000 {
      var source = SyntaxSource(seed: UInt64(seed))
      let condition = source.condition(depth: 4)
      let text = PredicateFormat.text(of: condition)
      if text.hasSuffix("…") { continue }
      kinds.formUnion(source.kinds)
      let again = try PredicateParser.parse(text, [])
      #expect("\(again)" == "\(condition)", "\(text)")
    }
    #expect(kinds.count == SyntaxSource.conditions + SyntaxSource.expressions)
  }

  /// What is written in brackets, or in a way of its own.
  @Test(arguments: [
    "SUBQUERY(f, $x, $x.y == 1 OR $x.z == 2).@count > 0",
    "SUBQUERY(f, $x, SUBQUERY($x.g, $y, $y LIKE \"a\").@count == 1).@count > 0",
    "(a + b) * c > 1", "a + (b + c) > 1", "(a - b) - c > 1", "a + b * c ** 2 > 1",
    "(2 ** 3) ** 2 > a", "-(a + b) > 1", "-(-a) > 1", "-(5) > a", "-(-5) > a", "-5 ** 2 > a",
    "(a + b).c > 1", "(-5).c > 1", "-a[0] > 1", "-(5.a) > 1", "(f[0])[1] == 1",
    "f[a + 1].b[FIRST] == 1",
    "#size LIKE \"a\"", "#IN.size.@count == 1", "$size.in == 1", "#first(1) == 1", "CAST(1) == 2",
    "NOT (NOT (NOT (a == 1 OR b == 1)))", "a == 1 OR NOT (b == 1 AND c == 1)",
    #"f LIKE "a\"\\b\n\r\té😀""#, "f == -0.0 OR f == 1e-07", "NONE f ==[cd] {nil, {1, \"a\"}}",
  ])
  func textComesBack(_ text: String) throws {
    #expect(PredicateFormat.text(of: try PredicateParser.parse(text, [])) == text)
  }

  /// The text in a refusal of a row is the syntax of the row.
  @Test(arguments: PredicateTextTests.rows(PredicateRefusalRows.byCloudKit))
  func refusedTextComesBack(_ row: PredicateTextTests.Row) throws {
    let condition = try PredicateParser.parse(row.text, row.arguments)
    let text = PredicateFormat.text(of: condition)
    // Locations have no literal, and lists as arguments are no lists of constants.
    if text.contains("<1.0,2.0>") || row.text.contains("%@") { return }
    #expect("\(try PredicateParser.parse(text, []))" == "\(condition)", "\(text)")
  }

  /// Keys that only an argument can name are printed so that they are recognized.
  @Test(arguments: [
    ("my key", #"<key "my key">"#), ("é", #"<key "é">"#), ("@", #"<key "@">"#),
    ("1st", #"<key "1st">"#), ("a.b c", #"a.<key "b c">"#), ("@count", "@count"), ("or", "#or"),
  ])
  func keysOfArguments(_ key: String, _ text: String) throws {
    let condition = try PredicateParser.parse("%K LIKE 1", [.value(.string(key))])
    #expect(PredicateFormat.text(of: condition) == "\(text) LIKE 1")
  }
}

/// Draws syntax as the parser makes it.
private struct SyntaxSource {
  /// The numbers of forms.
  static let (conditions, expressions) = (5, 11)

  let seed: UInt64
  private var drawn: UInt64 = 0
  /// The forms that were drawn.
  private(set) var kinds = Set<String>()

  init(seed: UInt64) { self.seed = seed }

  private mutating func draw(_ count: Int) -> Int {
    drawn += 1
    return Int(SeededRandom.hash(seed: seed, "syntax", drawn) % UInt64(count))
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value { values[draw(values.count)] }

  private mutating func some<Value>(
    _ range: ClosedRange<Int>, _ value: (inout Self) -> Value
  ) -> [Value] {
    (0..<(range.lowerBound + draw(range.count))).map { _ in value(&self) }
  }

  mutating func condition(depth: Int) -> PredicateCondition {
    let kind = depth == 0 ? 0 : draw(Self.conditions)
    kinds.insert("condition \(kind)")
    switch kind {
    case 0: return .constant(draw(2) == 0)
    case 1: return .all(some(2...3) { $0.condition(depth: depth - 1) })
    case 2: return .any(some(2...3) { $0.condition(depth: depth - 1) })
    case 3: return .not(condition(depth: depth - 1))
    default: return .comparison(comparison(depth: depth - 1))
    }
  }

  private static let comparators: [PredicateComparator] = [
    .equals, .notEquals, .less, .lessOrEqual, .greater, .greaterOrEqual, .between, .isIn,
    .beginsWith, .endsWith, .contains, .like, .matches, .tokenMatches, .conformsTo, .utiEquals,
  ]

  private mutating func comparison(depth: Int) -> PredicateComparison {
    PredicateComparison(
      modifier: pick([nil, nil, nil, .any, .someOf, .all, .noneOf]),
      left: expression(depth: depth), comparator: pick(Self.comparators),
      options: pick(["", "", "c", "cd", "cdnlw"]), right: expression(depth: depth))
  }

  private static let names = ["f", "g_1", "_h", "size", "in", "true", "CAST", "subquery", "x9"]
  private static let texts = ["", "a", "\"", "\\", "'", "\n\t\r", "%@", "é😀", "\u{0}"]

  private mutating func name() -> String { pick(Self.names) }

  private mutating func path() -> [String] {
    some(1...3) { $0.draw(6) == 0 ? "@\($0.name())" : $0.name() }
  }

  private mutating func value() -> FieldValue {
    switch draw(3) {
    case 0: .string(pick(Self.texts))
    case 1: .int64(pick([0, 1, -5, .max, .min]))
    default: .double(pick([0, -0.0, 1.5, -2.5, 1e300, -1e-7, 123_456_789]))
    }
  }

  private mutating func expression(depth: Int) -> PredicateExpression {
    let kind = depth <= 0 ? draw(5) : draw(Self.expressions)
    kinds.insert("expression \(kind)")
    let inner = depth - 1
    switch kind {
    case 0: return .constant(value())
    case 1: return .null
    case 2: return .key(path())
    case 3: return .this
    case 4: return pick([.reserved(.first), .reserved(.last), .reserved(.size)])
    case 5: return .list(some(0...3) { $0.expression(depth: inner) })
    case 6: return .function(name(), some(0...2) { $0.expression(depth: inner) })
    case 7:
      let names = [name()] + (draw(2) == 0 ? [] : path())
      return .variable(names)
    case 8:
      return .subquery(
        of: expression(depth: inner), item: .variable([name()]), condition(depth: inner))
    case 9: return draw(3) == 0 ? .negative(expression(depth: inner)) : arithmetic(depth: inner)
    default: return access(depth: inner)
    }
  }

  private mutating func arithmetic(depth: Int) -> PredicateExpression {
    let operands = some(2...3) { $0.expression(depth: depth) }
    let symbols: [PredicateSymbol] = pick([[.plus, .minus], [.times, .divide], [.power]])
    return .arithmetic(operands, operators: operands.dropFirst().map { _ in pick(symbols) })
  }

  private mutating func access(depth: Int) -> PredicateExpression {
    let base = expression(depth: depth)
    var accesses: [PredicateAccess] = some(1...2) {
      $0.draw(2) == 0 ? .name($0.name()) : .index($0.expression(depth: depth))
    }
    // Names after a key are its path.
    switch base {
    case .key, .variable, .this: accesses.insert(.index(.constant(.int64(0))), at: 0)
    default: break
    }
    return .access(to: base, accesses)
  }
}
