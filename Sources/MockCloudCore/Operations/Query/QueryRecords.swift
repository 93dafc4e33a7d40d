/// `records/query`: finds records of a type (DOC WS:QueryingRecords, CKQueryOperation).
public struct QueryRecords: Operation {
  public static let name = "records/query"
  static let access = OperationAccess.publicRead
  /// Building indexes does not change the response of any call.
  static let effect = OperationEffect.inPlace
  static var partialFailureText: String { ServerText.someRecordsNotFetched }
  static var blockNames: BlockNames { .query }

  public var query: Query
  /// The condition as predicate text, which replaces the query's predicate.
  public var predicate: PredicateText.Format?
  /// Nil means the default zone, or all zones for a query across zones.
  public var zoneID: ZoneID?
  public var zoneWide = false
  /// The maximum number of records in one answer; the server's page size is an upper bound.
  public var resultsLimit: Int?
  /// The marker of the previous page.
  public var continuationMarker: String?
  public var desiredKeys: DesiredKeys = nil
  /// The indices of filters whose values name no type: they are converted to the type of the field.
  var inferredFilters: Set<Int> = []

  /// Whether the query searches all zones of the database.
  var isZoneWide: Bool { zoneWide && zoneID == nil }

  /// A page of results.
  public struct Page: Sendable {
    public let records: [ItemResult<Record>]
    /// The marker for the next page; nil on the last page.
    public let continuationMarker: String?
  }

  public init(_ query: Query, zoneID: ZoneID? = nil, resultsLimit: Int? = nil) {
    self.query = query
    self.zoneID = zoneID
    self.resultsLimit = resultsLimit
  }

  var weight: Int? {
    query.weight + (predicate?.weight ?? 0) + (zoneID?.weight ?? 0)
      + continuationMarker.weight + (desiredKeys?.weight ?? 0)
  }

  func faultRequest(in world: borrowing World, as context: CallContext) -> FaultRequest {
    context.faultRequest(about: 1, in: world) { _ in zoneID }
  }

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> Page {
    if continuationMarker != nil, session.wishes.markersAreExpired {
      session.did(.expireMarkers)
      throw CloudError(ContinuationMarker.unknown)
    }
    let prepared = try prepare(in: &world, as: context)
    let page = prepared.page
    let results = page.records.map { record -> ItemResult<Record> in
      let id = ItemID.record(name: record.recordName, zoneID: record.zoneID)
      return ItemResult(id) { () throws(CloudError) in
        try session.reach(.item(FaultItem(.find, id, recordType: record.recordType)))
        return record
      }
    }
    guard page.hasMore else { return Page(records: results, continuationMarker: nil) }
    let next = ContinuationMarker(
      offset: prepared.offset + page.records.count, issued: world.markerLifetime.issueTime)
    do throws(QueryRefusal) {
      let scope = try markerScope(in: prepared.zoneID, world.seed, context)
      return Page(records: results, continuationMarker: next.text(in: scope))
    } catch {
      throw CloudError(error)
    }
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: Page, to parts: inout Parts
  ) {
    parts.list(.records, answer.records) { .record($0, desiredKeys) }
    if let marker = answer.continuationMarker { parts.member(.continuationMarker(marker)) }
  }

  /// The query with everything needed to run it.
  struct Prepared {
    let query: Query
    /// The first zone of the search.
    let zoneID: ZoneID?
    let offset: Int
    let limit: Int
    let context: QueryContext
    let planner: Planner
    let zones: [Candidates]

    var page: QueryPage {
      QueryRunner.page(
        of: zones, matching: query.predicate, sort: query.sort, context: context, offset: offset,
        limit: limit)
    }
  }

  func prepare(
    in world: inout World, as context: CallContext
  ) throws(CloudError) -> Prepared {
    try query.checkType()
    let zones = try zones(world, context)
    let condition = try readCondition(world, context)
    var query = try query.checked(
      inferring: inferredFilters, reading: predicate, in: world, as: context)
    if let condition {
      query.predicate = query.predicate.and(.all([condition]))
    }
    query = query.resolvingCurrentUser(context.userRecordName)
    do throws(QueryRefusal) {
      return try prepare(query, zones, &world, context)
    } catch {
      throw CloudError(error)
    }
  }

