@testable import MockCloudCore

/// A difference from a scenario's expectation.
struct ScenarioMismatch: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

/// The values that a scenario has captured so far, and the patterns that refer to them. The runners
/// of the other languages read the same files and implement the same rules.
struct ScenarioPattern {
  var captured: [[UInt8]: JSONCopy] = [:]

  private static let any = [UInt8]("$any".utf8)
  private static let absent = [UInt8]("$absent".utf8)
  private static let dollar = UInt8(ascii: "$")

  // MARK: Requests

  /// Returns a request with `$name` replaced by the captured value, and `$$x` by `$x`.
  func substitute(_ value: JSONCopy) throws -> JSONCopy {
    switch value {
    case .string(let text) where text.first == Self.dollar:
      return text.dropFirst().first == Self.dollar
        ? .string(Array(text.dropFirst())) : try known(text)
    case .array(let elements): return .array(try elements.map(substitute))
    case .object(let members):
      return .object(
        try members.map { JSONCopyMember(key: $0.key, value: try substitute($0.value)) })
    default: return value
    }
  }

  private func known(_ mark: [UInt8]) throws -> JSONCopy {
    guard let value = captured[Array(mark.dropFirst())] else {
      throw ScenarioMismatch("nothing was captured as \(String(decoding: mark, as: UTF8.self))")
    }
    return value
  }

  // MARK: Responses

  /// Throws if the value does not match the pattern; nil represents a missing key.
  func match(_ pattern: JSONCopy, _ value: JSONCopy?, at path: String = "") throws {
    let place = path.isEmpty ? "the answer" : path
    if case .string(Self.absent) = pattern {
      guard let value else { return }
      throw ScenarioMismatch("\(place) must be absent, but is \(value.text)")
    }
    guard let value else {
      throw ScenarioMismatch("\(place) is missing, expected \(pattern.text)")
    }
    switch (pattern, value) {
    case (.string(Self.any), _): return
    case (.string(let text), _) where text.first == Self.dollar:
      try equal(try substitute(pattern), value, place)
    case (.object(let wanted), .object):
      for member in wanted {
        try match(member.value, value.member(member.key), at: path.appending(member.key))
      }
    case (.array(let wanted), .array(let found)):
      guard wanted.count == found.count else {
        throw ScenarioMismatch(
          "\(place): expected \(wanted.count) elements, got \(found.count): \(value.text)")
      }
      for (index, (pattern, value)) in zip(wanted, found).enumerated() {
        try match(pattern, value, at: path.appending([UInt8]("\(index)".utf8)))
      }
    default: try equal(pattern, value, place)
    }
  }

  private func equal(_ wanted: JSONCopy, _ value: JSONCopy, _ place: String) throws {
    guard wanted.means(value) else {
      throw ScenarioMismatch("\(place): expected \(wanted.text), got \(value.text)")
    }
  }

  // MARK: Captures

  /// Captures the value at a dotted path.
  mutating func capture(_ name: [UInt8], from answer: JSONCopy, at path: String) throws {
    var value = answer
    for part in path.split(separator: ".", omittingEmptySubsequences: false) {
      let next: JSONCopy? =
        switch value {
        case .array(let elements):
          Int(part).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
        default: value.member([UInt8](part.utf8))
        }
      guard let next else {
        throw ScenarioMismatch("capture '\(path)' finds nothing at '\(part)'")
      }
      value = next
    }
    captured[name] = value
  }
}

extension JSONCopy {
  /// Returns the member of an object with the given name.
  func member(_ name: [UInt8]) -> JSONCopy? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == name }?.value
  }

  func member(_ name: String) -> JSONCopy? { member([UInt8](name.utf8)) }

  var string: String? {
    if case .string(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
  }

  var integer: Int64? { if case .int(let value) = self { value } else { nil } }

  private var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let bits): Double(bitPattern: bits)
    default: nil
    }
  }

  /// Whether the values are equal, with numbers compared by value and members in any order.
  func means(_ other: JSONCopy) -> Bool {
    switch (self, other) {
    case (.int(let left), .int(let right)): left == right
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.means($1) }
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { member in other.member(member.key)?.means(member.value) ?? false }
    default:
      if let left = number, let right = other.number { left == right } else { self == other }
    }
  }

  /// Compact JSON text.
  var text: String {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  private func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .int(let value): writer.int(value)
    case .double(let bits): writer.double(Double(bitPattern: bits))
    case .string(let bytes): writer.string(String(decoding: bytes, as: UTF8.self))
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.write(to: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in members {
        writer.key(String(decoding: member.key, as: UTF8.self))
        member.value.write(to: &writer)
      }
      writer.endObject()
    }
  }
}

extension String {
  fileprivate func appending(_ key: [UInt8]) -> String {
    let key = String(decoding: key, as: UTF8.self)
    return isEmpty ? key : "\(self).\(key)"
  }
}
