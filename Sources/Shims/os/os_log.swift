// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Writes a message with a format, such as `"saved %{public}@"` (Apple: os).
public func os_log(
  _ type: OSLogType, dso: UnsafeRawPointer? = #dsohandle, log: OSLog = .default,
  _ message: StaticString, _ args: Any...
) {
  write(type, log, message, args)
}

/// Writes a message with a format, such as `"saved %{public}@"` (Apple: os).
public func os_log(
  _ message: StaticString, dso: UnsafeRawPointer? = #dsohandle, log: OSLog = .default,
  type: OSLogType = .default, _ args: Any...
) {
  write(type, log, message, args)
}

/// Writes an interpolated message (Apple: os).
@_disfavoredOverload
public func os_log(_ message: OSLogMessage) { Logger().log(message) }

/// Writes an interpolated message (Apple: os).
@_disfavoredOverload
public func os_log(
  _ logType: OSLogType, log: OSLog = .default, _ message: OSLogMessage
) {
  Logger(log).log(level: logType, message)
}

/// Writes an interpolated message (Apple: os).
@_disfavoredOverload
public func os_log(log: OSLog, _ message: OSLogMessage) { Logger(log).log(message) }

private func write(
  _ type: OSLogType, _ log: OSLog, _ format: StaticString, _ arguments: [Any]
) {
  guard log.isEnabled(type: type) else { return }
  LogOutput.write(type.name, log, FormatString(format).text(arguments))
}
