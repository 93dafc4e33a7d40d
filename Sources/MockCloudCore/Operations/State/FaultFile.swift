/// A file with fault rules. The cloud checks it before every call of the service and reads it again
/// after a change, so that an edit takes effect in a running program.
struct FaultFile: Sendable {
  /// Reads rules from the text of a file.
  typealias Reader =
    @Sendable (UnsafeBufferPointer<UInt8>) throws(Misuse) -> [FaultRule]

  let path: String
  /// The environment variable or the request key that holds the path.
  let source: String
  let reader: Reader
  /// The problem of the current file; nil if its rules are armed.
  fileprivate(set) var problem: String?
  /// The rules that it and the earlier files have brought.
  var brought = BroughtRules()

  init(_ path: String, source: String, reader: @escaping Reader) {
    self.path = path
    self.source = source
    self.reader = reader
  }

  fileprivate func rules() throws(Misuse) -> [FaultRule] {
    guard let text = HostFile.read(path) else { throw Misuse.unreadable(path, key: source) }
    return try text.withUnsafeBufferPointer { (text) throws(Misuse) in try reader(text) }
  }
}

extension CloudState {
  /// Arms the rules of a file, which replace those of an earlier file.
  ///
  /// - Returns: The names of the rules.
  mutating func arm(_ file: inout FaultFile) throws(Misuse) -> [String] {
    do throws(Misuse) {
      return try read(&file, HostFile.Stamp(of: file.path), isLoad: true)
    } catch {
      throw error.named(file.source)
    }
  }

  /// - Parameter isLoad: Whether a request loads it, and not a change.
  private mutating func read(
    _ file: inout FaultFile, _ stamp: HostFile.Stamp, isLoad: Bool
  ) throws(Misuse) -> [String] {
    var plan = faults
    let earlier = plan.rulesOfFile
    let ids = try plan.load(try file.rules(), in: world)
    if isLoad {
      file.brought.load(in: &plan, earlier)
    } else {
      file.brought.read(in: &plan, earlier)
    }
    plan.loaded.stamp = stamp
    faults = plan
    return ids
  }

  /// Reads the file again if it has changed. An invalid file has no effect except a message on the
  /// standard error.
  mutating func watchFaultFile() {
    guard var file = faultFile else { return }
    let stamp = HostFile.Stamp(of: file.path)
    if faults.loaded.stamp == stamp { return }
    do throws(Misuse) {
      _ = try read(&file, stamp, isLoad: false)
      file.problem = nil
    } catch {
      file.problem = error.message
      HostFile.complain("\(file.path): \(error.message); the previous rules stay")
    }
    faultFile = file
    faults.loaded.stamp = stamp
  }
}

extension FaultPlan {
  /// Adds the rules of a file, which replace those of an earlier file, and returns their names.
  mutating func load(
    _ rules: [FaultRule], in world: World
  ) throws(Misuse) -> [String] {
    let earlier = Set(loaded.ids.map { ExactText($0) })
    self.rules.removeAll { earlier.contains(ExactText($0)) }
    // Random draws depend on the rules' names, which must stay the same when the file is read
    // again.
    let named = rules.enumerated().map { index, rule in
      rule.id.isEmpty ? rule.named("file/\(index + 1)") : rule
    }
    loaded.ids = try self.rules.add(checked: named, at: "rules", in: world)
    return loaded.ids
  }
}
