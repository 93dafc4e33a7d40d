/// Finds values in JSON text by pointers, for programs without a JSON library.
package enum JSONLookup {
  /// The result of a lookup.
  package enum Finding<Value> {
    case found(Value)
    case absent
    /// The pointer refers to a value of another type.
    case otherType
  }

  /// Lends a string without U+0000 to `body`, and returns its result.
  package static func text<Result>(
    _ pointer: UnsafeBufferPointer<UInt8>, in json: UnsafeBufferPointer<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) throws(Misuse) -> Finding<Result> {
    try find(pointer, in: json) { node in
      node.withUTF8 { $0.contains(0) ? nil : body($0) } ?? nil
    }
  }

  /// Returns a number as an `Int64` if it has that exact value, in any notation.
  package static func int(
    _ pointer: UnsafeBufferPointer<UInt8>, in json: UnsafeBufferPointer<UInt8>
  ) throws(Misuse) -> Finding<Int64> {
    try find(pointer, in: json) { node in
      node.int ?? node.decimal?.int
    }
  }

  /// Returns the `Double` that is nearest to a number, unless it differs from an integer, or is 0
  /// for another number.
  package static func double(
    _ pointer: UnsafeBufferPointer<UInt8>, in json: UnsafeBufferPointer<UInt8>
  ) throws(Misuse) -> Finding<Double> {
    try find(pointer, in: json) { node in
      if let integer = node.int ?? node.decimal?.int { return exactDouble(integer) }
      guard let value = node.double, value != 0 || node.decimal?.isZero == true else { return nil }
      return value
    }
  }

  /// Returns the equal double if there is one. `Double(exactly:)` may convert the rounded double back,
  /// which raises a floating-point exception if that is outside of 64 bits.
  private static func exactDouble(_ integer: Int64) -> Double? {
    let bits = integer.magnitude
    let unused = min(bits.leadingZeroBitCount + bits.trailingZeroBitCount, UInt64.bitWidth)
    return UInt64.bitWidth - unused <= Double.significandBitCount + 1 ? Double(integer) : nil
  }

  package static func bool(
    _ pointer: UnsafeBufferPointer<UInt8>, in json: UnsafeBufferPointer<UInt8>
  ) throws(Misuse) -> Finding<Bool> {
    try find(pointer, in: json) { $0.bool }
  }

  /// Returns the number of a list's elements or of an object's members.
  package static func count(
    _ pointer: UnsafeBufferPointer<UInt8>, in json: UnsafeBufferPointer<UInt8>
  ) throws(Misuse) -> Finding<Int64> {
    try find(pointer, in: json) { node in
      node.kind == .array || node.kind == .object ? Int64(node.count) : nil
    }
  }

  /// Lends any value as JSON text to `body`, and returns its result. The text is nil if there is no
  /// memory for it.
  package static func json<Result>(
    _ pointer: UnsafeBufferPointer<UInt8>, in json: UnsafeBufferPointer<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>?) -> Result
  ) throws(Misuse) -> Finding<Result> {
    try find(pointer, in: json) { node in
      var writer = JSONWriter(reportsLack: true)
      writer.node(node)
      return writer.isIncomplete ? body(nil) : writer.withBytes { body($0) }
    }
  }

  private static func find<Value>(
    _ pointer: UnsafeBufferPointer<UInt8>, in json: UnsafeBufferPointer<UInt8>,
    _ value: (JSONNode) -> Value?
  ) throws(Misuse) -> Finding<Value> {
    guard let pointer = JSONPointer(pointer) else {
      throw Misuse.badMockRequest(
        "the pointer is not a JSON Pointer", key: "pointer",
        expected: "'' or '/' and keys with '/' between them, '~0' for '~', '~1' for '/'")
    }
    do throws(JSONReadFailure<Never>) {
      return try JSONReader().read(json) { root in
        guard let node = pointer.find(in: root) else { return .absent }
        return value(node).map { .found($0) } ?? .otherType
      }
    } catch {
      switch error {
      case .malformed(let error): throw Misuse(malformed: error)
      }
    }
  }
}
