/// What a state document says of operations that report by events and did not run.
extension JSONWriter {
  /// Members of the document; left out where there never was an operation.
  mutating func operations(_ operations: OperationsInFlight) {
    guard operations.lastNumber > 0 else { return }
    member("lastOperation", Int64(clamping: operations.lastNumber))
    let all = operations.all
    guard !all.isEmpty else { return }
    key("operations")
    array(all) { json, entry in
      json.beginObject()
      json.member("number", Int64(clamping: entry.number))
      json.member("operation", entry.operation)
      json.member("device", entry.device)
      if let user = entry.userRecordName { json.member("user", user) }
      json.member("submitted", entry.time)
      // What it does not wait for any more is not known any more.
      var delivery = entry.delivery
      delivery.dependencies = delivery.dependencies.filter { operations.isKnown($0) }
      (entry.call as? any WrittenSubmission)?.write(delivery, to: &json)
      json.endObject()
    }
  }
}

/// A submitted call that knows how to write itself down.
private protocol WrittenSubmission {
  /// Writes the member `request`.
  func write(_ delivery: Delivery, to json: inout JSONWriter)
}

extension SubmittedServiceCall: WrittenSubmission where O: WireOperation {
  fileprivate func write(_ delivery: Delivery, to json: inout JSONWriter) {
    switch call.request {
    case .operation(let operation, _):
      json.key("request")
      json.beginObject()
      json.delivery(delivery)
      if let spelling = call.spelling {
        json.members(spelling.members)
      } else {
        json.callerBody(call.caller)
        operation.writeRequestMembers(call.style, to: &json)
      }
      json.endObject()
    case .malformed(_, let text):
      json.key("request")
      text.withUnsafeBufferPointer { json.raw($0) }
    }
  }
}

extension WireOperation {
  /// The call that a document holds, as it was when it was submitted.
  ///
  /// - Parameter world: Where its caller must be.
  static func submission(
    _ request: JSONNode, in world: borrowing World
  ) throws(RequestError) -> (call: any SubmittedCall, delivery: Delivery) {
    var text = JSONWriter()
    text.node(request)
    let delivery = try DeliveryReader.delivery(request)
    do throws(ContextReader.Failure) {
      var deliver: JSONNode?
      let caller = try ContextReader.caller(request, taking: [.all, .delivery], &deliver)
      do throws(Misuse) {
        _ = try caller.context(in: world)
      } catch {
        throw .misuse(error)
      }
      let call: Call<Self> = text.withBytes { text in
        // A script may be compared with it.
        ServiceDoor().call(
          IncomingCall(request: request, text: text), caller, isSpelled: true)
      }
      return (SubmittedServiceCall(call: call), delivery)
    } catch {
      throw error.requestError
    }
  }
}

extension StateReader {
  mutating func operations(_ document: inout ObjectReader) throws(RequestError) {
    let last = try document.optionalCount("lastOperation") ?? 0
    try document.optionalList("operations") { (node) throws(RequestError) in
      let number = try node.count("number", from: world.operations.lastNumber + 1, through: last)
      world.operations.skip(to: number - 1)
      let name = try node.text("operation")
      guard let submission = Registry.operation(named: name)?.submission else {
        throw RequestError.unknownValue("operation", name, known: Registry.serviceNames)
      }
      let submitter = OperationsInFlight.Submitter(
        device: try node.text("device"), userRecordName: try node.optionalText("user"))
      let time = try node.milliseconds("submitted")
      let request = try node.required("request")
      try request.requireObject("request")
      do throws(RequestError) {
        let (call, delivery) = try submission(request, world)
        for id in delivery.dependencies where !world.operations.isKnown(id) {
          throw RequestError("dependsOn", "there is no operation '\(NameRules.shortened(id))'")
        }
        _ = world.submit(call, named: name, by: submitter, at: time, delivery)
      } catch {
        throw error.inside("request")
      }
    }
    world.operations.skip(to: last)
  }
}
