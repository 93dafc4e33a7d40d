/// An inconsistency of a world.
public struct WorldProblem: Sendable, Equatable {
  /// The path in a state document, with names instead of indices for the elements of lists:
  /// `databases[…].zones[work].records[note-1].share`.
  public let place: String
  public let text: String
}

/// Finds the inconsistencies of a world: all redundant data is computed again from the records and
/// compared. Takes time linear in the size of the world.
///
/// A reference or a parent without an existing target is not an inconsistency: seeds may have them.
struct WorldCheck {
  private(set) var problems: [WorldProblem] = []
  /// The place of each share's short GUID, to find duplicates: a link leads to one share.
  var shortGUIDs: [World.SchemaKey: [ExactText: String]] = [:]
  /// The zones in users' shared databases, by the keys of their private ones.
  var seenZones: [DatabaseKey: Set<ZoneID>] = [:]

  static func problems(of world: borrowing World) -> [WorldProblem] {
    var check = WorldCheck()
    check.people(of: world)
    check.schemas(of: world)
    for database in world.databasesInOrder {
      check.database(database, of: world, at: "databases[\(database.key.path)]")
    }
    check.sharedDatabases(of: world)
    check.subscriptions(of: world)
    if world.digest != world.digestAnew {
      check.note("digest", "the digest does not match the stored data")
    }
    for problem in world.indexProblems { check.note("indexes", problem) }
    if !world.changes.isEmpty {
      check.note("changes", "a call has changes that were not committed")
    }
    for problem in world.operations.problems(world.agenda) {
      check.note("operations[\(problem.id)]", problem.text)
    }
    return check.problems
  }

  static func firstProblem(of world: borrowing World) -> WorldProblem? {
    problems(of: world).first
  }

  mutating func note(_ place: String, _ text: String) {
    problems.append(WorldProblem(place: place, text: text))
  }
}

extension WorldCheck {
  private mutating func database(
    _ database: Database, of world: borrowing World, at path: String
  ) {
    let key = database.key
    if let owner = key.owner, world.people.userIndex(owner) == nil {
      note("\(path).user", "user '\(owner)' does not exist")
    }
    let schema = world.schema(
      of: World.SchemaKey(container: key.container, environment: key.environment))
    if database.zones[ZoneID.defaultZoneName] == nil {
      note("\(path).zones", "the default zone is missing")
    }
    var incarnations: Set<UInt64> = []
    for (name, zone) in database.zones {
      let place = "\(path).zones[\(name)]"
      if name != zone.zoneID.zoneName
        || zone.zoneID.ownerName != database.ownerName
      {
        note(place, "zone '\(name)' has another name than its key")
      }
      if zone.incarnation > database.lastIncarnation
        || !incarnations.insert(zone.incarnation).inserted
        || zone.zoneID.isDefault != (zone.incarnation == 0)
      {
        note("\(place).incarnation", "zone '\(name)' has the number of an earlier zone")
      }
      if database.isPublic, !zone.zoneID.isDefault {
        note(place, "the public database has no zone '\(name)'")
      }
      check(zone, in: database, schema, world, at: place)
    }
    feed(of: database, at: path)
  }

  private mutating func check(
    _ zone: Zone, in database: Database, _ schema: Schema, _ world: borrowing World,
    at path: String
  ) {
    records(of: zone, schema, world.people, at: path)
    feed(of: zone, at: path)
    indexes(of: zone, at: path)
    sharing(of: zone, in: database, world, at: path)
  }
}

extension DatabaseKey {
  /// The database, or the shared database of its owner, in the paths of problems.
  var path: String { "\(container.text) \(environment.rawValue) \(owner ?? "public")" }
}
