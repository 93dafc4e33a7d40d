/// The JSON forms of events.
extension AnswerWriter {
  mutating func event(_ event: Event) {
    json.beginObject()
    switch event {
    case .accountChange(let change):
      json.member("kind", "accountChange")
      json.accountChangeBody(change)
    case .notification(let notification):
      json.member("kind", "notification")
      json.notificationBody(notification)
    case .operation(let report):
      json.member("kind", "operation")
      reportBody(report)
    }
    json.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func accountChangeBody(_ change: Event.AccountChange) {
    member("time", ISO8601.format(change.time))
    member("device", change.device)
    member("accountStatus", change.status.rawValue)
    key("previousUser")
    optional(change.previousUser?.text)
    key("currentUser")
    optional(change.currentUser?.text)
  }

  /// Writes the members that an event and a pending push have in common.
  mutating func notificationBody(_ notification: Event.Notification) {
    member("time", ISO8601.format(notification.time))
    member("device", notification.device)
    member("user", notification.userRecordName)
    key("payload")
    push(notification.push)
  }

  mutating func optional(_ text: String?) {
    if let text { string(text) } else { null() }
  }
}
