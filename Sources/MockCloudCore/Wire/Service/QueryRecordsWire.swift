extension QueryRecords: WireOperation, SpecializedRequest {
  init() { self.init(Query(recordType: "")) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.require("query")
    if keys.concerns("query") {
      var draft = Keys.writes ? QueryDraft(query, inferredFilters, predicate) : nil
      try keys.key("query", &draft)
      if let draft { (query, inferredFilters, predicate) = draft.parts }
    }
    try keys.key("zoneID", &zoneID)
    try keys.key("zoneWide", &zoneWide, or: false)
    try keys.key("resultsLimit", &resultsLimit)
    try keys.key("continuationMarker", &continuationMarker)
    try keys.key("desiredKeys", &desiredKeys)
    try keys.answerStyle()
  }
}
