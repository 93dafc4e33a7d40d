extension Query {
  /// Returns the query with other values, each computed from its filter and the filter's index.
  func mappingValues(_ value: (Int, QueryFilter) -> FieldValue) -> Query {
    guard case .all(var filters) = predicate else { return self }
    for place in filters.indices { filters[place].value = value(place, filters[place]) }
    var query = self
    query.predicate = .all(filters)
    return query
  }

  /// Returns the query with the record names of users instead of their aliases in filters on the
  /// creator or modifier of a record; `user` finds a user by name.
  func resolvingUsers(_ user: (ExactText) -> User?) -> Query {
    func resolved(_ name: ExactText) -> ExactText { user(name)?.userRecordName ?? name }
    let asked: [QueryKey] = [.system(.createdUserRecordName), .system(.modifiedUserRecordName)]
    return mappingValues { _, filter in
      guard asked.contains(filter.key) else { return filter.value }
      switch filter.value {
      case .string(let name): return .string(resolved(ExactText(name)).text)
      case .stringList(let names): return .stringList(names.map { resolved(ExactText($0)).text })
      default: return filter.value.mappingReferences { $0.recordName = resolved($0.recordName) }
      }
    }
  }

  /// Returns the query with complete zones in its references, so that they can be compared with
  /// stored ones; `resolve` returns the zone for one without an owner.
  public func resolvingZones(_ resolve: (ZoneID) -> ZoneID) -> Query {
    mappingValues { _, filter in
      filter.value.mappingReferences { $0.zoneID = $0.zoneID.map(resolve) }
    }
  }
}

extension FieldValue {
  /// Returns the value with its references changed, if it is a reference or a list of references.
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
