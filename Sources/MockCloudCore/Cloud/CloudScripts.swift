/// Scripts that answer in place of the cloud, and recordings, which are scripts. Each method is the
/// operation of the dialect that its comment names.
extension Cloud {
  /// Has a script answer the calls of the service from here on (`mock/script/load`).
  ///
  /// Its responses are JSON, which `call(_:_:)` returns. A typed operation with such a response throws the
  /// error of the answer; where that is none, `internalError` says so.
  ///
  /// - Parameter script: Nil ends the script that is loaded.
  /// - Returns: How many entries the script has.
  @discardableResult
  public func load(_ script: Script?) throws(Misuse) -> Int { try perform(LoadScript(script)) }

  /// What became of the script so far (`mock/script/status`).
  public func scriptStatus() throws(Misuse) -> GetScriptStatus.Answer {
    try perform(GetScriptStatus())
  }

  /// Records the calls of the service from here on (`mock/recording/start`).
  public func startRecording() throws(Misuse) { try perform(StartRecording()) }

  /// Ends the recording and returns it as a script that replays it (`mock/recording/stop`).
  ///
  /// - Parameter normalize: What is written such that it does not depend on seed and clock.
  public func stopRecording(
    normalize: Set<RecordedVariable> = []
  ) throws(Misuse) -> Script {
    try perform(StopRecording(normalize: normalize)).script
  }

  /// Compares a value with a pattern, both JSON text (`mock/match`).
  ///
  /// - Parameter isExact: Whether objects may have no keys that the pattern does not name.
  /// - Returns: Where they differ; nothing where the value matches.
  public func differences(
    of value: String, from pattern: String, isExact: Bool = false
  ) throws(Misuse) -> [JSONDifference] {
    var match = MatchPattern(
      try JSONValue(json: pattern, key: "pattern"), try JSONValue(json: value, key: "value"))
    match.isExact = isExact
    return try perform(match).differences
  }
}

extension Script {
  /// The script that JSON text describes: an object with `mode` and `entries`.
  public init(json: String) throws(Misuse) {
    let text = Array(json.utf8)
    self = try text.withUnsafeBufferPointer { (bytes) throws(Misuse) in try Script(text: bytes) }
  }

  /// The script as JSON text.
  public var json: String {
    var writer = JSONWriter()
    writer.script(self)
    return writer.text
  }

  /// A script of these entries.
  ///
  /// - Parameter isExact: Whether a request may hold nothing that its entry does not name.
  public static func of(
    _ entries: [Entry], mode: Mode = .strict, isExact: Bool = false
  ) throws(Misuse) -> Script {
    let script = Script(mode: mode, isExact: isExact, entries: entries)
    // The form knows what may stand in a script.
    return try Script(json: script.json)
  }
}

extension Script.Entry {
  /// An awaited call of that operation.
  ///
  /// - Parameters:
  ///   - request: The pattern that the request must match, as JSON text; nil takes any.
  ///   - response: The answer, as JSON text.
  ///   - delay: How many milliseconds of the cloud's time pass before the answer comes.
  public init(
    _ operation: String, request: String? = nil, response: String, delay: Int64 = 0
  ) throws(Misuse) {
    var pattern: JSONValue?
    if let request { pattern = try JSONValue(json: request, key: "request") }
    self.init(
      operation: operation, request: pattern,
      response: try JSONValue(json: response, key: "response"), delay: delay)
  }
}

extension JSONValue {
  /// The value that JSON text spells.
  fileprivate init(json: String, key: String) throws(Misuse) {
    try self.init(json: Array(json.utf8), key: key)
  }

  /// - Parameter key: What holds the text, for errors.
  init(json: [UInt8], key: String) throws(Misuse) {
    do throws(JSONReadFailure<Never>) {
      self = try json.withUnsafeBufferPointer { (bytes) throws(JSONReadFailure<Never>) in
        try JSONReader().read(bytes) { JSONValue($0) }
      }
    } catch {
      switch error {
      case .malformed(let error): throw Misuse(malformed: error).inside(key)
      }
    }
  }
}
