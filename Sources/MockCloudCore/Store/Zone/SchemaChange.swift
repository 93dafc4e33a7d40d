extension Schema {
  /// Returns a description of data that this schema allows and the other does not; nil if there is
  /// none. Indexes, roles and grants are not data.
  func loss(in other: Schema) -> String? {
    for type in types {
      guard let kept = other.type(named: type.name) else {
        return "record type '\(type.name)' is missing"
      }
      for field in type.fields {
        guard let same = kept.field(named: field.name) else {
          return "field '\(field.name)' of record type '\(type.name)' is missing"
        }
        guard field.holdsTheSame(as: same) else {
          return "field '\(field.name)' of record type '\(type.name)' is \(field.typeName) and "
            + "cannot become \(same.typeName)"
        }
      }
    }
    return nil
  }

  /// Returns the schema with the definitions that belong to the service: its fields of shares, and
  /// `Users`, which a text may leave out here. The type of shares cannot be left out (LOG).
  fileprivate func withManagedTypes(
    of present: Schema, from source: String
  ) throws(Misuse) -> Schema {
    var complete = self
    if type(named: SystemDefinitions.users) == nil,
      let users = present.type(named: SystemDefinitions.users)
    {
      complete.set(users)
    }
    if var shares = type(named: Share.recordType) {
      shares.addShareFields()
      complete.set(shares)
    } else if present.type(named: Share.recordType) != nil {
      throw Misuse.badMockRequest(
        "\(source): \(ServerText.noDeletionOfManagedType) '\(Share.recordType)'", key: source,
        expected: "RECORD TYPE \"\(Share.recordType)\", which a saved share adds in development")
    }
    return complete
  }

  /// Returns the part of this schema that stored records need.
  fileprivate func part(usedBy databases: [Database]) -> Schema {
    var used: [String: Set<String>] = [:]
    for database in databases {
      for (_, zone) in database.zones {
        for (_, entry) in zone.records {
          used[entry.record.recordType.text, default: []].formUnion(entry.record.fields.map(\.name))
        }
      }
    }
    let types = used.compactMap { name, fields -> RecordType? in
      type(named: name).map { type in
        RecordType(
          name: name, fields: type.fields.filter { fields.contains($0.name) }, systemFields: [],
          grants: [])
      }
    }
    return Schema(types: types, roles: [])
  }
}

extension World {
  /// Replaces the schema of an environment. Deployed definitions must be kept (DOC: import
  /// validates against production), and so must the type of shares and definitions that records
  /// need.
  ///
  /// - Parameter source: The key of the request that holds the schema.
  mutating func load(
    _ schema: Schema, of key: SchemaKey, from source: String
  ) throws(Misuse) {
    let present = self.schema(of: key)
    let schema = try schema.withManagedTypes(of: present, from: source)
    let deployed = self.schema(
      of: SchemaKey(container: key.container, environment: .production))
    if let loss = deployed.loss(in: schema) {
      throw Misuse.badMockRequest(
        "\(source): the schema in production cannot lose types or fields, and \(loss)", key: source,
        expected: "every record type and field that production has")
    }
    let databases = databases.map(\.value).filter {
      $0.key.container == key.container && $0.key.environment == key.environment
    }
    if let loss = present.part(usedBy: databases).loss(in: schema) {
      throw Misuse.badMockRequest(
        "\(source): stored records use types or fields that the schema lacks: \(loss)", key: source,
        expected: "every record type and field that records use")
    }
    setSchema(schema, of: key)
  }
}