  /// Returns the condition for records that the caller may read, which needs an index like every
  /// condition. LOG: the text names the field without its underscores.
  private func readCondition(
    _ world: borrowing World, _ context: CallContext
  ) throws(CloudError) -> QueryFilter? {
    guard context.scope == .public,
      let type = world.schema(of: context.schemaKey).type(named: query.recordType),
      let condition = try RecordAccess(of: context, in: world).readCondition(of: type)
    else { return nil }
    let author = SystemField.createdUserRecordName.storedName
    guard
      !world.enforcesIndexes(context)
        || type.systemFields[author]?.indexes.contains(.queryable) ?? false
    else {
      throw CloudError(.invalidArguments, "Field 'createdBy' is not marked queryable")
    }
    return condition
  }

  /// Returns the zones of the search.
  private func zones(
    _ world: borrowing World, _ context: CallContext
  ) throws(CloudError) -> [VisibleZone] {
    if zoneID == nil, context.scope == .shared {
      throw CloudError(.invalidArguments, ServerText.sharedZoneWide)
    }
    if isZoneWide { return world.zones(as: context).map(\.zone) }
    return [try world.zone(context.resolved(zoneID, in: world), as: context)]
  }

  private func prepare(
    _ query: Query, _ zones: [VisibleZone], _ world: inout World, _ context: CallContext
  ) throws(QueryRefusal) -> Prepared {
    var limit = world.limits.pageSize
    if let resultsLimit {
      guard resultsLimit > 0 else {
        throw QueryRefusal(ServerText.resultsLimitTooSmall(resultsLimit))
      }
      limit = min(limit, resultsLimit)
    }
    let offset =
      try continuationMarker.map { (text) throws(QueryRefusal) in
        let scope = try markerScope(in: zones.first?.zoneID, world.seed, context)
        let marker = try ContinuationMarker(text, in: scope)
        if world.markerLifetime.isOver(since: marker.issued) { throw ContinuationMarker.unknown }
        return marker.offset
      } ?? 0
    let queryContext = QueryContext(
      comparesStringsExactly: world.limits.caseSensitiveEquality,
      isSearchable: world.searchableFields(of: query.recordType, as: context))
    let planner = Planner(query, queryContext, need: QueryRunner.need(offset, limit))
    var planned: [Candidates] = []
    for zone in zones {
      // The records of several zones are sorted together, regardless of their order in each.
      let usesOrder = zones.count == 1
      planned.append(world.candidates(in: zone, planner, usesOrder: usesOrder, context))
    }
    return Prepared(
      query: query, zoneID: zones.first?.zoneID, offset: offset, limit: limit,
      context: queryContext,
      planner: planner, zones: planned)
  }

  /// Returns the query and its context, to which markers are bound. This takes as long as a small
  /// query, so it is computed only if there is a marker.
  func markerScope(
    in firstZoneID: ZoneID?, _ seed: UInt64, _ context: CallContext
  ) throws(QueryRefusal) -> ContinuationMarker.Scope {
    var place = [
      context.container.text, context.environment.rawValue, context.scope.rawValue,
    ]
    if let firstZoneID, !isZoneWide {
      place += [firstZoneID.zoneName.text, firstZoneID.ownerName.text]
    }
    // `now()` is later on a later page, and must not change the identity of the query.
    return ContinuationMarker.Scope(
      query: try query.reading(predicate, now: 0), place: place, user: context.userRecordName?.text,
      seed: seed)
  }
}

extension World {
  /// The lifetime of continuation markers.
  fileprivate var markerLifetime: Lifetime { Lifetime(limits.markerLife, now: clock.now) }

  /// Plans a query in a zone, and builds the indexes that the plan needs.
  fileprivate mutating func candidates(
    in zone: VisibleZone, _ planner: Planner, usesOrder: Bool, _ context: CallContext
  ) -> Candidates {
    var zone = zone
    while true {
      switch planner.step(zone.zone, usesOrder: usesOrder) {
      case .ready(let plan): return Candidates(zone, plan, planner)
      case .build(let names):
        let id = zone.zoneID
        guard let key = context.databaseKey(holding: id),
          let built = withZone(
            id, in: key, changesRecords: false,
            { zone in
              zone.build(names, of: planner.recordType)
              return zone
            })
        else {
          let plan = Planner.Plan(access: .type, candidates: zone.zone.records.count)
          return Candidates(zone, plan, planner)
        }
        zone = VisibleZone(zone: built, access: zone.access)
      }
    }
  }
}
