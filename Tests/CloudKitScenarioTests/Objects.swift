import Foundation

@testable import CloudKit
@testable import MockCloudCore

/// Makes the objects of CloudKit that a client would have for a request of a scenario.
enum Objects {
  // MARK: Names

  static func zoneID(_ zoneID: ZoneID?) -> CKRecordZone.ID {
    guard let zoneID else { return .default }
    let owner = zoneID.ownerName.text
    return CKRecordZone.ID(
      zoneName: zoneID.zoneName.text, ownerName: owner.isEmpty ? CKCurrentUserDefaultName : owner)
  }

  static func recordID(_ name: RecordName, _ zoneID: ZoneID?) -> CKRecord.ID {
    CKRecord.ID(recordName: name.text, zoneID: self.zoneID(zoneID))
  }

  // MARK: Values

  /// - Parameter zoneID: The zone of the record.
  static func value(_ value: FieldValue, in zoneID: CKRecordZone.ID) throws(Unsaid) -> Any {
    switch value {
    case .string(let text): return text
    case .int64(let number): return number
    case .double(let number): return number
    case .timestamp(let time): return date(time)
    case .bytes(let bytes): return Data(bytes)
    case .reference(let reference): return try self.reference(reference, in: zoneID)
    case .location(let place): return location(place)
    case .asset(let asset): return try self.asset(asset)
    case .stringList(let list): return list
    case .int64List(let list): return list
    case .doubleList(let list): return list
    case .timestampList(let list): return list.map { date($0) }
    case .bytesList(let list): return list.map { Data($0) }
    case .referenceList(let list):
      return try list.map { (each) throws(Unsaid) in try reference(each, in: zoneID) }
    case .locationList(let list): return list.map { location($0) }
    case .assetList(let list):
      return try list.map { (each) throws(Unsaid) in try asset(each) }
    }
  }

