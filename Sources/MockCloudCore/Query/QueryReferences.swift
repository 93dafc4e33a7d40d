extension Query {
  /// The query with other values to compare with, each made of its filter and the filter's place.
  func mappingValues(_ value: (Int, QueryFilter) -> FieldValue) -> Query {
    guard case .all(var filters) = predicate else { return self }
    for place in filters.indices { filters[place].value = value(place, filters[place]) }
    var query = self
    query.predicate = .all(filters)
    return query
  }

  /// The query with the record names of users instead of their aliases, where it asks who made or
  /// changed a record; `user` knows whom a name means.
  func resolvingUsers(_ user: (String) -> User?) -> Query {
    func resolved(_ name: String) -> String { user(name)?.userRecordName ?? name }
    let asked: [QueryKey] = [.system(.createdUserRecordName), .system(.modifiedUserRecordName)]
    return mappingValues { _, filter in
      guard asked.contains(filter.key) else { return filter.value }
      switch filter.value {
      case .string(let name): return .string(resolved(name))
      case .stringList(let names): return .stringList(names.map(resolved))
      default: return filter.value.mappingReferences { $0.recordName = resolved($0.recordName) }
      }
    }
  }

  /// The query with the zones of its references written out, so that they compare with those of
  /// stored records; `resolve` knows what a zone without its owner means to the caller.
  public func resolvingZones(_ resolve: (ZoneID) -> ZoneID) -> Query {
    mappingValues { _, filter in
      filter.value.mappingReferences { $0.zoneID = $0.zoneID.map(resolve) }
    }
  }
}

extension FieldValue {
  /// The value with its references changed, where it is one or a list of them.
  fileprivate func mappingReferences(_ change: (inout Reference) -> Void) -> FieldValue {
    func changed(_ reference: Reference) -> Reference {
      var reference = reference
      change(&reference)
      return reference
    }
    return switch self {
    case .reference(let reference): .reference(changed(reference))
    case .referenceList(let list): .referenceList(list.map(changed))
    default: self
    }
  }
}
