/// Reads the keys of a request for an operation that reports by events.
enum DeliveryReader {
  /// The meaning of a request with `deliver`.
  enum Wish {
    case submission(Delivery)
    /// A repeated report of the operation with the given ID.
    case replay(String)
  }

  static let options: [StaticString] = [
    "operationID", "dependsOn", "priority", "qualityOfService", "timeout", "longLived",
  ]

  /// Whether the key is one of `options`; refuses it if the request has no `deliver`.
  static func reads(_ key: JSONKey, beside request: JSONNode) throws(RequestError) -> Bool {
    guard options.contains(where: { $0 ~= key }) else { return false }
    for (other, value) in request.members where ContextKeys(other) == .delivery && !value.isNull {
      return true
    }
    throw RequestError(
      key.text, "'\(key.text)' is for operations that report by events",
      expected: "\"deliver\": \"events\" as well")
  }

  static func read(
    _ request: JSONNode, _ deliver: JSONNode
  ) throws(Submission.Refusal) -> Wish {
    do throws(RequestError) {
      _ = try deliver.choice("deliver", Form.self)
      for (key, value) in request.members where "operationID" ~= key && !value.isNull {
        return .replay(try replayed(request, value))
      }
      return .submission(try delivery(request))
    } catch {
      throw .service(error.cloudError)
    }
  }

  /// The values of `deliver`.
  private enum Form: String, CaseIterable {
    case events
  }

  /// Returns the ID of the operation to report again; no other keys are allowed then.
  private static func replayed(
    _ request: JSONNode, _ id: JSONNode
  ) throws(RequestError) -> String {
    for (key, _) in request.members where ContextKeys(key) == nil && !("operationID" ~= key) {
      throw RequestError(
        key.text, "an operation that is reported again accepts no '\(key.text)'",
        expected: "'deliver' and 'operationID'")
    }
    return try id.text("operationID") ?? ""
  }

  static func delivery(_ request: JSONNode) throws(RequestError) -> Delivery {
    var delivery = Delivery()
    for (key, value) in request.members {
      switch key {
      case "dependsOn": delivery.dependencies = try value.texts("dependsOn") ?? []
      case "priority":
        delivery.priority = try value.choice("priority", Delivery.Priority.self) ?? .normal
      case "qualityOfService":
        delivery.qualityOfService =
          try value.choice("qualityOfService", Delivery.QualityOfService.self) ?? .default
      case "timeout":
        delivery.timeoutMilliseconds =
          try value.duration("timeout") ?? Delivery.standardTimeout
      case "longLived": delivery.isLongLived = try value.flag("longLived") ?? false
      default: continue
      }
    }
    return delivery
  }
}

extension JSONWriter {
  /// Writes the options that differ from their defaults.
  mutating func delivery(_ delivery: Delivery) {
    let standard = Delivery()
    member("deliver", "events")
    if !delivery.dependencies.isEmpty {
      key("dependsOn")
      array(delivery.dependencies) { $0.string($1) }
    }
    if delivery.priority != standard.priority { member("priority", delivery.priority.rawValue) }
    if delivery.qualityOfService != standard.qualityOfService {
      member("qualityOfService", delivery.qualityOfService.rawValue)
    }
    if delivery.timeoutMilliseconds != standard.timeoutMilliseconds {
      key("timeout")
      withKeyWriter { Seconds.write(delivery.timeoutMilliseconds, to: &$0) }
    }
    if delivery.isLongLived { member("longLived", true) }
  }
}
