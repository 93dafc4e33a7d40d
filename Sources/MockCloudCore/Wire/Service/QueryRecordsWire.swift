extension QueryRecords: WireOperation {
  static let keys: [StaticString] = [
    "query", "zoneID", "zoneWide", "resultsLimit", "continuationMarker", "desiredKeys",
    "numbersAsStrings", "numberAsStrings",
  ]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init(Query(recordType: ""))
    fields.isInQuery = true
    var query: JSONNode?
    for (key, value) in request.members {
      switch key {
      case "query": query = value
      case "zoneID": zoneID = try value.zoneID("zoneID")
      case "zoneWide": zoneWide = try value.flag("zoneWide") ?? false
      case "resultsLimit":
        resultsLimit = try value.integer("resultsLimit").map { Int(clamping: $0) }
      case "continuationMarker": continuationMarker = try value.text("continuationMarker")
      case "desiredKeys": desiredKeys = try value.texts("desiredKeys")
      case "numbersAsStrings", "numberAsStrings":
        numbersAsStrings = try value.flag("numbersAsStrings") ?? false
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
    guard let query else { throw RequestError.missing("query") }
    do throws(RequestError) {
      var reader = QueryReader()
      self.query = try reader.query(query, &fields)
      inferredFilters = reader.inferredFilters
      predicate = reader.predicate
    } catch {
      throw error.inside("query")
    }
  }
}

extension QueryRecords {
  var style: AnswerStyle { AnswerStyle(numbersAsStrings: numbersAsStrings) }
}
