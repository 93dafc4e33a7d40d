/// The appearance of a subscription's push on a device (DOC CKSubscription.NotificationInfo).
public struct NotificationInfo: Hashable, Sendable {
  public var alertBody: String?
  public var alertLocalizationKey: String?
  /// Names of fields whose values are inserted into the localised text.
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
  /// The name of a field whose value is the push's collapse identifier, which is sent in a header
  /// of the push, not in its payload.
  public var collapseIDKey: String?
  /// The native `desiredKeys`: names of fields whose values are included in the push.
  public var additionalFields: [String]?

  public init() {}

  /// The maximum number of fields in a push (DOC).
  static let additionalFieldsLimit = 3
}

extension NotificationInfo {
  /// Whether the push has an alert.
  var hasAlert: Bool {
    alertBody != nil || alertLocalizationKey != nil || title != nil
      || titleLocalizationKey != nil || subtitle != nil || subtitleLocalizationKey != nil
      || alertActionLocalizationKey != nil || alertLaunchImage != nil
  }

  /// The fields whose values the push has or the alert shows.
  var fieldNames: [String] {
    (additionalFields ?? []) + (alertLocalizationArgs ?? []) + (titleLocalizationArgs ?? [])
      + (subtitleLocalizationArgs ?? [])
  }

  /// Whether the push would have no effect: it needs an alert, a badge, a sound, or content that
  /// wakes the app.
  var isMute: Bool {
    !hasAlert && soundName == nil && category == nil && !shouldBadge
      && !shouldSendContentAvailable && !shouldSendMutableContent
  }
}
