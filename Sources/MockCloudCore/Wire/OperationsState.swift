/// The operations in a state document that report by events: those that did not run, and those
/// whose answers are kept.
extension JSONWriter {
  /// Writes the members of the document; none if there never was an operation.
  mutating func operations(of world: World) {
    let operations = world.operations
    guard operations.lastNumber > 0 else { return }
    member("lastOperation", Int64(clamping: operations.lastNumber))
    let all = operations.all
    if !all.isEmpty {
      key("operations")
      array(all) { $0.operation($1, of: operations) }
    }
    let turns = world.agenda.turns
    guard turns != Agenda.Turn.standard(all, world.agenda.pushes) else { return }
    key("turns")
    array(turns) { json, turn in
      json.beginObject()
      json.member("due", turn.due)
      json.member("pushes", turn.pushes)
      json.endObject()
    }
  }

  private mutating func operation(
    _ entry: OperationsInFlight.Entry, of operations: OperationsInFlight
  ) {
    beginObject()
    member("number", Int64(clamping: entry.number))
    member("operation", entry.operation)
    member("device", entry.device)
    if let user = entry.userRecordName { member("user", user) }
    member("submitted", entry.time)
    // Finished dependencies are left out, because a document does not know them.
    var delivery = entry.delivery
    delivery.dependencies =
      entry.outcome == nil ? delivery.dependencies.filter { operations.isKnown($0) } : []
    (entry.call as? any WrittenSubmission)?.write(delivery, to: &self)
    if let call = entry.outcome as? any BlockSource {
      if entry.isReplayed { member("replayed", true) }
      member("expires", entry.expires ?? entry.time)
      key("blocks")
      var writer = AnswerWriter()
      writer.blocks(of: call)
      writer.json.withBytes { raw($0) }
    }
    endObject()
  }
}

extension Agenda.Turn {
  /// Returns the default turns for a document without any: one for each waiting operation, at the
  /// time of its submission, after the pushes of that time.
  static func standard(
    _ operations: [OperationsInFlight.Entry], _ pushes: [Event.Notification]
  ) -> [Self] {
    var times: [Int64] = []
    for entry in operations {
      if case .waiting = entry.state { times.append(entry.time) }
    }
    times.sort()
    var before = 0
    return times.map { time in
      while before < pushes.count, pushes[before].natural <= time { before += 1 }
      return Self(due: time, pushes: before)
    }
  }
}

/// A submitted call that can write itself.
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
      json.respelled(text)
    }
  }
}

extension WireOperation {
  /// Reads a call of a document as it was submitted.
  ///
  /// - Parameter world: The world in which its caller must exist.
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
