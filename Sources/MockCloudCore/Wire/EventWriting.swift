/// The JSON forms of events.
extension JSONWriter {
  mutating func event(_ event: Event) {
    beginObject()
    switch event {
    case .accountChange(let change):
      member("kind", "accountChange")
      member("time", ISO8601.format(change.time))
      member("device", change.device)
      member("accountStatus", change.status.rawValue)
      key("previousUser")
      optional(change.previousUser)
      key("currentUser")
      optional(change.currentUser)
    case .notification(let notification):
      member("kind", "notification")
      notificationBody(notification)
    }
    endObject()
  }

  /// The members that an event and a push on its way share.
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
