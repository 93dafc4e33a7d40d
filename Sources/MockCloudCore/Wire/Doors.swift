/// The JSON entry point of one operation of the service: decodes a call, passes it to the pipeline,
/// and encodes the outcome.
struct ServiceDoor<O: WireOperation> {
  func answer(
    _ incoming: IncomingCall, _ state: inout CloudState, _ writer: inout AnswerWriter
  ) -> Int32 {
    do throws(Misuse) {
      let caller: Caller
      var deliver: JSONNode?
      let defaults = defaults(of: incoming)
      do throws(ContextReader.Failure) {
        caller = try ContextReader.caller(
          incoming.request, taking: [.all, .delivery], or: defaults, &deliver)
      } catch {
        switch error {
        case .misuse(let misuse): throw misuse
        case .malformed(let malformed):
          let caller = ContextReader.readableCaller(incoming.request, or: defaults)
          return try refuse(malformed.cloudError, caller, incoming, &state, &writer)
        }
      }
      if let deliver, !deliver.isNull {
        return try submit(incoming, caller, deliver, &state, &writer)
      }
      return writer.write(
        try state.run(call(incoming, caller, isSpelled: state.script != nil)))
    } catch {
      return writer.misuse(error)
    }
  }

  /// A view's database is no default for an operation that only one database has.
  private func defaults(of incoming: IncomingCall) -> [CallDefaults.Member] {
    if O.onlyScope == nil || incoming.defaults.isEmpty { return incoming.defaults }
    return incoming.defaults.filter { !("database" ~= $0.key) }
  }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  private func refuse(
    _ error: CloudError, _ caller: Caller, _ incoming: IncomingCall, _ state: inout CloudState,
    _ writer: inout AnswerWriter
  ) throws(Misuse) -> Int32 {
    writer.write(try state.refuse(O.self, error, as: caller, text: Array(incoming.text)))
  }

  /// Submits a call that reports by events, and returns the operation's ID.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  private func submit(
    _ incoming: IncomingCall, _ caller: Caller, _ deliver: JSONNode, _ state: inout CloudState,
    _ writer: inout AnswerWriter
  ) throws(Misuse) -> Int32 {
    do throws(Submission.Refusal) {
      switch try DeliveryReader.read(incoming.request, deliver) {
      case .submission(let delivery):
        let call = call(incoming, caller, isSpelled: state.script != nil)
        writer.operationID(try state.submit(call, delivery))
      case .replay(let id):
        try state.replay(id, of: O.name, as: caller)
        writer.operationID(id)
      }
      return 0
    } catch {
      switch error {
      case .misuse(let misuse): throw misuse
      case .service(let error): return try refuse(error, caller, incoming, &state, &writer)
      }
    }
  }

  /// - Parameter isSpelled: Whether the call keeps the request as the client wrote it.
  func call(
    _ incoming: IncomingCall, _ caller: Caller, isSpelled: Bool = false
  ) -> Call<O> {
    var fields = FieldReader()
    fields.defaults = incoming.defaults
    do throws(RequestError) {
      let operation = try O(reading: incoming.request, with: &fields)
      let bytes = incoming.text.count - fields.inlineAssetBytes
      return Call(
        request: .operation(operation, bytes: bytes), caller: caller, style: fields.style,
        spelling: isSpelled ? incoming.request.withoutDelivery : nil)
    } catch {
      return Call(
        request: .malformed(error.listing(O.keys).cloudError, text: Array(incoming.text)),
        caller: caller)
    }
  }
}

/// The JSON entry point of one operation of the harness.
struct HarnessDoor<O: WireHarnessOperation> {
  func answer(
    _ incoming: IncomingCall, _ state: inout CloudState, _ writer: inout AnswerWriter
  ) -> Int32 {
    do throws(Misuse) {
      let operation = try operation(incoming)
      let caller = try caller(incoming)
      let answer = try state.run(operation, as: caller)
      writer.restart()
      operation.write(answer, to: &writer)
      return 0
    } catch {
      return writer.misuse(error)
    }
  }

  private func operation(_ incoming: IncomingCall) throws(Misuse) -> O {
    var fields = FieldReader()
    fields.defaults = incoming.defaults
    do throws(RequestError) {
      try ContextKeys.check(incoming.request, of: O.self)
      return try O(reading: incoming.request, with: &fields)
    } catch {
      throw error.listing(O.keys).misuse
    }
  }

  private func caller(_ incoming: IncomingCall) throws(Misuse) -> Caller {
    do throws(ContextReader.Failure) {
      return try ContextReader.caller(
        incoming.request, taking: O.contextKeys, or: incoming.defaults)
    } catch {
      throw error.asMisuse
    }
  }
}
