// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Marks the beginning or end of an interval, or an event (Apple: os).
public func os_signpost(
  _ type: OSSignpostType, dso: UnsafeRawPointer = #dsohandle, log: OSLog, name: StaticString,
  signpostID: OSSignpostID = .exclusive
) {
  guard log.signpostsEnabled else { return }
  LogOutput.write("signpost", log, "\(type.name) \(name)\(signpostID.suffix)")
}

/// Marks the beginning or end of an interval, or an event, with a formatted text (Apple: os).
public func os_signpost(
  _ type: OSSignpostType, dso: UnsafeRawPointer = #dsohandle, log: OSLog, name: StaticString,
  signpostID: OSSignpostID = .exclusive, _ format: StaticString, _ arguments: Any...
) {
  guard log.signpostsEnabled else { return }
  let text = FormatString(format).text(arguments)
  LogOutput.write("signpost", log, "\(type.name) \(name)\(signpostID.suffix) \(text)")
}
