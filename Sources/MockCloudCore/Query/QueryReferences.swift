extension Query {
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
