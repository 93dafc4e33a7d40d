/// One operation of the harness, decoded: what a test does to the cloud from outside of CloudKit.
public protocol HarnessOperation: Sendable {
  associatedtype Answer: Sendable
  /// The operation's name in the dialect, for example `mock/seed`.
  static var name: String { get }
  /// Whether the operation changes anything: it then works on a draft.
  static var changesCloud: Bool { get }
  /// Runs the operation. One that throws leaves the cloud as it was.
  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Answer
}

extension HarnessOperation {
  public static var changesCloud: Bool { true }
}

extension CallContext {
  /// The database that a harness operation works on.
  func storedDatabase(_ operation: String) throws(Misuse) -> DatabaseKey {
    if let databaseKey { return databaseKey }
    guard scope == .shared else {
      throw Misuse.badMockRequest(
        "\(operation): a private database needs a user", key: "user", expected: "a user")
    }
    throw Misuse.badMockRequest(
      "\(operation): the shared database stores no records; it lists zones that other users share",
      key: "database", expected: "public or private")
  }
}
