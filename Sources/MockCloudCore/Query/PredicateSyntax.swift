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
  case subquery([PredicateExpression])
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

/// Formats syntax as `NSPredicate` prints it, since CloudKit's error texts quote that. Texts that
/// are too long for an error are shortened.
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
      add(part: inner)
    }
  }

  private mutating func add(part: PredicateCondition) {
    switch part {
    case .constant, .comparison, .not: add(part)
    case .all, .any:
      text += "("
      add(part)
      text += ")"
    }
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
    case .key(let names): add(names, between: ".") { $0.text += NameRules.shortened($1) }
    case .this: text += "SELF"
    case .function(let name, let arguments): add(call: name, arguments)
    case .variable(let names):
      text += "$"
      add(names, between: ".") { $0.text += NameRules.shortened($1) }
    case .subquery(let parts): add(call: "SUBQUERY", parts)
    case .arithmetic(let operands, let operators):
      for (index, operand) in operands.enumerated() where !isFull {
        if index > 0 { text += " \(operators[index - 1].rawValue) " }
        add(operand)
      }
    case .negative(let operand):
      text += "-"
      add(operand)
    case .reserved(let word): text += word.rawValue
    case .access(let base, let accesses):
      add(base)
      add(accesses, between: "") { $0.add($1) }
    }
  }

  private mutating func add(_ access: PredicateAccess) {
    switch access {
    case .name(let name): text += "." + NameRules.shortened(name)
    case .index(let index):
      text += "["
      add(index)
      text += "]"
    }
  }

  private mutating func add(call name: String, _ arguments: [PredicateExpression]) {
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

enum PredicateLiteral {
  /// Returns a string literal that is parsed as the same string.
  static func text(of string: String) -> String {
    var text: [UInt8] = [UInt8(ascii: "\"")]
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      case 10: text += "\\n".utf8
      case 13: text += "\\r".utf8
      case 9: text += "\\t".utf8
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
    return String(decoding: text, as: UTF8.self)
  }

  /// The reference date of native dates, 2001-01-01, in milliseconds since 1970.
  private static let referenceDate: Int64 = 978_307_200_000

  /// Returns a time as seconds since the reference date.
  static func seconds(_ milliseconds: Int64) -> Double {
    (Double(milliseconds) - Double(referenceDate)) / 1000
  }

  /// Returns the time that many seconds after the reference date; nil if it is out of range.
  static func milliseconds(_ seconds: Double) -> Int64? {
    Int64(exactly: (seconds * 1000 + Double(referenceDate)).rounded())
  }
}
