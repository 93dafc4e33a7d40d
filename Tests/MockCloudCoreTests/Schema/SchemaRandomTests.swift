import Testing

@testable import MockCloudCore

/// Random schemas are unchanged after they are written as text or in a state document and read
/// again.
@Suite struct SchemaRandomTests {
  private struct Chance {
    let seed: UInt64
    var drawn: UInt64 = 0

    mutating func draw(_ count: Int) -> Int {
      drawn += 1
      return Int(SeededRandom.hash(seed: seed, "schemas", drawn) % UInt64(count))
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[draw(elements.count)] }

    mutating func name() -> String {
      let words = [
        "grant", "Queryable", "SORTABLE", "type", "record", "list", "a", "A", "a_", "number",
        "role",
      ]
      return draw(3) == 0 ? pick(words) : "n\(draw(40))"
    }

    mutating func indexes(_ type: FieldType, _ isEncrypted: Bool) -> IndexOptions {
      IndexOptions(rawValue: UInt8(draw(8)))
        .intersection(.possible(for: type, isEncrypted: isEncrypted))
    }

    mutating func field() -> FieldDefinition {
      let type = pick(FieldType.allCases)
      let element = type.element ?? type
      let canBeEncrypted = !SchemaTextTypes.neverEncrypted.contains(element)
      let isEncrypted = canBeEncrypted && draw(4) == 0
      var number: FieldDefinition.NumberForm?
      if !isEncrypted, element == .int64 || element == .double, draw(2) == 0 {
        number = element == .double && draw(2) == 0 ? .open : .preferred
      }
      return FieldDefinition(
        name: name(), type: type, isEncrypted: isEncrypted, number: number,
        indexes: indexes(type, isEncrypted))
    }

    mutating func recordType(_ roles: [String]) -> RecordType {
      let fields = (0..<draw(6)).map { _ in field() }
      let system = SystemDefinitions.all.filter { _ in draw(3) == 0 }.map {
        FieldDefinition(name: $0.name, type: $0.type, indexes: indexes($0.type, false))
      }
      let grants = roles.filter { _ in draw(2) == 0 }.map {
        Grant($0, Rights(rawValue: UInt8(1 + draw(7))))
      }
      let name = draw(8) == 0 ? Share.recordType.text : name()
      var type = RecordType(name: name, fields: fields, systemFields: system, grants: grants)
      if name == Share.recordType.text { type.addShareFields() }
      return type
    }

    mutating func schema() -> Schema {
      let roles = Set((0..<draw(4)).map { _ in name() }).sorted()
      let known = roles + BuiltInRole.allCases.map(\.rawValue)
      return Schema(
        types: (0..<draw(5)).map { _ in recordType(known) }, roles: roles.map { Role(name: $0) })
    }
  }

  @Test(arguments: 1...300)
  func anySchemaComesBack(_ seed: UInt64) throws {
    var chance = Chance(seed: seed)
    let schema = chance.schema()
    let text = SchemaTextWriter.text(of: schema)
    #expect(try SchemaTextReader.read(text) == schema, "\(text)")
    var world = World(seed: 1, clock: .standard)
    let key = World.SchemaKey(container: ExactText("c"), environment: .production)
    world.setSchema(schema, of: key)
    world.people.add(
      User(alias: ExactText("me"), userRecordName: "_a", added: 0, devices: []))
    world.defaults.user = nil
    let saved = try SavedWorld(json: SavedWorld(world: world).json)
    #expect(saved.world.schema(of: key) == schema, "\(text)")
  }
}
