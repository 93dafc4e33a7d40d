internal import Synchronization

/// One simulated iCloud: its clock, its people, its containers.
///
/// Clouds share nothing. Any thread may use a cloud; its calls are answered one after the other.
public final class Cloud: Sendable {
  private let core: Mutex<Core>

  /// What the lock guards.
  fileprivate struct Core: ~Copyable {
    var state: CloudState
    let reader = JSONReader()
    var writer = AnswerWriter()

    init(_ state: CloudState) { self.state = state }
  }

  /// A cloud as that configuration describes it.
  public convenience init(_ configuration: Configuration = Configuration()) throws(Misuse) {
    self.init(CloudState(try configuration.makeWorld()))
  }

  /// A cloud as the configuration text describes it. Nil reads the environment: `MOCKCLOUD_CONFIG`
  /// and then `MOCKCLOUD_STATE`, each JSON text or a path.
  public convenience init(
    configurationJSON text: UnsafeBufferPointer<UInt8>?
  ) throws(Misuse) {
    self.init(CloudState(try ConfigurationReader.world(text)))
  }

  /// A cloud as the configuration text describes it.
  public convenience init(json: String) throws(Misuse) {
    let text = Array(json.utf8)
    let world: Result<SavedWorld, Misuse> = text.withUnsafeBufferPointer { bytes in
      do throws(Misuse) {
        return .success(try ConfigurationReader.world(bytes))
      } catch {
        return .failure(error)
      }
    }
    self.init(CloudState(try world.get()))
  }

  private init(_ state: CloudState) { core = Mutex(Core(state)) }

  /// An independent copy of everything, at no cost: the two share what neither changes.
  public func fork() -> Cloud { Cloud(core.withLock { $0.state }) }

  // MARK: JSON in, JSON out

  /// Runs one operation and lends its status and its JSON answer to `body`.
  ///
  /// - Parameters:
  ///   - operation: The operation's name in the dialect, UTF-8.
  ///   - request: JSON text; nil stands for `{}`.
  ///   - body: Gets 0, a `CKErrorCode` or a `MisuseStatus`, and the answer, which it must not keep.
  @_specialize(where R == Int32)
  public func call<R>(
    _ operation: UnsafeBufferPointer<UInt8>, _ request: UnsafeBufferPointer<UInt8>?,
    _ body: (Int32, UnsafeBufferPointer<UInt8>) -> R
  ) -> R {
    withoutActuallyEscaping(body) { body in
      let lent = Handover(value: (operation, request, body))
      return core.withLock { core in
        let (operation, request, body) = lent.value
        let status = core.answer(operation, request)
        return Handover(value: core.writer.json.withBytes { body(status, $0) })
      }.value
    }
  }

  /// Runs one operation: its name in the dialect and its request as JSON text.
  public func call(_ operation: String, _ json: String = "{}") -> (status: Int32, json: String) {
    let operation = Array(operation.utf8)
    let request = Array(json.utf8)
    return operation.withUnsafeBufferPointer { operation in
      request.withUnsafeBufferPointer { request in
        call(operation, request) { ($0, String(decoding: $1, as: UTF8.self)) }
      }
    }
  }

  /// Takes the oldest event that nobody has taken and lends its JSON to `body`; nil when there is
  /// none.
  public func nextEvent<R>(_ body: (UnsafeBufferPointer<UInt8>?) -> R) -> R {
    withoutActuallyEscaping(body) { body in
      let lent = Handover(value: body)
      return core.withLock { core in
        let body = lent.value
        guard let event = core.state.nextEvent() else { return Handover(value: body(nil)) }
        core.writer.restart()
        core.writer.json.event(event)
        return Handover(value: core.writer.json.withBytes { body($0) })
      }.value
    }
  }

  /// Takes the oldest event that nobody has taken, as JSON text.
  public func nextEvent() -> String? {
    nextEvent { bytes in bytes.map { String(decoding: $0, as: UTF8.self) } }
  }

  // MARK: Typed operations

  /// Runs an operation of the service as that caller.
  public func perform<O: Operation>(
    _ operation: O, as caller: Caller = Caller()
  ) throws(CloudError) -> O.Answer {
    let result: Result<O.Answer, CloudError> = core.withLock { core in
      do throws(CloudError) {
        return .success(try core.state.perform(operation, as: caller))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Runs an operation of the harness.
  @discardableResult
  public func perform<O: HarnessOperation>(
    _ operation: O, as caller: Caller = Caller()
  ) throws(Misuse) -> O.Answer {
    let result: Result<O.Answer, Misuse> = core.withLock { core in
      do throws(Misuse) {
        return .success(try core.state.run(operation, as: caller))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

/// Carries a value into or out of the lock's closure. The closure runs on the caller's thread, so
/// nothing changes threads, which the compiler cannot see.
private struct Handover<Value>: @unchecked Sendable {
  let value: Value
}

extension Cloud.Core {
  /// Answers into the writer.
  mutating func answer(
    _ operation: UnsafeBufferPointer<UInt8>, _ request: UnsafeBufferPointer<UInt8>?
  ) -> Int32 {
    guard let registered = Registry.operation(named: operation) else {
      return writer.misuse(Registry.unknown(operation))
    }
    let nothing: StaticString = "{}"
    let text =
      request
      ?? UnsafeBufferPointer(start: nothing.utf8Start, count: nothing.utf8CodeUnitCount)
    do throws(JSONReadFailure<Misuse>) {
      return try reader.read(text) { (node) throws(Misuse) -> Int32 in
        guard node.kind == .object else {
          throw Misuse(
            .badJSON, "a request must be an object, not \(node.kindName)",
            expected: "an object", position: Misuse.Position(line: 1, column: 1))
        }
        return registered.answer(IncomingCall(request: node, text: text), &state, &writer)
      }
    } catch {
      switch error {
      case .malformed(let malformed): return writer.misuse(Misuse(malformed: malformed))
      case .body(let misuse): return writer.misuse(misuse)
      }
    }
  }
}

extension Misuse {
  init(malformed error: JSONError) {
    self.init(
      .badJSON,
      "line \(error.line), column \(error.column): \(error.message); expected \(error.expected)",
      expected: error.expected, position: Position(line: error.line, column: error.column))
  }
}

extension CloudState {
  /// Runs a typed operation.
  fileprivate mutating func perform<O: Operation>(
    _ operation: O, as caller: Caller
  ) throws(CloudError) -> O.Answer {
    let call = Call(request: .operation(operation, bytes: 0), caller: caller)
    let completed: CompletedCall<O>
    do throws(Misuse) {
      completed = try run(call)
    } catch {
      throw CloudError(.invalidArguments, error.message)
    }
    switch completed.outcome {
    case .answer(let answer, _): return answer
    case .failure(let error): throw error
    }
  }
}
