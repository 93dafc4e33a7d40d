/// The reason why the library refused a call before the simulated service processed it. The raw
/// values are the negative statuses of the C ABI.
public enum MisuseStatus: Int32, Sendable, CaseIterable {
  case nullArgument = -1
  case badHandle = -2
  case badJSON = -3
  case unknownOperation = -4
  case badMockRequest = -5
  case scriptMismatch = -6
  case internalFailure = -7
  case clientEnded = -8
}

/// A refusal: the mistake, its place, and a correct alternative.
public struct Misuse: Error, Sendable {
  public var status: MisuseStatus
  public var message: String
  /// The invalid key, as a path into the request, for example `records[2].zoneID`.
  public var key: String?
  public var expected: String?
  /// The known name that is nearest to an unknown one.
  public var nearest: String?
  /// The place in the JSON text. Both numbers count from 1; columns count bytes.
  public var position: Position?
  /// The differences between a call and a script's expectation.
  public var differences: [JSONDifference] = []

  public struct Position: Sendable, Equatable {
    public var line: Int
    public var column: Int
  }

  public init(
    _ status: MisuseStatus, _ message: String, key: String? = nil, expected: String? = nil,
    nearest: String? = nil, position: Position? = nil
  ) {
    self.status = status
    self.message = message
    self.key = key
    self.expected = expected
    self.nearest = nearest
    self.position = position
  }

  /// A handle of the C interface is invalid or was destroyed.
  package static var badHandle: Misuse {
    Misuse(
      .badHandle,
      "invalid or destroyed cloud handle", key: "cloud",
      expected: "a handle that mockcloud_create, mockcloud_fork or mockcloud_view returned")
  }

  /// - Parameters:
  ///   - message: The mistake. The text of the refusal begins with `key`, also if this does not.
  static func badMockRequest(
    _ message: String, key: String? = nil, expected: String? = nil, nearest: String? = nil
  ) -> Misuse {
    // If there is a nearest name, the message already contains it.
    let hint =
      nearest == nil ? ErrorHint.text(after: message, expected: expected, nearest: nil) : ""
    return Misuse(
      .badMockRequest, placed(message, at: key) + hint, key: key, expected: expected,
      nearest: nearest)
  }

  /// Returns the message after its place, with which it may begin already.
  private static func placed(_ message: String, at key: String?) -> String {
    guard let key, !key.isEmpty, !beginsWithPlace(message, key) else { return message }
    return "\(key): \(message)"
  }

  /// Returns whether a message begins with a place.
  private static func beginsWithPlace(_ message: String, _ key: String) -> Bool {
    message.hasPrefix("\(key): ") || message.hasPrefix("\(key), line")
  }

  /// Returns the refusal with a path relative to the enclosing value.
  func inside(_ parent: String) -> Misuse {
    var outer = self
    guard let key, !key.isEmpty else {
      outer.key = parent
      outer.message = "\(parent): \(message)"
      return outer
    }
    let path = key.hasPrefix("[") ? parent + key : "\(parent).\(key)"
    outer.key = path
    outer.message =
      Self.beginsWithPlace(message, key)
      ? path + message.dropFirst(key.count) : "\(path): \(message)"
    return outer
  }

  /// Returns the refusal of a name that does not exist.
  ///
  /// - Parameters:
  ///   - owner: The only owner of the known names; nil if there is none.
  ///   - remedy: The operation that creates such a name.
  static func unknown(
    _ key: String, _ name: String, known: [String], owner: String? = nil, remedy: String? = nil
  ) -> Misuse {
    var message = "\(key): '\(key)' is '\(NameRules.shortened(name))', which is not known"
    let expected = known.isEmpty ? nil : known.prefix(50).joined(separator: ", ")
    let remedy = remedy ?? self.remedy(for: key)
    if let owner {
      message += "; \(owner) has \(expected ?? "none")"
    } else if known.isEmpty, remedy == nil {
      message += "; the list of known names is empty"
    }
    let nearest = Spelling.nearest(to: name, among: known)
    let hint = ErrorHint.text(after: message, expected: expected, nearest: nearest)
    return badMockRequest(
      message + hint + (remedy.map { "; \($0)" } ?? ""), key: key,
      expected: expected, nearest: nearest)
  }

  /// Returns the operation that creates a name, given the key that holds the name.
  private static func remedy(for key: String) -> String? {
    switch key {
    case "user": "mock/users/add adds a user"
    case "device": "mock/devices/add and users[].devices of the configuration add devices"
    case "zoneID": "zones/modify creates zones"
    case "operationID": "operations/list lists the operations in flight"
    default: nil
    }
  }

  /// Returns the refusal of a file that cannot be read.
  static func unreadable(
    _ path: String, key: String, expected: String = "a file"
  ) -> Misuse {
    badMockRequest(
      "'\(NameRules.shortened(path))' cannot be read", key: key, expected: expected)
  }

  /// Returns the refusal of a file that cannot be written.
  static func unwritable(_ path: String, key: String = "path") -> Misuse {
    badMockRequest(
      "'\(NameRules.shortened(path))' cannot be written", key: key,
      expected: "the path of a file in a folder that exists")
  }

  /// Returns the same refusal, with the name of the variable or key that refers to the document.
  func named(_ name: String) -> Misuse {
    var named = self
    named.message = Self.placed(message, at: name)
    return named
  }
}
