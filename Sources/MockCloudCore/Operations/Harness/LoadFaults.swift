/// `mock/faults/load`: arms the rules of a file, which replace those of an earlier file.
public struct LoadFaults: HarnessOperation {
  public static let name = "mock/faults/load"

  public var path: String
  /// Whether the file is read again when it changes.
  public var watch: Bool
  private let reader: FaultFile.Reader

  init(_ path: String, watch: Bool = true, reader: @escaping FaultFile.Reader) {
    self.path = path
    self.watch = watch
    self.reader = reader
  }

  /// Returns the names of the rules.
  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> [String] {
    var file = FaultFile(path, source: "path", reader: reader)
    if let earlier = state.faultFile { file.brought = earlier.brought }
    let ids = try state.arm(&file)
    state.faultFile = watch ? file : nil
    return ids
  }
}
