internal import Foundation

/// The columns that a value takes up in a message (Apple: os).
public struct OSLogStringAlignment: Sendable {
  private let columns: Int
  private let isLeft: Bool

  public static var none: OSLogStringAlignment { OSLogStringAlignment(columns: 0, isLeft: true) }

  public static func right(columns: @autoclosure @escaping () -> Int) -> OSLogStringAlignment {
    OSLogStringAlignment(columns: columns(), isLeft: false)
  }

  public static func left(columns: @autoclosure @escaping () -> Int) -> OSLogStringAlignment {
    OSLogStringAlignment(columns: columns(), isLeft: true)
  }

  func aligned(_ text: String) -> String {
    let missing = Digits.limited(columns) - text.count
    guard missing > 0 else { return text }
    let spaces = String(repeating: " ", count: missing)
    return isLeft ? text + spaces : spaces + text
  }
}

/// How an integer is written (Apple: os).
public struct OSLogIntegerFormatting: Sendable {
  private var radix = 10
  private var prefix = ""
  private var hasPlus = false
  private var isUppercase = false
  private var minDigits = 1

  public static var decimal: OSLogIntegerFormatting { decimal(explicitPositiveSign: false) }
  public static var hex: OSLogIntegerFormatting { hex(explicitPositiveSign: false) }
  public static var octal: OSLogIntegerFormatting { octal(explicitPositiveSign: false) }

  public static func decimal(
    explicitPositiveSign: Bool = false, minDigits: @autoclosure @escaping () -> Int = 1
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(hasPlus: explicitPositiveSign, minDigits: minDigits())
  }

  public static func hex(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
    minDigits: @autoclosure @escaping () -> Int = 1
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(
      radix: 16, prefix: includePrefix ? "0x" : "", hasPlus: explicitPositiveSign,
      isUppercase: uppercase, minDigits: minDigits())
  }

  public static func octal(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
    minDigits: @autoclosure @escaping () -> Int = 1
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(
      radix: 8, prefix: includePrefix ? "0o" : "", hasPlus: explicitPositiveSign,
      isUppercase: uppercase, minDigits: minDigits())
  }

  func text(_ number: some FixedWidthInteger) -> String {
    let digits = String(number.magnitude, radix: radix, uppercase: isUppercase)
    let zeros = String(repeating: "0", count: max(0, Digits.limited(minDigits) - digits.count))
    let sign = number < 0 ? "-" : hasPlus ? "+" : ""
    return sign + (isUppercase ? prefix.uppercased() : prefix) + zeros + digits
  }
}

/// How a floating-point number is written (Apple: os).
public struct OSLogFloatFormatting: Sendable {
  private let conversion: String
  private var precision: Int?
  private var hasPlus = false
  private var isUppercase = false

  public static var fixed: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "f") }
  public static var hex: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "a") }
  public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "e") }
  public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "g") }

  public static func fixed(
    precision: @autoclosure @escaping () -> Int, explicitPositiveSign: Bool = false,
    uppercase: Bool = false
  ) -> OSLogFloatFormatting {
    OSLogFloatFormatting(
      conversion: "f", precision: precision(), hasPlus: explicitPositiveSign,
      isUppercase: uppercase)
  }

  public static func fixed(
    explicitPositiveSign: Bool = false, uppercase: Bool = false
  ) -> OSLogFloatFormatting {
    OSLogFloatFormatting(
      conversion: "f", hasPlus: explicitPositiveSign, isUppercase: uppercase)
  }

  public static func hex(
    explicitPositiveSign: Bool = false, uppercase: Bool = false
  ) -> OSLogFloatFormatting {
    OSLogFloatFormatting(
      conversion: "a", hasPlus: explicitPositiveSign, isUppercase: uppercase)
  }

  public static func exponential(
    precision: @autoclosure @escaping () -> Int, explicitPositiveSign: Bool = false,
    uppercase: Bool = false
  ) -> OSLogFloatFormatting {
    OSLogFloatFormatting(
      conversion: "e", precision: precision(), hasPlus: explicitPositiveSign,
      isUppercase: uppercase)
  }

  public static func exponential(
    explicitPositiveSign: Bool = false, uppercase: Bool = false
  ) -> OSLogFloatFormatting {
    OSLogFloatFormatting(
      conversion: "e", hasPlus: explicitPositiveSign, isUppercase: uppercase)
  }

  public static func hybrid(
    precision: @autoclosure @escaping () -> Int, explicitPositiveSign: Bool = false,
    uppercase: Bool = false
  ) -> OSLogFloatFormatting {
    OSLogFloatFormatting(
      conversion: "g", precision: precision(), hasPlus: explicitPositiveSign,
      isUppercase: uppercase)
  }

  public static func hybrid(
    explicitPositiveSign: Bool = false, uppercase: Bool = false
  ) -> OSLogFloatFormatting {
    OSLogFloatFormatting(
      conversion: "g", hasPlus: explicitPositiveSign, isUppercase: uppercase)
  }

  func text(_ number: Double) -> String {
    let digits = precision.map { ".\(Digits.limited($0))" } ?? ""
    let conversion = isUppercase ? conversion.uppercased() : conversion
    return String(format: "%\(hasPlus ? "+" : "")\(digits)\(conversion)", number)
  }
}

/// How a truth value is written (Apple: os).
public enum OSLogBoolFormat: Sendable {
  /// `true` or `false`.
  case truth
  /// `yes` or `no`.
  case answer

  func text(_ value: Bool) -> String {
    switch self {
    case .truth: value ? "true" : "false"
    case .answer: value ? "yes" : "no"
    }
  }
}

/// The columns, digits and places that a format can ask for.
enum Digits {
  static let limit = 1000

  /// The number, of which a negative one has no effect.
  static func limited(_ number: Int) -> Int { min(max(number, 0), limit) }
}
