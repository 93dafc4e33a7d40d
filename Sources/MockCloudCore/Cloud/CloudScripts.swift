/// Scripts, whose responses replace those of the cloud, and recordings, which produce scripts. Each
/// method runs the operation that its comment names.
extension Cloud {
  /// Lets a script respond to the calls of the service from here on (`mock/script/load`).
  ///
  /// Its responses are JSON, which `call(_:_:)` returns. A typed operation throws the error of such
  /// a response, or `internalError` if the response has no error.
  ///
  /// - Parameter script: Nil ends the loaded script.
  /// - Returns: The number of the script's entries.
  @discardableResult
  public func load(_ script: Script?) throws(Misuse) -> Int { try perform(LoadScript(script)) }

  /// Returns the progress of the script (`mock/script/status`).
  public func scriptStatus() throws(Misuse) -> GetScriptStatus.Answer {
    try perform(GetScriptStatus())
  }

  /// Records the calls of the service from here on (`mock/recording/start`).
  public func startRecording() throws(Misuse) { try perform(StartRecording()) }

  /// Ends the recording and returns it as a script that replays it (`mock/recording/stop`).
  ///
  /// - Parameter normalize: The values to write in a form that does not depend on seed and clock.
  public func stopRecording(
    normalize: Set<RecordedVariable> = []
  ) throws(Misuse) -> Script {
    try perform(StopRecording(normalize: normalize)).script
  }

  /// Compares a value with a pattern, both JSON text (`mock/match`).
  ///
  /// - Parameter isExact: Whether objects must not have keys that the pattern does not name.
  /// - Returns: The differences; empty if the value matches.
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
  /// Reads a script from JSON text: an object with `mode` and `entries`.
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

  /// Creates a script from entries.
  ///
  /// - Parameter isExact: Whether requests must not have keys that their entries do not name.
  public static func of(
    _ entries: [Entry], mode: Mode = .strict, isExact: Bool = false
  ) throws(Misuse) -> Script {
    let script = Script(mode: mode, isExact: isExact, entries: entries)
    if let problem = script.problem(among: ServiceOperation.names, BlockNames.all) {
      throw problem.misuse
    }
    return script
  }
}

extension Script.Entry {
  /// Creates an entry for an expected call.
  ///
  /// - Parameters:
  ///   - request: The pattern that the request must match, as JSON text; nil accepts any.
  ///   - response: The answer, as JSON text.
  ///   - delay: The simulated time before the answer, in milliseconds.
  ///   - times: The number of calls that the entry responds to.
  public init(
    _ operation: String, request: String? = nil, response: String, delay: Int64 = 0, times: Int = 1
  ) throws(Misuse) {
    var pattern: JSONValue?
    if let request { pattern = try JSONValue(json: request, key: "request") }
    self.init(
      written: operation, request: pattern,
      response: try JSONValue(json: response, key: "response"), delay: delay,
      times: times)
  }
}

extension JSONValue {
  /// Reads a value from JSON text.
  fileprivate init(json: String, key: String) throws(Misuse) {
    let bytes = Array(json.utf8)
    self = try bytes.withUnsafeBufferPointer { (bytes) throws(Misuse) in
      try JSONValue(json: bytes, key: key)
    }
  }

  /// - Parameter key: The key that holds the text, for errors.
  init(json: UnsafeBufferPointer<UInt8>, key: String) throws(Misuse) {
    do throws(JSONReadFailure<Never>) {
      self = try JSONReader().read(json) { JSONValue($0) }
    } catch {
      switch error {
      case .malformed(let error): throw Misuse(malformed: error).inside(key)
      }
    }
  }
}
