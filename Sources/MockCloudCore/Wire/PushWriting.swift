extension JSONWriter {
  /// Writes the payload of a push.
  mutating func push(_ push: Push) {
    push.payload.withUnsafeBufferPointer { raw($0) }
  }
}

extension Push {
  /// The dictionary that the device receives, as UTF-8 JSON text.
  public var payload: [UInt8] {
    switch self {
    case .made(let notice, let badge): PushPayload(notice, badge: badge).json()
    case .loaded(let payload): payload
    }
  }
}

/// The dictionary of a push, in the form of payloads that apps have printed (LIVE): `aps` for the
/// system, `ck` for CloudKit.
struct PushPayload {
  private let notice: Notice
  /// The number on the app's icon, if the subscription has a badge.
  private let badge: Int?

  init(_ notice: Notice, badge: Int?) {
    self.notice = notice
    self.badge = badge
  }

  /// Returns the payload with as many parts as fit.
  func json() -> [UInt8] { PushPruning.fitting { json($0) } }

  private func json(_ pruning: PushPruning) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.key("aps")
    json.beginObject()
    if let info = notice.subscription.notificationInfo { aps(info, pruning, &json) }
    json.endObject()
    json.key("ck")
    ck(pruning, &json)
    json.endObject()
    return json.withBytes { Array($0) }
  }

  // MARK: aps

  private func aps(_ info: NotificationInfo, _ pruning: PushPruning, _ json: inout JSONWriter) {
    alert(info, pruning, &json)
    if pruning.keeps(.badge), let badge { json.member("badge", badge) }
    let isComplete = pruning.keeps(.soundAndCategory)
    if isComplete, let category = info.category { json.member("category", category) }
    if info.shouldSendContentAvailable { json.member("content-available", 1) }
    if info.shouldSendMutableContent { json.member("mutable-content", 1) }
    if isComplete, let sound = info.soundName { json.member("sound", sound) }
  }

  /// A plain text is written as a string, everything else as an object.
  private func alert(
    _ whole: NotificationInfo, _ pruning: PushPruning, _ json: inout JSONWriter
  ) {
    var info = whole
    info.prune(pruning)
    guard info.hasAlert else { return }
    json.key("alert")
    if whole.hasOnlyBody, let body = info.alertBody { return json.string(body) }
    json.beginObject()
    if let text = info.alertActionLocalizationKey { json.member("action-loc-key", text) }
    if let text = info.alertBody { json.member("body", text) }
    if let image = info.alertLaunchImage { json.member("launch-image", image) }
    arguments("loc-args", info.alertLocalizationArgs, &json)
    if let key = info.alertLocalizationKey { json.member("loc-key", key) }
    if let text = info.subtitle { json.member("subtitle", text) }
    arguments("subtitle-loc-args", info.subtitleLocalizationArgs, &json)
    if let key = info.subtitleLocalizationKey { json.member("subtitle-loc-key", key) }
    if let text = info.title { json.member("title", text) }
    arguments("title-loc-args", info.titleLocalizationArgs, &json)
    if let key = info.titleLocalizationKey { json.member("title-loc-key", key) }
    json.endObject()
  }

  /// Arguments are names of the record's fields (DOC); a missing field is written as empty text.
  private func arguments(_ key: StaticString, _ names: [String]?, _ json: inout JSONWriter) {
    guard let names else { return }
    json.key(key)
    json.beginArray()
    for name in names {
      var text = ""
      if case .record(_, let fields, _) = notice.cause { text = fields.value(of: name)?.text ?? "" }
      json.string(text)
    }
    json.endArray()
  }

  // MARK: ck

  private func ck(_ pruning: PushPruning, _ json: inout JSONWriter) {
    json.beginObject()
    json.member("ce", 2)
    if pruning.keeps(.container) { json.member("cid", notice.container) }
    json.member("ckuserid", notice.userRecordName)
    switch notice.cause {
    case .record(let record, let fields, let trigger):
      if pruning.keeps(.notificationID) { json.member("nid", notice.id) }
      if pruning.hasPruned { json.member("p", 1) }
      json.key("qry")
      query(record, fields, trigger, pruning, &json)
    case .zone(let zoneID):
      let isZone = notice.subscription.kind == .zone
      if isZone { feed("fet", zoneID, &json) } else { feed("met", zoneID, &json) }
      if pruning.keeps(.notificationID) { json.member("nid", notice.id) }
      if pruning.hasPruned { json.member("p", 1) }
    }
    json.endObject()
  }

  private func feed(_ key: StaticString, _ zoneID: ZoneID, _ json: inout JSONWriter) {
    json.key(key)
    json.beginObject()
    json.member("dbs", notice.database.number)
    json.member("sid", notice.subscription.subscriptionID)
    json.member("zid", zoneID.zoneName)
    json.member("zoid", zoneID.ownerName)
    json.endObject()
  }

  private func query(
    _ record: RecordID, _ fields: [Field], _ trigger: Subscription.Trigger,
    _ pruning: PushPruning, _ json: inout JSONWriter
  ) {
    json.beginObject()
    if pruning.keeps(.additionalFields) { additionalFields(fields, &json) }
    json.member("dbs", notice.database.number)
    if pruning.keeps(.reason) { json.member("fo", trigger.number) }
    if pruning.keeps(.record) { json.member("rid", record.recordName) }
    json.member("sid", notice.subscription.subscriptionID)
    json.member("zid", record.zoneID.zoneName)
    json.member("zoid", record.zoneID.ownerName)
    json.endObject()
  }

  /// Flat, as four of five clients read it (DISAGREE).
  private func additionalFields(_ fields: [Field], _ json: inout JSONWriter) {
    let names = notice.subscription.notificationInfo?.additionalFields ?? []
    let shown = names.compactMap { name in fields.value(of: name).map { (name: name, value: $0) } }
    guard !shown.isEmpty else { return }
    json.key("af")
    json.beginObject()
    for field in shown {
      json.key(field.name)
      json.fieldValue(field.value.shortened, RecordStyle(desiredKeys: nil, viewer: nil))
    }
    json.endObject()
  }
}

