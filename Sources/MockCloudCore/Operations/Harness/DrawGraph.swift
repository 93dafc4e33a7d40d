/// `mock/graph`: returns zones with their first records, and the links between these: parents,
/// references and shares. Records with links come first.
public struct DrawGraph: HarnessOperation {
  public static let name = "mock/graph"
  static let changesCloud = false

  /// The names of the zones; nil means all.
  public var zones: [ZoneName]?
  /// The maximum number of records; nil means no limit.
  public var recordsLimit: Int?
  /// The maximum number of links; nil means no limit.
  public var linksLimit: Int?
  /// The maximum number of zones, unless more have records in the answer; nil means no limit.
  public var zonesLimit: Int?

  public init(
    zones: [ZoneName]? = nil, recordsLimit: Int? = nil, linksLimit: Int? = nil,
    zonesLimit: Int? = nil
  ) {
    self.zones = zones
    self.recordsLimit = recordsLimit
    self.linksLimit = linksLimit
    self.zonesLimit = zonesLimit
  }

  /// A zone with its database.
  public struct DrawnZone: Sendable {
    public let zoneID: ZoneID
    let database: DatabaseKey
    /// The number of its records.
    public let recordCount: Int
  }

  /// A record; one that does not exist has only a name.
  public struct Node: Sendable {
    /// The index of its zone in the answer.
    public let zone: Int
    public let name: RecordName
    public let record: Record?
  }

  public enum LinkKind: String, Sendable {
    case parent, reference, share
  }

  public struct Link: Sendable {
    /// Indexes of nodes.
    public let source: Int
    public let target: Int
    public let kind: LinkKind
    /// The field and the action of a reference.
    public let field: String?
    public let action: Reference.Action?
  }

  public struct Graph: Sendable {
    public fileprivate(set) var zones: [DrawnZone] = []
    public fileprivate(set) var nodes: [Node] = []
    public fileprivate(set) var links: [Link] = []
    /// The number of all links in the zones.
    public fileprivate(set) var linkCount = 0
    /// The number of zones that were left out.
    public fileprivate(set) var omittedZones = 0
    let people: People
    let defaults: World.Defaults

    /// Leaves out zones without nodes, the last ones first.
    fileprivate mutating func limitZones(to most: Int) {
      let drawn = Set(nodes.map(\.zone))
      var room = max(0, most - drawn.count)
      var (kept, places): ([DrawnZone], [Int: Int]) = ([], [:])
      for (index, zone) in zones.enumerated() {
        if !drawn.contains(index) {
          if room == 0 { continue }
          room -= 1
        }
        places[index] = kept.count
        kept.append(zone)
      }
      omittedZones = zones.count - kept.count
      zones = kept
      nodes = nodes.map { Node(zone: places[$0.zone] ?? 0, name: $0.name, record: $0.record) }
    }
  }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Graph {
    try refuseProblem()
    let databases = state.world.databasesInOrder
    try check(databases)
    let graph = Graph(people: state.world.people, defaults: state.world.defaults)
    var drawing = Drawing(operation: self, graph: graph)
    let wanted = zones.map(Set.init)
    let chosen = databases.flatMap { database in
      database.zones.filter { wanted?.contains($0.key) ?? true }.map { (database.key, $0.value) }
    }
    for (database, zone) in chosen { drawing.addLinks(of: zone, in: database) }
    // Records without links, while there is room.
    for (index, (_, zone)) in chosen.enumerated() where !drawing.isFull {
      drawing.fill(from: zone, at: index)
    }
    if let zonesLimit { drawing.graph.limitZones(to: zonesLimit) }
    return drawing.graph
  }

  /// Refuses a name that no zone has.
  private func check(_ databases: [Database]) throws(Misuse) {
    guard let zones else { return }
    let known = databases.flatMap { $0.zones.map(\.key) }
    let names = Set(known)
    if let unknown = zones.first(where: { !names.contains($0) }) {
      throw Misuse.unknown("zones", unknown.text, known: known.map(\.text))
    }
  }
}

extension DrawGraph: CheckedValue {
  var problem: RequestError? {
    if let recordsLimit, recordsLimit < 1 { return .tooSmall("recordsLimit", recordsLimit) }
    if let zonesLimit, zonesLimit < 1 { return .tooSmall("zonesLimit", zonesLimit) }
    return linksLimit.flatMap { $0 < 0 ? .tooSmall("linksLimit", $0) : nil }
  }
}

/// A graph that is being collected.
private struct Drawing {
  let operation: DrawGraph
  var graph: DrawGraph.Graph
  private var places: [Key: Int] = [:]

  private struct Key: Hashable {
    let zone: Int
    let name: RecordName
  }

  init(operation: DrawGraph, graph: DrawGraph.Graph) {
    self.operation = operation
    self.graph = graph
  }

  /// Adds a zone, with the records that have links as far as there is room.
  mutating func addLinks(of zone: Zone, in database: DatabaseKey) {
    let index = graph.zones.count
    graph.zones.append(
      DrawGraph.DrawnZone(
        zoneID: zone.zoneID, database: database, recordCount: zone.records.count))
    zone.records.scan { name, entry in
      let record = entry.record
      if let parent = record.parent { link(record, parent, .parent, zone, index) }
      for field in record.fields {
        switch field.value {
        case .reference(let reference):
          link(record, reference.recordName, .reference, zone, index, field.name, reference.action)
        case .referenceList(let list):
          for each in list {
            link(record, each.recordName, .reference, zone, index, field.name, each.action)
          }
        default: continue
        }
      }
      if let root = record.share?.rootRecordName { link(record, root, .share, zone, index) }
      return true
    }
  }

  private mutating func link(
    _ record: Record, _ target: RecordName, _ kind: DrawGraph.LinkKind, _ zone: Zone, _ index: Int,
    _ field: String? = nil, _ action: Reference.Action? = nil
  ) {
    Steps.take()
    graph.linkCount += 1
    let source = place(of: record.recordName, in: index) { record }
    let target = place(of: target, in: index) { zone.records[target]?.record }
    guard let source, let target, graph.links.count < operation.linksLimit ?? .max else { return }
    graph.links.append(
      DrawGraph.Link(source: source, target: target, kind: kind, field: field, action: action))
  }

  /// Returns the index of a node, which is added if there is room.
  private mutating func place(
    of name: RecordName, in zone: Int, _ record: () -> Record?
  ) -> Int? {
    let key = Key(zone: zone, name: name)
    if let place = places[key] { return place }
    guard !isFull else { return nil }
    graph.nodes.append(DrawGraph.Node(zone: zone, name: name, record: record()))
    places[key] = graph.nodes.count - 1
    return graph.nodes.count - 1
  }

  var isFull: Bool { graph.nodes.count >= operation.recordsLimit ?? .max }

  /// Adds the records of a zone while there is room.
  mutating func fill(from zone: Zone, at index: Int) {
    zone.records.scan { name, entry in place(of: name, in: index) { entry.record } != nil }
  }
}
