/// Answers calls of one operation of the service: read, gate, faults, run, write, journal. What
/// hangs on the operation's types is one function; the rest is there once for all of them.
struct ServiceCall: Sendable {
  private let name: String
  private let access: OperationAccess
  private let standardScope: DatabaseScope?
  private let run:
    @Sendable (ServiceCall, IncomingCall, CallContext, inout World, inout AnswerWriter)
      throws(CloudError) -> Int32

  init<O: WireOperation>(_: O.Type) {
    name = O.name
    access = O.access
    standardScope = O.standardScope
    run = { (service, call, context, world, writer) throws(CloudError) -> Int32 in
      var fields = FieldReader()
      let operation: O
      do throws(RequestError) {
        operation = try O(reading: call.request, with: &fields)
      } catch {
        throw error.cloudError
      }
      try service.admit(call, fields, context, world, &writer)
      let answer = try operation.run(in: &world, as: context)
      writer.restart()
      writer.style = fields.style
      return operation.write(answer, to: &writer)
    }
  }

  func answer(
    _ call: IncomingCall, _ state: inout CloudState, _ writer: inout AnswerWriter
  ) -> Int32 {
    let context: CallContext
    let reader: ContextReader
    do throws(ContextReader.Failure) {
      reader = try ContextReader(call.request)
    } catch {
      switch error {
      case .misuse(let misuse): return writer.misuse(misuse)
      case .malformed(let malformed):
        let number = state.beginCall()
        writer.begin(number, in: state.world)
        let status = writer.failure(malformed.cloudError)
        state.record(name, nil, call, status, writer)
        return status
      }
    }
    do throws(Misuse) {
      context = try reader.caller.context(in: state.world, standardScope: standardScope)
    } catch {
      return writer.misuse(error)
    }
    return answer(call, context, &state, &writer)
  }

  private func answer(
    _ call: IncomingCall, _ context: CallContext, _ state: inout CloudState,
    _ writer: inout AnswerWriter
  ) -> Int32 {
    var context = context
    context.callNumber = state.beginCall()
    writer.begin(context.callNumber, in: state.world)
    writer.viewer = context.userRecordName
    let status: Int32
    do throws(CloudError) {
      status = try run(self, call, context, &state.world, &writer)
    } catch {
      status = writer.failure(error)
    }
    state.record(name, context, call, status, writer)
    return status
  }

  /// What stands between a request that could be read and its operation.
  private func admit(
    _ call: IncomingCall, _ fields: FieldReader, _ context: CallContext, _ world: borrowing World,
    _ writer: inout AnswerWriter
  ) throws(CloudError) {
    let bytes = call.text.count - fields.inlineAssetBytes
    guard bytes <= world.limits.bytesPerRequest else {
      throw CloudError(
        .limitExceeded,
        "Your request is \(bytes) bytes without assets, which is more than the maximum size of a "
          + "single request (\(world.limits.bytesPerRequest))")
    }
    try ServiceGate.check(access, context, world)
    if let error = world.errors.error(forOperation: name) {
      writer.note(FaultNote(source: "mock/error/set"))
      throw error
    }
  }
}

/// What stands before every operation of the service.
enum ServiceGate {
  static func check(
    _ access: OperationAccess, _ context: CallContext, _ world: borrowing World
  ) throws(CloudError) {
    if world.containersAreDeclared, world.containers[context.container.text] == nil {
      throw CloudError(
        .badContainer,
        "Couldn't get container configuration from the server for container "
          + "\"\(context.container.text)\"")
    }
    switch access {
    case .open: return
    case .publicRead where context.scope == .public: return
    case .account, .publicRead:
      if let refusal = context.accountStatus.refusal { throw refusal }
    }
  }
}

/// Answers calls of one operation of the harness.
struct HarnessCall<O: WireHarnessOperation> {
  func answer(
    _ call: IncomingCall, _ state: inout CloudState, _ writer: inout AnswerWriter
  ) -> Int32 {
    writer.begin(state.callNumber, in: state.world)
    do throws(Misuse) {
      let operation = try decode(call)
      let context = try HarnessContext.read(call.request, O.contextKeys, state.world)
      let answer = try operation.run(in: &state, as: context)
      operation.write(answer, to: &writer)
      return 0
    } catch {
      return writer.misuse(error)
    }
  }

  private func decode(_ call: IncomingCall) throws(Misuse) -> O {
    var fields = FieldReader()
    do throws(RequestError) {
      try ContextKeys.check(call.request, of: O.self)
      return try O(reading: call.request, with: &fields)
    } catch {
      throw error.misuse
    }
  }
}

/// Who calls an operation of the harness.
private enum HarnessContext {
  static func read(
    _ request: JSONNode, _ taken: ContextKeys, _ world: borrowing World
  ) throws(Misuse) -> CallContext {
    let reader: ContextReader
    do throws(ContextReader.Failure) {
      reader = try ContextReader(request, taking: taken)
    } catch {
      switch error {
      case .misuse(let misuse): throw misuse
      case .malformed(let malformed): throw malformed.misuse
      }
    }
    return try reader.caller.context(in: world)
  }
}
