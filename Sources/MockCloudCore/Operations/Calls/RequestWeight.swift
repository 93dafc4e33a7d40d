// The approximate number of bytes of parts of requests in memory. Their JSON is at most six times
// as long, plus a kilobyte for each item.

extension ExactText? {
  var weight: Int { self?.utf8.count ?? 0 }
}

extension String? {
  var weight: Int { self?.utf8.count ?? 0 }
}

extension ZoneID {
  var weight: Int { zoneName.utf8.count + ownerName.utf8.count }
}

extension RecordDraft {
  var weight: Int {
    let names = recordName.weight + recordType.weight + recordChangeTag.weight
    let size = RecordSize(self)
    let values = size.total + 64 * fields.count + 16 * size.members
    return names + values + (zoneID?.weight ?? 0) + parent.weight + (share?.weight ?? 0)
  }
}

extension ParentDraft {
  fileprivate var weight: Int {
    guard case .record(let name, let zoneID) = self else { return 0 }
    return name.utf8.count + (zoneID?.weight ?? 0)
  }
}

extension ShareDraft {
  fileprivate var weight: Int {
    (participants ?? []).reduce(rootRecordName.weight + rootChangeTag.weight) {
      let info = $1.lookupInfo
      return $0 + 64 + info.emailAddress.weight + info.phoneNumber.weight
        + info.userRecordName.weight
    }
  }
}

extension Query {
  var weight: Int {
    var size = RecordSize([], recordName: recordType)
    var keys = 0
    for filter in predicate.filters {
      size.add(filter.value)
      keys += filter.key.weight + 64
    }
    return sort.reduce(size.total + keys + 16 * size.members) {
      $0 + 64 + $1.key.weight
    }
  }
}

extension QueryKey {
  fileprivate var weight: Int { if case .field(let name) = self { name.utf8.count } else { 0 } }
}

extension PredicateText.Format {
  var weight: Int {
    var size = RecordSize([], recordName: ExactText(text))
    for case .value(let value) in arguments { size.add(value) }
    return size.total + 16 * size.members + 64 * arguments.count
  }
}
