/// The request of an operation in a document: as it is read, or the call to write.
enum SubmittedRequest: RequestForm {
  case none
  case read(JSONNode)
  case written(any WrittenSubmission, Delivery)

  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Self {
    try node.requireObject(key)
    return .read(node)
  }

  static func write(_ value: Self, to writer: inout KeyWriter) {
    switch value {
    case .none: writer.json.null()
    case .read(let node): writer.json.node(node)
    case .written(let call, let delivery): call.write(delivery, to: &writer.json)
    }
  }
}

/// A submitted call that can write itself.
protocol WrittenSubmission {
  /// The size of the request; nil if it is invalid.
  var bytes: Int? { get }
  /// Writes the request.
  func write(_ delivery: Delivery, to json: inout JSONWriter)
}

extension SubmittedServiceCall: WrittenSubmission where O: WireOperation {
  var bytes: Int? {
    if case .operation(_, let bytes) = call.request { bytes } else { nil }
  }

  func write(_ delivery: Delivery, to json: inout JSONWriter) {
    switch call.request {
    case .operation(let operation, _):
      json.beginObject()
      json.delivery(delivery)
      if let spelling = call.spelling {
        json.members(spelling.members)
      } else {
        json.callerBody(call.caller)
        operation.writeRequestMembers(call.style, to: &json)
      }
      json.endObject()
    // Dependencies that are done are left out here, too.
    case .malformed(_, let text): json.respelled(text, dependencies: delivery.dependencies)
    }
  }
}

extension WireOperation {
  /// Refuses a caller that does not exist. Another user may have signed in on the device since the
  /// operation was submitted.
  private static func check(_ caller: Caller, in world: borrowing World) throws(Misuse) {
    do throws(Misuse) {
      _ = try caller.context(in: world)
    } catch {
      var other = caller
      other.device = nil
      guard let device = caller.device, world.people.place(ofDevice: device) != nil,
        (try? other.context(in: world)) != nil
      else { throw error }
    }
  }

  /// Reads a call of a document as it was submitted.
  ///
  /// - Parameter world: The world in which its caller must exist.
  static func submission(
    _ request: JSONNode, in world: borrowing World
  ) throws(RequestError) -> (call: any RunnableCall, delivery: Delivery) {
    let delivery = try DeliveryReader.delivery(request)
    do throws(ContextReader.Failure) {
      var deliver: JSONNode?
      let caller = try ContextReader.caller(request, taking: [.all, .delivery], &deliver)
      do throws(RequestError) {
        if let deliver { try DeliveryReader.check(deliver) }
      } catch {
        throw .malformed(error)
      }
      do throws(Misuse) {
        try check(caller, in: world)
      } catch {
        throw .misuse(error)
      }
      let call: Call<Self> = request.text.withUnsafeBufferPointer { text in
        // A script may be compared with it.
        ServiceDoor().call(
          IncomingCall(request: request, text: text), caller, isSpelled: true)
      }
      // No response of the cloud that loads it was known.
      return (SubmittedServiceCall(call: call, knownResponses: KnownResponses(last: 0)), delivery)
    } catch {
      throw error.requestError
    }
  }
}
