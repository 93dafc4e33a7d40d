/// How a push of a subscription shows on a device (DOC CKSubscription.NotificationInfo).
public struct NotificationInfo: Hashable, Sendable {
  public var alertBody: String?
  public var alertLocalizationKey: String?
  /// Names of fields whose values fill the places of the localised text.
  public var alertLocalizationArgs: [String]?
  public var title: String?
  public var titleLocalizationKey: String?
  public var titleLocalizationArgs: [String]?
  public var subtitle: String?
  public var subtitleLocalizationKey: String?
  public var subtitleLocalizationArgs: [String]?
  public var alertActionLocalizationKey: String?
  public var alertLaunchImage: String?
  public var soundName: String?
  public var shouldBadge = false
  public var shouldSendContentAvailable = false
  public var shouldSendMutableContent = false
  public var category: String?
  /// The name of a field whose value is the push's collapse identifier. That travels in a header of
  /// the push, not in its payload.
  public var collapseIDKey: String?
  /// The native `desiredKeys`: names of fields whose values the push carries.
  public var additionalFields: [String]?

  public init() {}

  /// How many fields a push can carry (DOC).
  static let additionalFieldsLimit = 3
}

extension NotificationInfo {
  /// Whether there is something to show.
  var hasAlert: Bool {
    alertBody != nil || alertLocalizationKey != nil || title != nil
      || titleLocalizationKey != nil || subtitle != nil || subtitleLocalizationKey != nil
      || alertActionLocalizationKey != nil || alertLaunchImage != nil
  }

  /// Whether nothing would arrive: a push needs something to show, to sound or to wake up.
  var isMute: Bool {
    !hasAlert && soundName == nil && category == nil && !shouldBadge
      && !shouldSendContentAvailable && !shouldSendMutableContent
  }
}
