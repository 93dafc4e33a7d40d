internal import MockCloudCore

/// The responses that a client had when it made a call or an operation.
typealias ClientKnowledge = KnownResponses

/// When an app made or added an operation.
typealias AppMoment = ClientMoment

/// The runtime's number of a task: the tasks of a process are counted.
@_silgen_name("swift_task_getJobTaskId")
private func runtimeNumber(ofTask task: UnsafeRawPointer) -> UInt64

extension UnsafeCurrentTask {
  /// A number that no other task has. The hash value and the equality of tasks are those of their
  /// address, which a new task gets as soon as one has ended.
  fileprivate var number: Int {
    // The value is the reference to the task.
    guard MemoryLayout<Self>.size == MemoryLayout<UnsafeRawPointer>.size else { return hashValue }
    let task = unsafeBitCast(self, to: UnsafeRawPointer.self)
    return Int(truncatingIfNeeded: runtimeNumber(ofTask: task))
  }
}

extension CloudChoice {
  /// Now, for the app that runs.
  static var moment: AppMoment { ClientMoment.now }

  /// The responses that code has which runs with this choice.
  var knowledge: ClientKnowledge {
    KnownResponses(task: withUnsafeCurrentTask { $0?.number }, handled: handled)
  }

  /// Holds the responses to calls that are made here, until their completion handler is called.
  var holder: HeldResponses { HeldResponses(knowing: knowledge) }

  /// Hands responses that were held to a completion handler, which runs with this choice.
  func handing(_ held: HeldResponses, _ handle: () -> Void) {
    var choice = self
    choice.handled = held.knownResponses.handled
    choice.add(host?.handOver(held) ?? [])
    choice(handle)
  }

  /// Who gets the responses to the calls that are made here.
  var taker: ResponseTaker { held.map { .held($0) } ?? .code(knowledge) }
}
