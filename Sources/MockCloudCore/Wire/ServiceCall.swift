/// Answers calls of one operation of the service: read, gate, faults, run, write, journal.
struct ServiceCall<O: WireOperation> {
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
        state.record(O.name, nil, call, status, writer)
        return status
      }
    }
    do throws(Misuse) {
      context = try reader.caller.context(in: state.world, standardScope: O.standardScope)
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
      let operation = try decode(call, state.world)
      try gate(context, state.world)
      if let error = state.world.errors.error(forOperation: O.name) {
        writer.note(FaultNote(source: "mock/error/set"))
        throw error
      }
      let answer = try operation.run(in: &state.world, as: context)
      writer.json.removeAll(keepingCapacity: true)
      status = operation.write(answer, to: &writer)
    } catch {
      status = writer.failure(error)
    }
    state.record(O.name, context, call, status, writer)
    return status
  }

  private func decode(_ call: IncomingCall, _ world: borrowing World) throws(CloudError) -> O {
    var fields = FieldReader()
    let operation: O
    do throws(RequestError) {
      operation = try O(reading: call.request, with: &fields)
    } catch {
      throw error.cloudError
    }
    let bytes = call.text.count - fields.inlineAssetBytes
    guard bytes <= world.limits.bytesPerRequest else {
      throw CloudError(
        .limitExceeded,
        "Your request is \(bytes) bytes without assets, which is more than the maximum size of a "
          + "single request (\(world.limits.bytesPerRequest))")
    }
    return operation
  }

  private func gate(_ context: CallContext, _ world: borrowing World) throws(CloudError) {
    try ServiceGate.check(O.access, context, world)
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
      let context = try context(call, state.world)
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
      return try O(reading: call.request, with: &fields)
    } catch {
      throw error.misuse
    }
  }

  /// Operations whose own keys name users and devices resolve them themselves.
  private func context(
    _ call: IncomingCall, _ world: borrowing World
  ) throws(Misuse) -> CallContext {
    guard O.readsContext else { return try CallerResolver().context(in: world) }
    let reader: ContextReader
    do throws(ContextReader.Failure) {
      reader = try ContextReader(call.request)
    } catch {
      switch error {
      case .misuse(let misuse): throw misuse
      case .malformed(let malformed): throw malformed.misuse
      }
    }
    return try reader.caller.context(in: world)
  }
}