extension DatabaseScope {
  /// LIVE for the private and the public database, INFER for the shared one.
  fileprivate var number: Int {
    switch self {
    case .private: 1
    case .public: 2
    case .shared: 3
    }
  }
}

extension Subscription.Trigger {
  fileprivate var number: Int {
    switch self {
    case .create: 1
    case .update: 2
    case .delete: 3
    }
  }
}

extension NotificationInfo {
  /// Removes the parts of the alert that are left out.
  fileprivate mutating func prune(_ pruning: PushPruning) {
    if !pruning.keeps(.launchImage) { alertLaunchImage = nil }
    if !pruning.keeps(.actionKey) { alertActionLocalizationKey = nil }
    if !pruning.keeps(.alertTexts) { (alertBody, subtitle, title) = (nil, nil, nil) }
    if !pruning.keeps(.alertArguments) {
      (alertLocalizationArgs, subtitleLocalizationArgs, titleLocalizationArgs) = (nil, nil, nil)
    }
    if !pruning.keeps(.alertKeys) {
      (alertLocalizationKey, subtitleLocalizationKey, titleLocalizationKey) = (nil, nil, nil)
    }
  }

  fileprivate var hasOnlyBody: Bool {
    var other = self
    other.alertBody = nil
    return !other.hasAlert
  }
}

extension [Field] {
  /// The fields of records are sorted by name.
  fileprivate func value(of name: String) -> FieldValue? {
    let place = Bisection.first(in: indices) { !(self[$0].name < name) }
    return place < count && self[place].name == name ? self[place].value : nil
  }
}

extension FieldValue {
  /// The value as an argument of a localised text.
  fileprivate var text: String {
    switch self {
    case .string(let text): text
    case .int64(let number), .timestamp(let number): String(number)
    case .double(let number): number.description
    case .reference(let reference): reference.recordName.text
    case .location(let location): "\(location.latitude),\(location.longitude)"
    default: ""
    }
  }
}
