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

  /// One member of the wire's dictionary.
  struct Member<Value>: Sendable {
    let name: StaticString
    let path: any WritableKeyPath<NotificationInfo, Value> & Sendable
  }

  static let texts: [Member<String?>] = [
    Member(name: "alertBody", path: \.alertBody),
    Member(name: "alertLocalizationKey", path: \.alertLocalizationKey),
    Member(name: "title", path: \.title),
    Member(name: "titleLocalizationKey", path: \.titleLocalizationKey),
    Member(name: "subtitle", path: \.subtitle),
    Member(name: "subtitleLocalizationKey", path: \.subtitleLocalizationKey),
    Member(name: "alertActionLocalizationKey", path: \.alertActionLocalizationKey),
    Member(name: "alertLaunchImage", path: \.alertLaunchImage),
    Member(name: "soundName", path: \.soundName),
    Member(name: "category", path: \.category),
    Member(name: "collapseIDKey", path: \.collapseIDKey),
  ]

  static let lists: [Member<[String]?>] = [
    Member(name: "alertLocalizationArgs", path: \.alertLocalizationArgs),
    Member(name: "titleLocalizationArgs", path: \.titleLocalizationArgs),
    Member(name: "subtitleLocalizationArgs", path: \.subtitleLocalizationArgs),
    Member(name: "additionalFields", path: \.additionalFields),
  ]

  static let flags: [Member<Bool>] = [
    Member(name: "shouldBadge", path: \.shouldBadge),
    Member(name: "shouldSendContentAvailable", path: \.shouldSendContentAvailable),
    Member(name: "shouldSendMutableContent", path: \.shouldSendMutableContent),
  ]
}
