// The parts of effects in the fault language.

extension EffectForm {
  /// The growth of an error's wait.
  struct Growth: WireRequest {
    var factor = 2.0
    /// The longest wait in seconds.
    var most = 3600.0

    init() {}

    init?(_ wait: FaultWait) {
      guard case .growing(let factor, let most) = wait else { return nil }
      self.factor = factor
      self.most = most
    }

    var wait: FaultWait { .growing(factor: factor, most: most) }

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.required("factor", &factor)
      try keys.key("most", &most, or: 3600)
    }

    func check() throws(RequestError) { if let problem = wait.problem { throw problem } }
  }

  /// The error that the client receives for a lost request or answer.
  struct Loss {
    /// Nil means the default error.
    var error: ErrorSpecification?

    /// `true`, or `{"as": error}`.
    enum Form: RequestForm {
      static func read(
        _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
      ) throws(RequestError) -> Loss {
        if node.kind == .object {
          return Loss(error: try As.read(node, key, &reader).error)
        }
        _ = try True.read(node, key, &reader)
        return Loss(error: nil)
      }

      static func write(_ value: Loss, to writer: inout KeyWriter) {
        var form = As()
        form.error = value.error
        As.write(form, to: &writer)
      }
    }

    struct As: WireRequest {
      var error: ErrorSpecification?

      init() {}

      mutating func keys<Keys: RequestKeys & ~Copyable>(
        _ keys: inout Keys
      ) throws(Keys.Failure) {
        try keys.key("as", &error, as: SomeError.self)
      }
    }
  }
}

extension EffectForm {
  /// The random number for an order of changes.
  struct Order {
    /// Nil means that it is drawn.
    var number: UInt64?

    /// `true`, or the number.
    enum Form: RequestForm {
      static func read(
        _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
      ) throws(RequestError) -> Order {
        if node.int != nil { return Order(number: try BitPattern.read(node, key, &reader)) }
        _ = try True.read(node, key, &reader)
        return Order(number: nil)
      }

      static func write(_ value: Order, to writer: inout KeyWriter) {
        if let number = value.number {
          BitPattern.write(number, to: &writer)
        } else {
          True.write(True(), to: &writer)
        }
      }
    }
  }
}

/// An error by name, by code, or as an object.
enum SomeError: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> ErrorSpecification {
    guard let error = try ErrorSpecification(reading: node, key) else {
      throw RequestError.wrongType(key, node, expected: "an error")
    }
    return error
  }

  static func write(_ value: ErrorSpecification, to writer: inout KeyWriter) {
    writer.json.specification(value)
  }
}

/// `true`, for effects without another value.
struct True: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> True {
    guard try Bool.read(node, key, &reader) else {
      throw RequestError("\(key)", "'\(key)' is false, which has no effect", expected: "true")
    }
    return True()
  }

  static func write(_ value: True, to writer: inout KeyWriter) { writer.json.bool(true) }
}

/// `true` for uploads of any age, or `{"olderThan": duration}`.
enum UploadAge: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Int64 {
    if node.kind == .object { return try Parts.read(node, key, &reader).age }
    _ = try True.read(node, key, &reader)
    return 0
  }

  static func write(_ value: Int64, to writer: inout KeyWriter) {
    if value == 0 { return True.write(True(), to: &writer) }
    var parts = Parts()
    parts.age = value
    Parts.write(parts, to: &writer)
  }

  private struct Parts: WireRequest {
    var age: Int64 = 0

    init() {}

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.required("olderThan", &age, as: FaultDuration.self)
    }
  }
}

/// Seconds, which may be negative, converted to whole milliseconds.
enum TimeShift: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Int64 {
    let seconds = try Double.read(node, key, &reader)
    guard abs(seconds) <= Double(FaultEffect.mostShift) / 1000 else {
      // Out of range too; a conversion could round the number into it, or have no result.
      return seconds < 0 ? .min : .max
    }
    return Int64(exactly: (seconds * 1000).rounded()) ?? .max
  }

  static func write(_ value: Int64, to writer: inout KeyWriter) {
    writer.json.double(Double(value) / 1000)
  }
}

/// The lag of indexes: a duration, or `{"versions": 2}`.
extension FaultLag: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> FaultLag {
    if node.kind != .object { return .time(try FaultDuration.read(node, key, &reader)) }
    return .versions(try Versions.read(node, key, &reader).versions)
  }

  static func write(_ value: FaultLag, to writer: inout KeyWriter) {
    switch value {
    case .time(let milliseconds): FaultDuration.write(milliseconds, to: &writer)
    case .versions(let count): Versions.write(Versions(versions: count), to: &writer)
    }
  }

  private struct Versions: WireRequest {
    var versions = 1

    init() {}

    init(versions: Int) { self.versions = versions }

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.required("versions", &versions)
    }

    func check() throws(RequestError) {
      if let problem = FaultLag.problem(ofVersions: versions) { throw problem }
    }
  }
}

/// `true`, or the fields that another device writes, and the records.
extension FaultConflict {
  enum Form: RequestForm {
    static func read(
      _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
    ) throws(RequestError) -> FaultConflict {
      if node.kind == .object { return try Parts.read(node, key, &reader).conflict }
      _ = try True.read(node, key, &reader)
      return FaultConflict()
    }

    static func write(_ value: FaultConflict, to writer: inout KeyWriter) {
      if value == FaultConflict() { return True.write(True(), to: &writer) }
      var parts = Parts()
      parts.conflict = value
      Parts.write(parts, to: &writer)
    }
  }

  /// The same, or `false` for none.
  enum Choice: RequestForm {
    static func read(
      _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
    ) throws(RequestError) -> FaultConflict? {
      if node.kind == .object { return try Form.read(node, key, &reader) }
      return try Bool.read(node, key, &reader) ? FaultConflict() : nil
    }

    static func write(_ value: FaultConflict?, to writer: inout KeyWriter) {
      if let value { Form.write(value, to: &writer) } else { writer.json.bool(false) }
    }
  }

  private struct Parts: WireRequest {
    var conflict = FaultConflict()

    init() {}

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.key("recordName", &conflict.recordName)
      try keys.key("field", &conflict.fields, or: [], as: FaultCondition.Field.List.self)
    }
  }
}
