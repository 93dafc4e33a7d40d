/// A second, naive JSON reader to compare with the real one. It uses whole characters, recursion
/// and the standard library's own conversions, and shares no code with the real one.
struct JSONReferenceParser {
  struct Refused: Error {}

  private var rest: ArraySlice<Unicode.Scalar>

  /// Returns nil for an invalid text.
  static func value(of bytes: [UInt8]) -> JSONCopy? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    var parser = JSONReferenceParser(rest: Array(text.unicodeScalars)[...])
    return try? parser.document()
  }

  private mutating func document() throws -> JSONCopy {
    let value = try value(level: 0)
    skipSpace()
    guard rest.isEmpty else { throw Refused() }
    return value
  }

  private mutating func skipSpace() { rest = rest.drop { " \t\r\n".unicodeScalars.contains($0) } }

  /// Skips white space, and reads the next scalar if it is the given one.
  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    skipSpace()
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func value(level: Int) throws -> JSONCopy {
    if take("{") { return try object(level: level + 1) }
    if take("[") { return try array(level: level + 1) }
    if take("\"") { return .string(try string()) }
    let word = rest.prefix {
      $0.properties.isAlphabetic || "0123456789+-.".unicodeScalars.contains($0)
    }
    rest = rest.dropFirst(word.count)
    var text = ""
    text.unicodeScalars.append(contentsOf: word)
    switch text {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: return try number(text)
    }
  }

  private func number(_ text: String) throws -> JSONCopy {
    guard text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+\-]?[0-9]+)?/) != nil else {
      throw Refused()
    }
    if text.contains(where: { ".eE".contains($0) }) {
      guard let value = Double(text), value.isFinite else { throw Refused() }
      return .double(value.bitPattern)
    }
    guard let value = Int64(text) else { throw Refused() }
    return .int(value)
  }

  private mutating func array(level: Int) throws -> JSONCopy {
    guard level <= 64 else { throw Refused() }
    var values: [JSONCopy] = []
    if take("]") { return .array(values) }
    repeat { values.append(try value(level: level)) } while take(",")
    guard take("]") else { throw Refused() }
    return .array(values)
  }

  private mutating func object(level: Int) throws -> JSONCopy {
    guard level <= 64 else { throw Refused() }
    var members: [JSONCopyMember] = []
    if take("}") { return .object(members) }
    repeat {
      guard take("\"") else { throw Refused() }
      let key = try string()
      guard take(":"), !key.contains(0), !members.contains(where: { $0.key == key }) else {
        throw Refused()
      }
      members.append(JSONCopyMember(key: key, value: try value(level: level)))
    } while take(",")
    guard take("}") else { throw Refused() }
    return .object(members)
  }

  /// Reads the remainder of a string after its opening quote, by way of UTF-16, which has
  /// surrogates.
  private mutating func string() throws -> [UInt8] {
    var units: [UInt16] = []
    while let scalar = rest.popFirst(), scalar.value >= 0x20 {
      if scalar == "\"" {
        guard let text = String(validating: units, as: UTF16.self) else { throw Refused() }
        return [UInt8](text.utf8)
      }
      if scalar == "\\" {
        units.append(try escape())
      } else {
        units.append(contentsOf: String(Character(scalar)).utf16)
      }
    }
    throw Refused()
  }

  private mutating func escape() throws -> UInt16 {
    guard let letter = rest.popFirst() else { throw Refused() }
    if letter == "u" {
      var digits = ""
      digits.unicodeScalars.append(contentsOf: rest.prefix(4))
      rest = rest.dropFirst(4)
      guard digits.wholeMatch(of: /[0-9a-fA-F]{4}/) != nil, let unit = UInt16(digits, radix: 16)
      else { throw Refused() }
      return unit
    }
    let meant: [Unicode.Scalar: UInt16] = [
      "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
    ]
    guard let unit = meant[letter] else { throw Refused() }
    return unit
  }
}
