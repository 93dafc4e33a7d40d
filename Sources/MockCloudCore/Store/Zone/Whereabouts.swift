// Where else the caller has what a call did not find: hints in the texts of its errors. Only failing
// calls look for them, in a bounded number of zones, and they name only what the caller sees.

extension World {
  /// The number of zones of each database that are searched for a hint.
  private static let mostSearched = 16

  /// Returns the end of the text about a record that was not found: another zone with a record of
  /// the same name; empty if there is none.
  func hint(
    toRecord name: RecordName, besides zoneID: ZoneID, as context: CallContext
  ) -> String {
    for place in context.reachable {
      for (zone, _) in zones(as: place, atMost: Self.mostSearched)
      where place.scope != context.scope || zone.zoneID != zoneID {
        guard let record = zone.entry(name)?.record,
          zone.access.mayRead(record, in: schema(of: context.schemaKey))
        else { continue }
        let found = zone.zoneID.place(in: place.scope, seenFrom: context)
        return "; a record of that name is in \(found)"
      }
    }
    return ""
  }

  /// Returns the end of the text about a zone that was not found: a zone of the same name of another
  /// owner or in another database, or one that is shared with the caller and has a similar name.
  func hint(toZone zoneID: ZoneID, as context: CallContext) -> String {
    guard !zoneID.isDefault else { return "" }
    for place in context.reachable {
      for (zone, _) in zones(as: place, atMost: Self.mostSearched)
      where zone.zoneID.zoneName == zoneID.zoneName {
        return "; there is " + zone.zoneID.place(in: place.scope, seenFrom: context)
      }
    }
    guard context.scope == .shared else { return "" }
    let known = zones(as: context, atMost: Self.mostSearched).map(\.zone.zoneID.zoneName)
    let nearest = Spelling.nearest(to: zoneID.zoneName.text, among: known.map(\.text))
    return nearest.map { "; \(ErrorHint.suggestion($0))" } ?? ""
  }
}

extension CallContext {
  /// The databases that the caller can read: that of the call first.
  fileprivate var reachable: [CallContext] {
    let scopes = [scope] + [DatabaseScope.private, .shared, .public].filter { $0 != scope }
    return scopes.compactMap { scope in
      if scope != .public, accountStatus.refusal != nil || userRecordName == nil { return nil }
      var other = self
      other.scope = scope
      return other
    }
  }
}

extension ZoneID {
  /// Describes the zone for an error's text.
  ///
  /// - Parameters:
  ///   - scope: The database of the zone.
  ///   - context: The call that asked for something else.
  fileprivate func place(in scope: DatabaseScope, seenFrom context: CallContext) -> String {
    var text = "zone '\(NameRules.shortened(zoneName))'"
    if scope == .shared { text += " of owner '\(NameRules.shortened(ownerName))'" }
    return scope == context.scope ? text : text + " in the \(scope.rawValue) database"
  }
}
