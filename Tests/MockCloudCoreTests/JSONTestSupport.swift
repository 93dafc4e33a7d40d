@testable import MockCloudCore

/// A whole tree as a value, for comparisons in tests. Doubles are compared by their bits, keys by
/// their bytes.
enum JSONCopy: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(UInt64)
  case string([UInt8])
  case array([JSONCopy])
  case object([JSONCopyMember])

  init(_ node: JSONNode) {
    switch node.kind {
    case .null: self = .null
    case .bool: self = .bool(node.bool ?? false)
    case .int: self = .int(node.int ?? 0)
    case .double: self = .double((node.double ?? .nan).bitPattern)
    case .string: self = .string(node.withUTF8 { [UInt8]($0) } ?? [])
    case .array: self = .array(node.elements.map { JSONCopy($0) })
    case .object:
      self = .object(
        node.members.map { JSONCopyMember(key: [UInt8]($0.key.bytes), value: JSONCopy($0.value)) })
    }
  }

  static func text(_ text: String) -> JSONCopy { .string([UInt8](text.utf8)) }
}

struct JSONCopyMember: Hashable, Sendable {
  var key: [UInt8]
  var value: JSONCopy
}

/// Reads a text; returns a copy of its value or the refusal.
func readJSON(
  _ bytes: [UInt8], with reader: JSONReader = JSONReader()
) -> Result<JSONCopy, JSONError> {
  bytes.withUnsafeBufferPointer { text in
    do throws(JSONReadFailure<Never>) {
      return .success(try reader.read(text) { JSONCopy($0) })
    } catch {
      switch error {
      case .malformed(let refusal): return .failure(refusal)
      }
    }
  }
}

func readJSON(_ text: String) -> Result<JSONCopy, JSONError> { readJSON([UInt8](text.utf8)) }

/// Returns the value of a valid text; nil for an invalid one.
func acceptedJSON(_ text: String) -> JSONCopy? { try? readJSON(text).get() }

func nestedJSON(_ levels: Int, _ open: String, _ close: String, inside: String = "") -> String {
  String(repeating: open, count: levels) + inside + String(repeating: close, count: levels)
}

/// A generator with a fixed algorithm, so that failures are reproducible.
struct JSONTestRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
