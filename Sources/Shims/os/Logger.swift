/// Writes messages of a subsystem and a category (Apple: os), with their level, to the standard error
/// output; nothing unless the variable `MOCKCLOUD_LOG` asks for it.
public struct Logger: Sendable {
  let handle: OSLog

  /// Creates a logger without a subsystem.
  public init() { self.init(.default) }

  public init(subsystem: String, category: String) {
    self.init(OSLog(subsystem: subsystem, category: category))
  }

  public init(_ logObj: OSLog) { handle = logObj }

  public func log(level: OSLogType, _ message: OSLogMessage) {
    guard handle.isEnabled(type: level) else { return }
    let text = message.interpolation.text(showsPrivate: LogSetting.current.showsPrivate)
    LogOutput.write(level.name, handle, text)
  }

  public func log(_ message: OSLogMessage) { log(level: .default, message) }
  public func trace(_ message: OSLogMessage) { log(level: .debug, message) }
  public func debug(_ message: OSLogMessage) { log(level: .debug, message) }
  public func info(_ message: OSLogMessage) { log(level: .info, message) }
  public func notice(_ message: OSLogMessage) { log(level: .default, message) }
  public func warning(_ message: OSLogMessage) { log(level: .error, message) }
  public func error(_ message: OSLogMessage) { log(level: .error, message) }
  public func critical(_ message: OSLogMessage) { log(level: .fault, message) }
  public func fault(_ message: OSLogMessage) { log(level: .fault, message) }
}
