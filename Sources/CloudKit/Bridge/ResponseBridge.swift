internal import MockCloudCore

/// The responses that a client had when it made a call or an operation.
typealias ClientKnowledge = KnownResponses

extension CloudChoice {
  /// The responses that code has which runs with this choice.
  var knowledge: ClientKnowledge { KnownResponses(isInHandler: isInHandler) }
}

extension CloudHost {
  /// Holds the responses of calls that are made here, until their completion handler is called.
  static var holder: HeldResponses { HeldResponses(knowing: CloudChoice.current.knowledge) }
}
