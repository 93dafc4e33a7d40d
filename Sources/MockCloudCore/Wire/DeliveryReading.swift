/// Reads the keys of a request that say how the operation is run which reports by events.
enum DeliveryReader {
  /// What a request with `deliver` asks for.
  enum Wish {
    case submission(Delivery)
    /// Reports once more what that operation came to.
    case replay(String)
  }

  static let options: [StaticString] = [
    "operationID", "dependsOn", "priority", "qualityOfService", "timeout", "longLived",
  ]

  /// Whether the key is one of these; refuses it without `deliver`.
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

  /// How an answer can come otherwise than immediately.
  private enum Form: String, CaseIterable {
    case events
  }

  /// The operation whose blocks are wanted again; nothing else can be asked for then.
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
  /// The keys that say how an operation is run, without what is as it would be anyway.
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
