/// A file of rules of faults. The cloud looks at it before every call of the service and reads it
/// anew where it changed, so that whoever edits it breaks a program that is running.
struct FaultFile: Sendable {
  /// Reads the text of such a file.
  typealias Reader =
    @Sendable (UnsafeBufferPointer<UInt8>) throws(Misuse) -> [FaultRule]

  let path: String
  /// The variable of the environment or the key of a request that holds the path.
  let source: String
  let reader: Reader
  /// What is wrong with the file as it is now; nil where its rules are armed.
  fileprivate(set) var problem: String?

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
  /// Arms the rules of a file, in place of those that came from a file before.
  ///
  /// - Returns: The names of the rules.
  mutating func arm(_ file: FaultFile) throws(Misuse) -> [String] {
    do throws(Misuse) {
      return try read(file, HostFile.Stamp(of: file.path))
    } catch {
      throw error.named(file.source)
    }
  }

  private mutating func read(
    _ file: FaultFile, _ stamp: HostFile.Stamp
  ) throws(Misuse) -> [String] {
    var plan = faults
    let ids = try plan.load(try file.rules(), now: world.clock.now, operationNames)
    plan.loaded.stamp = stamp
    faults = plan
    return ids
  }

  /// Reads the file of rules anew, if there is one and it changed. One that is invalid changes
  /// nothing, and a line on the standard error says why.
  mutating func watchFaultFile() {
    guard let file = faultFile else { return }
    let stamp = HostFile.Stamp(of: file.path)
    if faults.loaded.stamp == stamp { return }
    do throws(Misuse) {
      _ = try read(file, stamp)
      faultFile?.problem = nil
    } catch {
      faultFile?.problem = error.message
      HostFile.complain("\(file.path): \(error.message); the previous rules stay")
    }
    faults.loaded.stamp = stamp
  }
}

extension FaultPlan {
  /// Adds rules of a file, in place of those that came from a file before, and returns their names.
  mutating func load(
    _ rules: [FaultRule], now: Int64, _ operations: [String]
  ) throws(Misuse) -> [String] {
    let earlier = Set(loaded.ids.map { ExactText($0) })
    self.rules.removeAll { earlier.contains(ExactText($0)) }
    // Draws depend on names, and a file that is read again must not change them.
    let named = rules.enumerated().map { index, rule in
      rule.id.isEmpty ? rule.named("file/\(index + 1)") : rule
    }
    loaded.ids = try self.rules.add(checked: named, at: "rules", now: now, operations)
    return loaded.ids
  }
}
