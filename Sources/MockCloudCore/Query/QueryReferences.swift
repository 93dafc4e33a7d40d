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
    mappingNames { key, name, _ in
      Self.userKeys.contains(key) ? user(name)?.userRecordName ?? name : name
    }
  }

  /// Returns the query with the record name of the current user instead of the names that mean him:
  /// those of the creator or modifier of a record, and of the user's own record, which is in a default
  /// zone. If nobody is signed in, they are nobody's.
  func resolvingCurrentUser(_ user: UserRecordName?) -> Query {
    guard let user else { return self }
    return mappingNames { key, name, zoneID in
      if Self.userKeys.contains(key) { return OwnerAlias.currentUser.contains(name) ? user : name }
      return OwnerAlias.recordName(name, in: zoneID, of: user)
    }
  }

  /// The keys whose values are users. Their names mean users in every zone.
  private static let userKeys: [QueryKey] = [
    .system(.createdUserRecordName), .system(.modifiedUserRecordName),
  ]

  /// Returns the query with other names in references, and in texts that are compared with system
  /// fields.
  private func mappingNames(_ name: (QueryKey, ExactText, ZoneID?) -> ExactText) -> Query {
    mappingValues { _, filter in
      func mapped(_ text: String) -> String {
        guard case .system = filter.key else { return text }
        return name(filter.key, ExactText(text), nil).text
      }
      switch filter.value {
      case .string(let text): return .string(mapped(text))
      case .stringList(let texts): return .stringList(texts.map(mapped))
      default:
        return filter.value.mappingReferences {
          $0.recordName = name(filter.key, $0.recordName, $0.zoneID)
        }
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
