public import Foundation

/// The push that a subscription causes (Apple: `CKSubscription.NotificationInfo`).
///
/// Equal values have equal properties; an empty list is none.
public final class CKNotificationInfo: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The text of the alert.
  @_Guarded public var alertBody: String?
  /// The key of a localised text in the app, which replaces `alertBody`.
  @_Guarded public var alertLocalizationKey: String?
  /// The fields whose values are inserted into the localised text.
  @_Guarded public var alertLocalizationArgs: [CKRecord.FieldKey]?
  /// The title of the alert.
  @_Guarded public var title: String?
  @_Guarded public var titleLocalizationKey: String?
  @_Guarded public var titleLocalizationArgs: [CKRecord.FieldKey]?
  /// The second title of the alert.
  @_Guarded public var subtitle: String?
  @_Guarded public var subtitleLocalizationKey: String?
  @_Guarded public var subtitleLocalizationArgs: [CKRecord.FieldKey]?
  /// The key of the text of the alert's button.
  @_Guarded public var alertActionLocalizationKey: String?
  /// An image in the app.
  @_Guarded public var alertLaunchImage: String?
  /// A sound in the app.
  @_Guarded public var soundName: String?
  /// The fields whose values are in the push.
  @_Guarded public var desiredKeys: [CKRecord.FieldKey]?
  /// Whether the number on the app's icon is increased.
  @_Guarded public var shouldBadge = false
  /// Whether the push wakes the app.
  @_Guarded public var shouldSendContentAvailable = false
  /// Whether an extension of the app may change the push.
  @_Guarded public var shouldSendMutableContent = false
  /// The category of the push's actions.
  @_Guarded public var category: String?
  /// The field whose value is the push's collapse identifier.
  @_Guarded public var collapseIDKey: String?

  /// Creates a value without any property, which causes no push.
  public override init() { super.init() }

  public convenience init(
    alertBody: String? = nil, alertLocalizationKey: String? = nil,
    alertLocalizationArgs: [CKRecord.FieldKey] = [], title: String? = nil,
    titleLocalizationKey: String? = nil, titleLocalizationArgs: [CKRecord.FieldKey] = [],
    subtitle: String? = nil, subtitleLocalizationKey: String? = nil,
    subtitleLocalizationArgs: [CKRecord.FieldKey] = [], alertActionLocalizationKey: String? = nil,
    alertLaunchImage: String? = nil, soundName: String? = nil,
    desiredKeys: [CKRecord.FieldKey] = [], shouldBadge: Bool = false,
    shouldSendContentAvailable: Bool = false, shouldSendMutableContent: Bool = false,
    category: String? = nil, collapseIDKey: String? = nil
  ) {
    self.init()
    self.alertBody = alertBody
    self.alertLocalizationKey = alertLocalizationKey
    self.alertLocalizationArgs = alertLocalizationArgs
    self.title = title
    self.titleLocalizationKey = titleLocalizationKey
    self.titleLocalizationArgs = titleLocalizationArgs
    self.subtitle = subtitle
    self.subtitleLocalizationKey = subtitleLocalizationKey
    self.subtitleLocalizationArgs = subtitleLocalizationArgs
    self.alertActionLocalizationKey = alertActionLocalizationKey
    self.alertLaunchImage = alertLaunchImage
    self.soundName = soundName
    self.desiredKeys = desiredKeys
    self.shouldBadge = shouldBadge
    self.shouldSendContentAvailable = shouldSendContentAvailable
    self.shouldSendMutableContent = shouldSendMutableContent
    self.category = category
    self.collapseIDKey = collapseIDKey
  }

  // The properties by type, for comparisons, copies and archives.
  private typealias Path<Value> = ReferenceWritableKeyPath<CKNotificationInfo, Value>

  private static var texts: [(key: String, path: Path<String?>)] {
    [
      ("AlertBody", \.alertBody), ("AlertLocalizationKey", \.alertLocalizationKey),
      ("Title", \.title), ("TitleLocalizationKey", \.titleLocalizationKey),
      ("Subtitle", \.subtitle), ("SubtitleLocalizationKey", \.subtitleLocalizationKey),
      ("AlertActionLocalizationKey", \.alertActionLocalizationKey),
      ("AlertLaunchImage", \.alertLaunchImage), ("SoundName", \.soundName),
      ("Category", \.category), ("CollapseIDKey", \.collapseIDKey),
    ]
  }

  private static var lists: [(key: String, path: Path<[String]?>)] {
    [
      ("AlertLocalizationArgs", \.alertLocalizationArgs),
      ("TitleLocalizationArgs", \.titleLocalizationArgs),
      ("SubtitleLocalizationArgs", \.subtitleLocalizationArgs), ("DesiredKeys", \.desiredKeys),
    ]
  }

  private static var flags: [(key: String, path: Path<Bool>)] {
    [
      ("ShouldBadge", \.shouldBadge),
      ("ShouldSendContentAvailable", \.shouldSendContentAvailable),
      ("ShouldSendMutableContent", \.shouldSendMutableContent),
    ]
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKNotificationInfo else { return false }
    return Self.texts.allSatisfy { self[keyPath: $0.path] == other[keyPath: $0.path] }
      && Self.lists.allSatisfy { (self[keyPath: $0.path] ?? []) == (other[keyPath: $0.path] ?? []) }
      && Self.flags.allSatisfy { self[keyPath: $0.path] == other[keyPath: $0.path] }
  }

  public override var hash: Int { alertBody.hashValue ^ (desiredKeys ?? []).hashValue }

  // MARK: Copies and archives

  public override func copy() -> Any { copy(with: nil) }

  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = CKNotificationInfo()
    for text in Self.texts { copy[keyPath: text.path] = self[keyPath: text.path] }
    for list in Self.lists { copy[keyPath: list.path] = self[keyPath: list.path] }
    for flag in Self.flags { copy[keyPath: flag.path] = self[keyPath: flag.path] }
    return copy
  }

  public static var supportsSecureCoding: Bool { true }

  public convenience init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    self.init()
    for text in Self.texts { self[keyPath: text.path] = archive.string(text.key) }
    for list in Self.lists { self[keyPath: list.path] = archive.strings(list.key) }
    for flag in Self.flags { self[keyPath: flag.path] = archive.bool(flag.key) }
    guard archive.isSound else { return nil }
  }

  public func encode(with coder: NSCoder) {
    for text in Self.texts { coder.encode(text: self[keyPath: text.path], forKey: text.key) }
    for list in Self.lists {
      let members = self[keyPath: list.path].map { ArchivedText.archivable($0) }
      coder.encode(members, forKey: list.key)
    }
    for flag in Self.flags { coder.encode(self[keyPath: flag.path], forKey: flag.key) }
  }
}
