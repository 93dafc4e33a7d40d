/// Formats syntax as `NSPredicate` prints it, since CloudKit's error texts quote that. The parser
/// reads the text as the same syntax, except for values that have no literal, which are printed in
/// angle brackets, and texts that are too long for an error, which are shortened.
struct PredicateFormat {
  private static let limit = 300
  private(set) var text = ""

  static func text(of condition: PredicateCondition) -> String {
    var format = PredicateFormat()
    format.add(condition)
    return format.cutOff
  }

  static func text(of comparison: PredicateComparison) -> String {
    var format = PredicateFormat()
    format.add(comparison)
    return format.cutOff
  }

  static func text(of expression: PredicateExpression) -> String {
    var format = PredicateFormat()
    format.add(expression)
    return format.cutOff
  }

  private var isFull: Bool { text.utf8.count > Self.limit }

  private var cutOff: String {
    isFull ? String(text.unicodeScalars.prefix(Self.limit)) + "…" : text
  }

  private mutating func add<Item>(
    _ items: [Item], between separator: String, _ add: (inout PredicateFormat, Item) -> Void
  ) {
    for (index, item) in items.enumerated() where !isFull {
      if index > 0 { text += separator }
      add(&self, item)
    }
  }

  mutating func add(_ condition: PredicateCondition) {
    switch condition {
    case .constant(let value): text += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .comparison(let comparison): add(comparison)
    case .all(let parts): add(parts, between: " AND ") { $0.add(part: $1) }
    case .any(let parts): add(parts, between: " OR ") { $0.add(part: $1) }
    case .not(let inner):
      text += "NOT "
      // The parser reduces a chain of NOTs.
      if case .not = inner { addInBrackets(inner) } else { add(part: inner) }
    }
  }

  private mutating func add(part: PredicateCondition) {
    switch part {
    case .constant, .comparison, .not: add(part)
    case .all, .any: addInBrackets(part)
    }
  }

  private mutating func addInBrackets(_ condition: PredicateCondition) {
    text += "("
    add(condition)
    text += ")"
  }

  private mutating func add(_ comparison: PredicateComparison) {
    if let modifier = comparison.modifier { text += modifier.rawValue + " " }
    add(comparison.left)
    text += " " + comparison.comparator.rawValue
    if !comparison.options.isEmpty { text += "[\(comparison.options)]" }
    text += " "
    add(comparison.right)
  }

  mutating func add(_ expression: PredicateExpression) {
    switch expression {
    case .constant(let value): add(value)
    case .null: text += "nil"
    case .list(let items):
      text += "{"
      add(items, between: ", ") { $0.add($1) }
      text += "}"
    case .key(let names): add(path: names)
    case .this: text += "SELF"
    case .function(let name, let arguments): add(call: name, arguments)
    case .variable(let names):
      text += "$"
      add(names, between: ".") { $0.add(name: $1) }
    case .subquery(let collection, let item, let condition):
      text += "SUBQUERY("
      add([collection, item], between: ", ") { $0.add($1) }
      text += ", "
      add(condition)
      text += ")"
    case .arithmetic(let operands, let operators):
      for (index, operand) in operands.enumerated() where !isFull {
        if index > 0 { text += " \(operators[index - 1].rawValue) " }
        add(operand, bracketed: !operand.binds(tighterThan: expression.precedence))
      }
    case .negative(let operand):
      text += "-"
      add(operand, bracketed: !operand.binds(tighterThan: .prefix) || operand.beginsWithNumber)
    case .reserved(let word): text += word.rawValue
    case .access(let base, let accesses):
      add(base, bracketed: !base.binds(tighterThan: .prefix) || base.isAccess)
      add(accesses, between: "") { $0.add($1) }
    }
  }

  private mutating func add(_ access: PredicateAccess) {
    switch access {
    case .name(let name):
      text += "."
      add(name: name)
    case .index(let index):
      text += "["
      add(index)
      text += "]"
    }
  }

  private mutating func add(_ expression: PredicateExpression, bracketed: Bool) {
    if bracketed { text += "(" }
    add(expression)
    if bracketed { text += ")" }
  }

  private mutating func add(path names: [String]) {
    if let first = names.first, PredicateKeyword(Array(first.utf8)[...]) != nil { text += "#" }
    add(names, between: ".") { $0.add(name: $1) }
  }

  /// Appends a name of a key path. Only arguments can have names that are no words.
  private mutating func add(name: String) {
    let word = name.utf8.first == UInt8(ascii: "@") ? String(name.dropFirst()) : name
    text +=
      PredicateLexer.isName(word)
      ? NameRules.shortened(name)
      : "<key \(PredicateLiteral.text(of: NameRules.shortened(name)))>"
  }

  private mutating func add(call name: String, _ arguments: [PredicateExpression]) {
    if !name.hasBytes(of: "CAST"), PredicateKeyword(Array(name.utf8)[...]) != nil { text += "#" }
    text += NameRules.shortened(name) + "("
    add(arguments, between: ", ") { $0.add($1) }
    text += ")"
  }

  private mutating func add(_ value: FieldValue) {
    switch value {
    case .string(let value): text += PredicateLiteral.text(of: value)
    case .int64(let value): text += String(value)
    case .double(let value): text += String(value)
    case .timestamp(let value): text += "CAST(\(PredicateLiteral.seconds(value)), \"NSDate\")"
    case .reference(let value): text += "<reference \(value.recordName)>"
    case .location(let value): text += "<\(value.latitude),\(value.longitude)>"
    case .bytes, .asset, .bytesList, .locationList, .assetList:
      text += "<\(value.type.rawValue)>"
    case .stringList(let values): add(list: values.map { .string($0) })
    case .int64List(let values): add(list: values.map { .int64($0) })
    case .doubleList(let values): add(list: values.map { .double($0) })
    case .timestampList(let values): add(list: values.map { .timestamp($0) })
    case .referenceList(let values): add(list: values.map { .reference($0) })
    }
  }

  private mutating func add(list values: [FieldValue]) {
    text += "{"
    add(values, between: ", ") { $0.add($1) }
    text += "}"
  }
}

extension PredicateExpression {
  /// The precedence of the operator that the text begins or continues with, outside of brackets.
  fileprivate var precedence: PredicateParser.Precedence? {
    switch self {
    case .arithmetic(_, let operators):
      operators.first.flatMap { PredicateParser.precedence(of: .symbol($0)) }
    case .negative, .constant(.int64(..<0)): .prefix
    case .constant(.double(let number)) where number.sign == .minus: .prefix
    default: nil
    }
  }

  /// Whether it needs no brackets as an operand.
  fileprivate func binds(tighterThan other: PredicateParser.Precedence?) -> Bool {
    guard let precedence, let other else { return true }
    return precedence > other
  }

  /// Whether the text begins with a number, to which a minus before it would belong.
  fileprivate var beginsWithNumber: Bool {
    switch self {
    case .constant(.int64), .constant(.double): true
    case .access(let base, _): base.beginsWithNumber
    default: false
    }
  }

  fileprivate var isAccess: Bool { if case .access = self { true } else { false } }
}
