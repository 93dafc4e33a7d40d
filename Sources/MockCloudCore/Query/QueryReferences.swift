extension Query {
  /// The query with the record names of users instead of their aliases, where it asks who made or
  /// changed a record; `user` knows whom a name means.
  func resolvingUsers(_ user: (String) -> User?) -> Query {
    guard case .all(var filters) = predicate else { return self }
    func resolved(_ name: String) -> String { user(name)?.userRecordName ?? name }
    func resolved(_ reference: Reference) -> Reference {
      var reference = reference
      reference.recordName = resolved(reference.recordName)
      return reference
    }
    let asked: [QueryKey] = [.system(.createdUserRecordName), .system(.modifiedUserRecordName)]
    for index in filters.indices where asked.contains(filters[index].key) {
      switch filters[index].value {
      case .string(let name): filters[index].value = .string(resolved(name))
      case .stringList(let names): filters[index].value = .stringList(names.map(resolved))
      case .reference(let user): filters[index].value = .reference(resolved(user))
      case .referenceList(let users): filters[index].value = .referenceList(users.map(resolved))
      default: continue
      }
    }
    var query = self
    query.predicate = .all(filters)
    return query
  }

  /// The query with the zones of its references written out, so that they compare with those of
  /// stored records; `resolve` knows what a zone without its owner means to the caller.
  public func resolvingZones(_ resolve: (ZoneID) -> ZoneID) -> Query {
    guard case .all(var filters) = predicate else { return self }
    func resolved(_ reference: Reference) -> Reference {
      var reference = reference
      reference.zoneID = reference.zoneID.map(resolve)
      return reference
    }
    for index in filters.indices {
      switch filters[index].value {
      case .reference(let reference): filters[index].value = .reference(resolved(reference))
      case .referenceList(let list): filters[index].value = .referenceList(list.map(resolved))
      default: continue
      }
    }
    var query = self
    query.predicate = .all(filters)
    return query
  }
}