  private static func date(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  private static func reference(
    _ reference: Reference, in zoneID: CKRecordZone.ID
  ) throws(Unsaid) -> CKRecord.Reference {
    if reference.action == .validate { throw Unsaid("a reference with the action VALIDATE") }
    let target = reference.zoneID.map { self.zoneID($0) } ?? zoneID
    return CKRecord.Reference(
      recordID: CKRecord.ID(recordName: reference.recordName.text, zoneID: target),
      action: reference.action == .deleteSelf ? .deleteSelf : .none)
  }

  static func location(_ place: Location) -> CLLocation {
    CLLocation(
      coordinate: CLLocationCoordinate2D(latitude: place.latitude, longitude: place.longitude),
      altitude: place.altitude ?? 0, horizontalAccuracy: place.horizontalAccuracy ?? 0,
      verticalAccuracy: place.verticalAccuracy ?? -1, course: place.course ?? -1,
      speed: place.speed ?? -1, timestamp: date(place.timestamp ?? 0))
  }

  private static func asset(_ asset: Asset) throws(Unsaid) -> CKAsset {
    if asset.receipt != nil { throw Unsaid("a file that was uploaded before") }
    if let path = asset.path { return CKAsset(fileURL: URL(fileURLWithPath: path)) }
    guard let url = AssetFiles.write(asset.data) else { throw Unsaid("no place for files") }
    return CKAsset(fileURL: url)
  }

  // MARK: Queries

  /// - Parameter zoneID: The zone of references that name none.
  private static func predicate(
    _ format: PredicateText.Format?, _ predicate: QueryPredicate, in zoneID: CKRecordZone.ID
  ) throws(Unsaid) -> NSPredicate {
    let format = if let format { format } else { try written(predicate) }
    let arguments = try format.arguments.map { (argument) throws(Unsaid) -> Any in
      switch argument {
      case .null: NSNull()
      case .value(let value): try self.value(value, in: zoneID)
      }
    }
    return NSPredicate(format: format.text, argumentArray: arguments)
  }

  /// The text of a list of filters.
  private static func written(
    _ predicate: QueryPredicate
  ) throws(Unsaid) -> PredicateText.Format {
    guard let format = PredicateText.write(predicate),
      let read = try? PredicateText.read(format.text, arguments: format.arguments, now: 0),
      read == predicate
    else { throw Unsaid("filters that predicates do not have") }
    return format
  }

  static func query(
    _ query: Query, _ format: PredicateText.Format?, in zoneID: CKRecordZone.ID?
  ) throws(Unsaid) -> CKQuery {
    let made = CKQuery(
      recordType: query.recordType.text,
      predicate: try predicate(format, query.predicate, in: zoneID ?? .default))
    if !query.sort.isEmpty { made.sortDescriptors = try query.sort.map(Self.descriptor) }
    return made
  }

  private static func descriptor(_ sort: SortKey) throws(Unsaid) -> NSSortDescriptor {
    let key: String
    switch sort.key {
    case .field(let name):
      if QueryKey(predicateKey: name) != sort.key {
        throw Unsaid("a field with the name of a system field")
      }
      key = name
    case .system(let field): key = field.nativeName
    case .anyText: throw Unsaid("a sort key without a field")
    }
    guard let place = sort.relativeLocation else {
      return NSSortDescriptor(key: key, ascending: sort.ascending)
    }
    if !sort.ascending { throw Unsaid("the farthest records first") }
    return CKLocationSortDescriptor(key: key, relativeLocation: location(place))
  }

  // MARK: Subscriptions

  static func subscription(_ draft: SubscriptionDraft) throws(Unsaid) -> CKSubscription {
    guard let name = draft.subscriptionID?.text else { throw Unsaid("a name from the service") }
    let made: CKSubscription
    switch draft.kind {
    case .query: made = try query(draft, name)
    case .zone:
      guard let zoneID = draft.zoneID else { throw Unsaid("a zone subscription without a zone") }
      let zone = CKRecordZoneSubscription(
        zoneID: self.zoneID(zoneID), subscriptionID: name)
      zone.recordType = draft.recordType?.text
      made = zone
    case .database:
      if draft.zoneID != nil { throw Unsaid("a database subscription with a zone") }
      let database = CKDatabaseSubscription(subscriptionID: name)
      database.recordType = draft.recordType?.text
      made = database
    case nil: throw Unsaid("a subscription without a kind")
    }
    if draft.kind != .query,
      draft.query != nil || draft.firesOn != nil || draft.firesOnce != nil || draft.zoneWide != nil
    {
      throw Unsaid("a property of another kind of subscription")
    }
    if let info = draft.notificationInfo,
      [
        info.alertLocalizationArgs, info.titleLocalizationArgs, info.subtitleLocalizationArgs,
        info.additionalFields,
      ].contains([])
    {
      throw Unsaid("an empty list for a push, which is none")
    }
    made.notificationInfo = draft.notificationInfo.map { CKSubscription.NotificationInfo($0) }
    return made
  }

  private static func query(
    _ draft: SubscriptionDraft, _ name: String
  ) throws(Unsaid) -> CKQuerySubscription {
    guard let query = draft.query else { throw Unsaid("a query subscription without a query") }
    if draft.recordType != nil { throw Unsaid("a property of another kind of subscription") }
    if draft.zoneWide == (draft.zoneID != nil) { throw Unsaid("a zone, and zone-wide, or neither") }
    var options: CKQuerySubscription.Options = draft.firesOnce == true ? .firesOnce : []
    for trigger in draft.firesOn ?? Subscription.Trigger.allCases {
      switch trigger {
      case .create: options.insert(.firesOnRecordCreation)
      case .update: options.insert(.firesOnRecordUpdate)
      case .delete: options.insert(.firesOnRecordDeletion)
      }
    }
    let made = CKQuerySubscription(
      recordType: query.recordType.text,
      predicate: try predicate(
        draft.predicate, query.predicate, in: draft.zoneID.map { zoneID($0) } ?? .default),
      subscriptionID: name, options: options)
    made.zoneID = draft.zoneID.map { zoneID($0) }
    return made
  }
}
