internal import MockCloudCore

/// The responses that a client had when it made a call or an operation.
typealias ClientKnowledge = KnownResponses

/// When an app made or added an operation.
typealias AppMoment = ClientMoment

extension CloudChoice {
  /// Now, for the app that runs.
  static var moment: AppMoment { ClientMoment.now }

  /// The responses that code has which runs with this choice.
  var knowledge: ClientKnowledge {
    KnownResponses(task: withUnsafeCurrentTask { $0?.hashValue }, handled: handled)
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
