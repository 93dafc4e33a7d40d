/// One decoded operation of the harness: control of the cloud by a test, beyond CloudKit.
protocol HarnessOperation: Sendable {
  associatedtype Answer: Sendable
  /// The operation's name in the dialect, for example `mock/seed`.
  static var name: String { get }
  /// Whether the operation changes the cloud: it then runs on a draft.
  static var changesCloud: Bool { get }
  /// Whether the operation runs on the cloud itself although it changes it: it changes only rules of
  /// faults, and these after its last check. A draft would share them, so that the first change
  /// would copy all. Or it may fail after its changes.
  static var isInPlace: Bool { get }
  /// Whether `CloudState.mark` shows all that it changes, so that a call that changed nothing is
  /// known.
  var changesShow: Bool { get }
  /// Whether the operation does something: it changes the cloud, or writes a file.
  var hasEffect: Bool { get }
  /// Whether its changes fire subscriptions, on all devices of the subscribers.
  static var firesSubscriptions: Bool { get }
  /// Runs the operation. The cloud is unchanged if this throws.
  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Answer
}

extension HarnessOperation {
  static var changesCloud: Bool { true }
  static var isInPlace: Bool { false }
  var changesShow: Bool { Self.changesCloud }
  var hasEffect: Bool { Self.changesCloud }
  static var firesSubscriptions: Bool { true }
}

extension CallContext {
  /// Returns the database of the call, or throws if it is not a stored one.
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
