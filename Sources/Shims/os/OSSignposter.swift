/// A text at a signpost (Apple: os).
public struct SignpostMetadata: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
  let message: OSLogMessage

  public init(stringInterpolation: OSLogInterpolation) {
    message = OSLogMessage(stringInterpolation: stringInterpolation)
  }

  public init(stringLiteral value: String) { message = OSLogMessage(stringLiteral: value) }
}

/// An interval that has begun (Apple: os).
public final class OSSignpostIntervalState: Sendable {
  let id: OSSignpostID

  init(_ id: OSSignpostID) { self.id = id }

  /// Creates the state of an interval that was begun elsewhere.
  public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState {
    OSSignpostIntervalState(id)
  }
}

/// Marks intervals and events (Apple: os): lines on the standard error output if `MOCKCLOUD_LOG` has
/// the word `signposts`.
public struct OSSignposter: Sendable {
  let handle: OSLog

  public init() { self.init(logHandle: .default) }

  public init(subsystem: String, category: String) {
    self.init(logHandle: OSLog(subsystem: subsystem, category: category))
  }

  public init(subsystem: String, category: OSLog.Category) {
    self.init(logHandle: OSLog(subsystem: subsystem, category: category))
  }

  public init(logger: Logger) { self.init(logHandle: logger.handle) }

  public init(logHandle: OSLog) { handle = logHandle }

  public static var disabled: OSSignposter { OSSignposter(logHandle: .disabled) }

  public var isEnabled: Bool { handle.signpostsEnabled }

  public func makeSignpostID() -> OSSignpostID { OSSignpostID(log: handle) }

  public func makeSignpostID(from object: AnyObject) -> OSSignpostID {
    OSSignpostID(log: handle, object: object)
  }

  public func beginInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive
  ) -> OSSignpostIntervalState {
    write(.begin, name, id, nil)
    return OSSignpostIntervalState(id)
  }

  public func beginInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata
  ) -> OSSignpostIntervalState {
    write(.begin, name, id, message)
    return OSSignpostIntervalState(id)
  }

  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {
    write(.end, name, state.id, nil)
  }

  public func endInterval(
    _ name: StaticString, _ state: OSSignpostIntervalState, _ message: SignpostMetadata
  ) {
    write(.end, name, state.id, message)
  }

  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) {
    write(.event, name, id, nil)
  }

  public func emitEvent(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata
  ) {
    write(.event, name, id, message)
  }

  public func withIntervalSignpost<T>(
    _ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> T
  ) rethrows -> T {
    let state = beginInterval(name, id: id)
    defer { endInterval(name, state) }
    return try task()
  }

  public func withIntervalSignpost<T>(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata,
    around task: () throws -> T
  ) rethrows -> T {
    let state = beginInterval(name, id: id, message)
    defer { endInterval(name, state) }
    return try task()
  }

  private func write(
    _ type: OSSignpostType, _ name: StaticString, _ id: OSSignpostID, _ metadata: SignpostMetadata?
  ) {
    guard isEnabled else { return }
    let showsPrivate = LogSetting.current.showsPrivate
    let text = metadata.map { " " + $0.message.interpolation.text(showsPrivate: showsPrivate) }
    LogOutput.write("signpost", handle, "\(type.name) \(name)\(id.suffix)\(text ?? "")")
  }
}
