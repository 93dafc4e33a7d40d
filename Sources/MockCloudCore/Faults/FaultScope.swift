/// The calls to which an injected error applies: those that match all keys of the scope.
struct FaultScope: Sendable {
  /// An operation of the service.
  var operation: ExactText?
  /// The context keys of the scope. A user is named by the record name.
  var caller = Caller()

  /// The keys that a scope has.
  struct Keys: Equatable, Sendable {
    let hasOperation: Bool
    let context: ContextKeys

    var count: Int { context.rawValue.nonzeroBitCount + (hasOperation ? 1 : 0) }

    func isSuperset(of other: Keys) -> Bool {
      (hasOperation || !other.hasOperation) && context.isSuperset(of: other.context)
    }
  }

  init() {}

  /// Creates the scope for the given context keys of a request.
  init(_ context: CallContext) {
    caller = Caller(context).reduced(to: context.given)
  }

  /// Creates the scope of a call, reduced to the given keys.
  init(_ operation: String, _ context: CallContext, naming keys: Keys) {
    if keys.hasOperation { self.operation = ExactText(operation) }
    caller = Caller(context).reduced(to: keys.context)
  }

  var keys: Keys { Keys(hasOperation: operation != nil, context: caller.given) }

  /// Distinguishes scopes that have the same keys.
  var key: ExactText {
    var key = ""
    for part in [operation?.text] + caller.texts {
      // The length makes the boundaries between parts unambiguous.
      if let part { key += "\(part.utf8.count):\(part)" } else { key += "-" }
    }
    return ExactText(key)
  }

  /// Whether this scope has all keys of the other, with the same values.
  func hasAll(of other: FaultScope) -> Bool {
    guard keys.isSuperset(of: other.keys) else { return false }
    var common = self
    if other.operation == nil { common.operation = nil }
    common.caller = caller.reduced(to: other.caller.given)
    return common.key == other.key
  }
}

extension Caller {
  /// Creates the resolved caller of a call.
  fileprivate init(_ context: CallContext) {
    self.init(
      container: context.container, environment: context.environment,
      database: context.scope, user: context.userRecordName.map { .named($0) } ?? .nobody,
      device: context.deviceName)
  }
}
