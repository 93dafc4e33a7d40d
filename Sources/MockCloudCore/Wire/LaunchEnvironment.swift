#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The environment variables that configure a cloud. Empty variables are ignored.
struct LaunchEnvironment {
  /// The initial state of the cloud.
  private(set) var saved: SavedWorld
  /// The file of rules to watch.
  private(set) var faultFile: FaultFile?
  /// The path of the file for the journal, with a line for each call.
  private(set) var journal: String?
  /// The path of the file for the state at the end of the cloud.
  private(set) var stateOut: String?

  /// Looks up a variable.
  typealias Lookup = (String) throws(Misuse) -> String?

  /// The variables, in the order in which they take effect.
  enum Variable: String, CaseIterable {
    case config = "MOCKCLOUD_CONFIG"
    case state = "MOCKCLOUD_STATE"
    case script = "MOCKCLOUD_SCRIPT"
    case faults = "MOCKCLOUD_FAULTS"
    case journal = "MOCKCLOUD_JOURNAL"
    case stateOut = "MOCKCLOUD_STATE_OUT"
  }

  init(
    variable: Lookup = Self.variable
  ) throws(Misuse) {
    func value(_ name: Variable) throws(Misuse) -> String? {
      try variable(name.rawValue).flatMap { $0.isEmpty ? nil : $0 }
    }
    if let config = try value(.config) {
      saved = try Self.read(config, .config) { (text) throws(Misuse) in
        try ConfigurationReader.world(text: text)
      }
    } else {
      saved = try Configuration().makeWorld()
    }
    if let state = try value(.state) { saved = try Self.state(state) }
    if let script = try value(.script) { saved.script = try Self.script(script) }
    if let faults = try value(.faults) { try readFaults(faults) }
    journal = try value(.journal)
    stateOut = try value(.stateOut)
  }

  /// Whether one of the variables has a value, be it an invalid one.
  static func isSet(_ variable: Lookup = Self.variable) -> Bool {
    Variable.allCases.contains { name in
      do throws(Misuse) {
        return try variable(name.rawValue)?.isEmpty == false
      } catch {
        return true
      }
    }
  }

  /// Returns the value of a variable of the process.
  private static func variable(_ name: String) throws(Misuse) -> String? {
    guard let value = getenv(name) else { return nil }
    if let text = String(validatingCString: value) { return text }
    throw Misuse.badMockRequest(
      "the value is not UTF-8", key: name, expected: "text or a path in UTF-8")
  }

  private static func state(_ value: String) throws(Misuse) -> SavedWorld {
    if isText(value) {
      return try read(value, .state) { (text) throws(Misuse) in
        try StateReader.world(text: text).checked()
      }
    }
    do throws(Misuse) {
      if let saved = try StateReader.world(file: value) { return try saved.checked() }
    } catch {
      throw error.named(Variable.state.rawValue)
    }
    throw unreadable(value, .state)
  }

  private static func script(_ value: String) throws(Misuse) -> ScriptRun {
    try read(value, .script) { (text) throws(Misuse) in ScriptRun(try Script(text: text)) }
  }

  /// Reads rules. Text is armed once; a file is watched by the cloud.
  private mutating func readFaults(_ value: String) throws(Misuse) {
    let reader: FaultFile.Reader = { (text) throws(Misuse) in try FaultFileReader.rules(text) }
    guard Self.isText(value) || value.utf8.first == UInt8(ascii: "[") else {
      faultFile = FaultFile(value, source: Variable.faults.rawValue, reader: reader)
      return
    }
    let text = Array(value.utf8)
    var plan = saved.faults
    do throws(Misuse) {
      let rules = try text.withUnsafeBufferPointer { (text) throws(Misuse) in try reader(text) }
      _ = try plan.load(rules, in: saved.world)
    } catch {
      throw error.named(Variable.faults.rawValue)
    }
    saved.faults = plan
  }

  private static func unreadable(_ value: String, _ name: Variable) -> Misuse {
    Misuse.unreadable(value, key: name.rawValue, expected: "JSON text or the path of a file")
  }

  private static func isText(_ value: String) -> Bool { value.utf8.first == UInt8(ascii: "{") }

  /// Passes the text of a variable to `body`: a value that begins with `{` is the text, any other
  /// value is the path of a file.
  private static func read<Value>(
    _ value: String, _ name: Variable,
    _ body: (UnsafeBufferPointer<UInt8>) throws(Misuse) -> Value
  ) throws(Misuse) -> Value {
    guard let bytes = isText(value) ? Array(value.utf8) : HostFile.read(value) else {
      throw unreadable(value, name)
    }
    do throws(Misuse) {
      return try bytes.withUnsafeBufferPointer(body)
    } catch {
      throw error.named(name.rawValue)
    }
  }
}
