/// Something that happened outside of any call's answer.
enum Event: Sendable {
  case accountChange(AccountChange)
  case notification(Notification)

  /// A device's account changed: CloudKit posts `CKAccountChanged`.
  struct AccountChange: Sendable {
    /// Milliseconds since 1970.
    let time: Int64
    let device: String
    let status: AccountStatus
    /// Record names; nil stands for nobody.
    let previousUser: String?
    let currentUser: String?
  }
}

extension Event {
  /// A push that is on its way to a device, or reached it.
  struct Notification: Sendable {
    /// When the change was made, in milliseconds since 1970.
    let time: Int64
    let device: String
    let userRecordName: String
    /// JSON.
    let payload: [UInt8]
  }
}

/// Events that nobody has taken yet, oldest first.
struct EventQueue: Sendable {
  private var events = OrderedMap<UInt64, Event>()
  private var posted: UInt64 = 0

  mutating func append(_ event: Event) {
    if posted < .max { posted += 1 }
    _ = events.updateValue(event, forKey: posted)
  }

  mutating func popFirst() -> Event? {
    guard let first = events.first else { return nil }
    return events.removeValue(forKey: first.key)
  }
}
