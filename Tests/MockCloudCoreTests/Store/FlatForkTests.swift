import Testing

@testable import MockCloudCore

/// The number of map nodes that the first write after a copy of the world must copy: a few,
/// regardless of the number of users.
@Suite struct FlatForkTests {
  private func world(users count: Int) throws -> World {
    var world = World(seed: 1, clock: .standard)
    for number in 0..<count {
      _ = try AddUser("user\(number)").add(to: &world)
    }
    for user in world.people.users {
      let key = key(of: user)
      world.withDatabase(key) { $0.createZone(named: "work") }
      world.withSharedFeed(key) { $0.note(saved: ZoneID(zoneName: "z", ownerName: "_x")) }
      world.setSchema(Schema(), of: schemaKey(of: user))
      let owner = SubscriptionOwner(key, .private, user.userRecordName)
      world.subscriptions.save(subscription, of: owner)
      world.subscriptions.setBadge(
        SubscriptionStore.Badge(
          container: "c", environment: .development, device: user.alias), to: 1)
    }
    return world
  }

  private func key(of user: User) -> DatabaseKey {
    DatabaseKey(container: "c", environment: .development, owner: user.userRecordName)
  }

  private func schemaKey(of user: User) -> World.SchemaKey {
    World.SchemaKey(container: user.alias, environment: .production)
  }

  private var subscription: Subscription {
    Subscription(
      subscriptionID: "s", kind: .database, zoneID: nil, query: nil, firesOn: [],
      firesOnce: false, zoneWide: false, recordType: nil, notificationInfo: nil)
  }

  /// Returns the number of a map's nodes that a copy does not share.
  private func copied<Key, Value>(
    _ map: OrderedMap<Key, Value>, since former: OrderedMap<Key, Value>
  ) -> Int {
    map.nodeIdentities.subtracting(former.nodeIdentities).count
  }

  @Test(arguments: [10, 10_000]) func aWriteCopiesFewNodes(users count: Int) throws {
    let origin = try world(users: count)
    #expect(origin.people.count == count)
    let user = try #require(origin.people.user(named: "user\(count / 2)"))
    let key = key(of: user)
    var world = origin
    world.withDatabase(key) { $0.createZone(named: "home") }
    world.withSharedFeed(key) { $0.expireTokens() }
    world.setSchema(Schema(), of: schemaKey(of: user))
    let depth = origin.databases.depth
    #expect(depth <= 3)
    #expect(copied(world.databases, since: origin.databases) == depth)
    #expect(
      copied(world.sharedFeeds, since: origin.sharedFeeds) == origin.sharedFeeds.depth)
    #expect(copied(world.schemas, since: origin.schemas) == origin.schemas.depth)
    #expect(world.indexProblems == [])
  }

  @Test func peopleAreFoundByEveryName() throws {
    var people = try world(users: 10_000).people
    let last = try #require(people.user(named: "user9999"))
    #expect(people.userIndex(last.userRecordName) == 9999)
    let place = try #require(people.place(ofDevice: "user9999-1"))
    #expect(people.device(place)?.name == "user9999-1")
    people.sign(place, as: "user3", .available, at: 0)
    #expect(people.user(9999)?.devices.isEmpty == true)
    #expect(people.user(3)?.devices.map(\.name) == ["user3-1", "user9999-1"])
    let first = try #require(people.place(ofDevice: "user3-1"))
    people.sign(first, as: "user9999", .restricted, at: 0)
    #expect(people.place(ofDevice: "user9999-1") == People.Place(user: 3, device: 0))
    #expect(people.place(ofDevice: "user3-1") == People.Place(user: 9999, device: 0))
    #expect(people.user(9999)?.devices.first?.accountStatus == .restricted)
    #expect(people.users.map(\.alias.text).prefix(2) == ["user0", "user1"])
  }

  @Test func ofSeveralWithOneAddressTheFirstIsFound() throws {
    var world = World(seed: 1, clock: .standard)
    for (alias, address, number) in [("a", "x@y", nil), ("b", "x@y", "+1"), ("c", nil, "+1")]
      as [(ExactText, EmailAddress?, PhoneNumber?)]
    {
      var user = AddUser(alias)
      user.emailAddress = address
      user.phoneNumber = number
      _ = try user.add(to: &world)
    }
    func found(_ address: EmailAddress?, _ number: PhoneNumber?) -> ExactText? {
      world.people.user(
        withAddress: Share.LookupInfo(emailAddress: address, phoneNumber: number))?.alias
    }
    #expect(found("x@y", nil) == "a")
    #expect(found(nil, "+1") == "b")
    #expect(found("x@y", "+1") == "a")
    #expect(found("none", "+1") == nil)
    #expect(found(nil, nil) == nil)
  }

  @Test func subscribersToAPublicDatabaseComeAlone() throws {
    var store = SubscriptionStore()
    let subscription = Subscription(
      subscriptionID: "s", kind: .query, zoneID: nil, query: Query(recordType: "Note"),
      firesOn: [.create], firesOnce: false, zoneWide: false, recordType: nil,
      notificationInfo: nil)
    for container in ["a", "b"] {
      for environment in Environment.allCases {
        for scope in DatabaseScope.allCases {
          for user: UserRecordName in ["_z", "_y", ""] {
            store.save(
              subscription,
              of: SubscriptionOwner(
                container: ExactText(container), environment: environment, scope: scope,
                userRecordName: user))
          }
        }
      }
    }
    let key = DatabaseKey(container: "a", environment: .production, owner: nil)
    let owners = store.index.queries(of: "Note", in: key).map(\.owner)
    #expect(owners.map(\.userRecordName) == ["", "_y", "_z"])
    #expect(owners.allSatisfy { $0.scope == .public && $0.environment == .production })
    let own = DatabaseKey(container: "a", environment: .production, owner: "_y")
    #expect(store.index.queries(of: "Note", in: own).map(\.owner.scope) == [.private])
    #expect(store.index.queries(of: "Other", in: key).isEmpty)
    #expect(store.hasSoundIndex)
    for owner in store.owners { store.remove("s", of: owner) }
    #expect(store.isEmpty)
  }
}

extension OrderedMap {
  fileprivate var nodeIdentities: Set<ObjectIdentifier> {
    var identities: Set<ObjectIdentifier> = []
    var nodes = root.map { [$0] } ?? []
    while let node = nodes.popLast() {
      identities.insert(ObjectIdentifier(node))
      nodes += node.children
    }
    return identities
  }
}
