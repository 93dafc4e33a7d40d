/// A token of predicate text.
struct PredicateToken {
  enum Kind: Hashable {
    case end
    /// A name; names of functions include the colons of their arguments.
    case name(String)
    case keyword(PredicateKeyword)
    case string(String)
    /// Without a sign; only with the sign can the range be checked.
    case integer(UInt64)
    case double(Double)
    case symbol(PredicateSymbol)
    /// A conversion for an argument, such as `%@`.
    case argument(PredicateConversion)
    /// `$name`.
    case variable(String)
  }

  let kind: Kind
  /// The position of its first byte.
  let start: Int

  var description: String {
    switch kind {
    case .end: "the end"
    case .name(let name): "'\(name.prefix(40))'"
    case .keyword(let keyword): keyword.rawValue
    case .string: "a string"
    case .integer, .double: "a number"
    case .symbol(let symbol): "'\(symbol.rawValue)'"
    case .argument: "an argument"
    case .variable(let name): "'$\(name.prefix(40))'"
    }
  }
}

/// The keywords, which are case-insensitive.
enum PredicateKeyword: String, CaseIterable {
  case and = "AND"
  case or = "OR"
  case not = "NOT"
  case any = "ANY"
  case someOf = "SOME"
  case all = "ALL"
  case noneOf = "NONE"
  case isIn = "IN"
  case between = "BETWEEN"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case contains = "CONTAINS"
  case like = "LIKE"
  case matches = "MATCHES"
  case tokenMatches = "TOKENMATCHES"
  case conformsTo = "UTI-CONFORMS-TO"
  case utiEquals = "UTI-EQUALS"
  case null = "NULL"
  case `nil` = "NIL"
  case yes = "YES"
  case no = "NO"
  case `true` = "TRUE"
  case `false` = "FALSE"
  case this = "SELF"
  case truePredicate = "TRUEPREDICATE"
  case falsePredicate = "FALSEPREDICATE"
  case subquery = "SUBQUERY"
  case cast = "CAST"
  case first = "FIRST"
  case last = "LAST"
  case size = "SIZE"

  private static let longest = 15
  private static let words = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  init?(_ word: ArraySlice<UInt8>) {
    guard word.count <= Self.longest else { return nil }
    let upper = word.map { $0 &- UInt8(ascii: "a") < 26 ? $0 & 0xdf : $0 }
    guard let keyword = Self.words[String(decoding: upper, as: UTF8.self)] else { return nil }
    self = keyword
  }
}

enum PredicateSymbol: String {
  case equals = "=="
  case notEquals = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case and = "&&"
  case or = "||"
  case not = "!"
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divide = "/"
  case power = "**"
  case open = "("
  case close = ")"
  case openBrace = "{"
  case closeBrace = "}"
  case openBracket = "["
  case closeBracket = "]"
  case comma = ","
  case dot = "."
  case at = "@"
  case assign = ":="
  case percent = "%%"

  /// All spellings, longest first.
  static let spellings: [(StaticString, PredicateSymbol)] = [
    ("==", .equals), ("=>", .greaterOrEqual), ("=<", .lessOrEqual), ("=", .equals),
    ("!=", .notEquals), ("!", .not), ("<=", .lessOrEqual), ("<>", .notEquals), ("<", .less),
    (">=", .greaterOrEqual), (">", .greater), ("&&", .and), ("||", .or), ("**", .power),
    ("*", .times), ("+", .plus), ("-", .minus), ("/", .divide), ("(", .open), (")", .close),
    ("{", .openBrace), ("}", .closeBrace), ("[", .openBracket), ("]", .closeBracket),
    (",", .comma), (".", .dot), ("@", .at), (":=", .assign),
  ]
}

/// The kind of argument of a conversion.
enum PredicateConversion: Hashable {
  /// `%@`: any value.
  case value
  /// `%K`: a key.
  case key
  /// `%d`, `%ld`, `%u`, …
  case integer
  /// `%f`, `%g`, …
  case double
  /// `%s`.
  case string

  init?(_ letter: UInt8) {
    switch letter {
    case UInt8(ascii: "@"): self = .value
    case UInt8(ascii: "K"): self = .key
    case UInt8(ascii: "d"), UInt8(ascii: "D"), UInt8(ascii: "i"), UInt8(ascii: "u"),
      UInt8(ascii: "U"), UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "o"),
      UInt8(ascii: "O"):
      self = .integer
    case UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "e"), UInt8(ascii: "E"),
      UInt8(ascii: "g"), UInt8(ascii: "G"), UInt8(ascii: "a"), UInt8(ascii: "A"):
      self = .double
    case UInt8(ascii: "s"), UInt8(ascii: "S"): self = .string
    default: return nil
    }
  }
}
