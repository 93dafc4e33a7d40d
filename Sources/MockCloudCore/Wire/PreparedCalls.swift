/// `{"operation", "request"}`: a call by a rule.
enum PreparedCalls: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> any FaultCall {
    try node.requireObject(key)
    do throws(RequestError) {
      return try call(node)
    } catch {
      throw error.inside("\(key)")
    }
  }

  private static func call(_ node: JSONNode) throws(RequestError) -> any FaultCall {
    var name: String?
    var request = JSONNode(nil)
    for (member, value) in node.members {
      switch member {
      case "operation": name = try value.text("operation")
      case "request":
        request = value
        if !value.isNull { try value.requireObject("request") }
      default: throw member.unknown(among: ["operation", "request"])
      }
    }
    guard let name else { throw RequestError.missing("operation") }
    guard let operation = Registry.operation(named: name) else {
      throw RequestError.unknownValue(
        "operation", name, known: Registry.operations.map(\.name).filter(FaultEffect.mayCall)
      )
    }
    if let problem = FaultEffect.problem(ofCalling: name) { throw problem }
    do throws(RequestError) {
      return try operation.prepare(request)
    } catch {
      throw error.inside("request")
    }
  }

  static func write(_ value: any FaultCall, to writer: inout KeyWriter) {
    guard let call = value as? any WrittenCall else { return writer.json.null() }
    writer.json.beginObject()
    writer.json.member("operation", value.operationName)
    writer.json.key("request")
    writer.json.beginObject()
    call.writeMembers(to: &writer.json)
    writer.json.endObject()
    writer.json.endObject()
  }
}

extension MadeServiceCall: WrittenCall where O: WireOperation {
  func writeMembers(to json: inout JSONWriter) {
    json.callerBody(caller)
    operation.writeRequestMembers(AnswerStyle(), to: &json)
  }
}

extension MadeHarnessCall: WrittenCall where O: WireHarnessOperation {
  func writeMembers(to json: inout JSONWriter) {
    // Some operations have keys of their own with the names of context keys.
    json.callerBody(caller.reduced(to: ContextKeys.all.subtracting(ContextKeys(named: O.keys))))
    operation.writeRequestMembers(AnswerStyle(), to: &json)
  }
}
