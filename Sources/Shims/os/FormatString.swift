internal import Foundation

/// A format of `os_log` or `os_signpost`. Values are written as what they are: a placeholder of
/// another type gives the value's description.
struct FormatString {
  private let format: String

  init(_ format: StaticString) { self.format = "\(format)" }

  /// Returns the message with its values.
  func text(_ arguments: [Any]) -> String {
    var text = ""
    var rest = Substring(format)
    var unused = arguments[...]
    while let percent = rest.firstIndex(of: "%") {
      text += rest[..<percent]
      guard let placeholder = Placeholder(after: rest[percent...].dropFirst()) else {
        return text + rest[percent...]
      }
      rest = placeholder.rest
      text += placeholder.text(&unused)
    }
    return text + rest
  }
}

/// A placeholder such as `%{public}@`, `%-5ld` or `%.2f`.
private struct Placeholder {
  private var options: [String] = []
  private var flags = ""
  /// The digits of the width and of the precision; `*` takes a value.
  private var width = ""
  private var precision: String?
  private let conversion: Character
  let rest: Substring

  /// Reads what follows a percent sign.
  init?(after text: Substring) {
    var text = text
    func take(while isPart: (Character) -> Bool) -> String {
      let part = text.prefix(while: isPart)
      text = text.dropFirst(part.count)
      return String(part)
    }
    if text.first == "{" {
      text = text.dropFirst()
      options = take { $0 != "}" }.split(separator: ",")
        .map { $0.trimmingCharacters(in: .whitespaces) }
      text = text.dropFirst()
    }
    flags = take { "-+ #0'".contains($0) }
    width = take(while: Self.isOfNumber)
    if text.first == "." {
      text = text.dropFirst()
      precision = take(while: Self.isOfNumber)
    }
    _ = take { "hlqjztL".contains($0) }
    guard let conversion = text.first else { return nil }
    self.conversion = conversion
    rest = text.dropFirst()
  }

  private static func isOfNumber(_ character: Character) -> Bool {
    "0123456789*".contains(character)
  }

  func text(_ unused: inout ArraySlice<Any>) -> String {
    if conversion == "%" { return "%" }
    let width = number(width, &unused)
    // A negative precision is none, as in C; without digits it is 0.
    let precision = precision.flatMap { $0.isEmpty ? 0 : number($0, &unused) }
      .flatMap { $0 < 0 ? nil : $0 }
    // The text of the last error of the system, without a value.
    if conversion == "m" { return String(cString: strerror(errno)) }
    guard let value = unused.popFirst() else { return "<decode: missing data>" }
    let text = written(value, precision, width ?? 0)
    let isScalar = !"@sSP".contains(conversion)
    let shown = privacy.shown(
      text, isScalar: isScalar, showsPrivate: LogSetting.current.showsPrivate)
    return padded(shown, width ?? 0)
  }

  private var privacy: OSLogPrivacy {
    let mask: OSLogPrivacy.Mask = options.contains("mask.hash") ? .hash : .none
    if options.contains("public") { return .public }
    if options.contains("private") || options.contains("sensitive") { return .private(mask: mask) }
    return .auto(mask: mask)
  }

  private func number(_ digits: String, _ unused: inout ArraySlice<Any>) -> Int? {
    if digits.isEmpty { return nil }
    guard digits == "*" else { return Digits.limited(Int(digits) ?? Digits.limit) }
    let number = (unused.popFirst() as? any BinaryInteger).map { Int(clamping: $0) }
    return number.map { max($0, -Digits.limit) }.map { min($0, Digits.limit) }
  }

  private func padded(_ text: String, _ width: Int) -> String {
    let columns = width.magnitude > text.count ? Int(width.magnitude) : 0
    return width < 0 || flags.contains("-")
      ? OSLogStringAlignment.left(columns: columns).aligned(text)
      : OSLogStringAlignment.right(columns: columns).aligned(text)
  }

  private func written(_ value: Any, _ precision: Int?, _ width: Int) -> String {
    switch (conversion, value) {
    case ("p", _): return pointer(value)
    case (_, let value as any FixedWidthInteger) where "diuxXoc".contains(conversion):
      return integer(value, precision, width)
    case (_, let value as any BinaryFloatingPoint) where "fFeEgGaA".contains(conversion):
      let precision = precision.map { ".\($0)" } ?? ""
      let signs = flags.filter { "+ #".contains($0) }
      let zeros = hasZeros && width > 0 ? "0\(width)" : ""
      return String(format: "%\(signs)\(zeros)\(precision)\(conversion)", Double(value))
    case ("s", let value as UnsafePointer<CChar>): return cut(String(cString: value), precision)
    case ("s", let value as UnsafeMutablePointer<CChar>):
      return cut(String(cString: value), precision)
    case ("s", _), ("S", _): return cut(String(describing: value), precision)
    default: return String(describing: value)
    }
  }

  /// The first characters of a text; nil means all of them.
  private func cut(_ text: String, _ count: Int?) -> String {
    count.map { String(text.prefix($0)) } ?? text
  }

  /// Whether a number has zeros before it up to its width.
  private var hasZeros: Bool { flags.contains("0") && !flags.contains("-") }

  private func integer<T: FixedWidthInteger>(
    _ value: T, _ precision: Int?, _ width: Int
  ) -> String {
    for option in options {
      switch option {
      case "BOOL": return value == 0 ? "NO" : "YES"
      case "bool": return value == 0 ? "false" : "true"
      case "darwin.errno", "errno":
        return "[\(value): \(String(cString: strerror(Int32(truncatingIfNeeded: value))))]"
      default: break
      }
    }
    // The bits of a negative number, as C writes it.
    let bits = T.Magnitude(truncatingIfNeeded: value)
    func digits(after start: String) -> Int {
      // The width is limited, and the start is short.
      precision ?? (hasZeros ? max(1, width - start.count) : 1)
    }
    switch conversion {
    case "x", "X":
      let prefix = flags.contains("#") && bits != 0 ? "0\(conversion)" : ""
      let isUppercase = conversion == "X"
      return prefix
        + OSLogIntegerFormatting.hex(uppercase: isUppercase, minDigits: digits(after: prefix))
        .text(bits)
    case "o":
      let text = OSLogIntegerFormatting.octal(minDigits: digits(after: "")).text(bits)
      return flags.contains("#") && !text.hasPrefix("0") ? "0" + text : text
    case "u": return OSLogIntegerFormatting.decimal(minDigits: digits(after: "")).text(bits)
    case "c":
      return UInt32(exactly: bits).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? "?"
    default:
      let sign = value < 0 ? "-" : flags.contains("+") ? "+" : flags.contains(" ") ? " " : ""
      return sign
        + OSLogIntegerFormatting.decimal(minDigits: digits(after: sign)).text(value.magnitude)
    }
  }

  private func pointer(_ value: Any) -> String {
    let address: UInt =
      switch value {
      case let pointer as UnsafeRawPointer: UInt(bitPattern: pointer)
      case let pointer as OpaquePointer: UInt(bitPattern: pointer)
      case let number as any FixedWidthInteger: UInt(truncatingIfNeeded: number)
      case let object as NSObject: UInt(bitPattern: ObjectIdentifier(object))
      default: 0
      }
    return OSLogIntegerFormatting.hex(includePrefix: true).text(address)
  }
}
