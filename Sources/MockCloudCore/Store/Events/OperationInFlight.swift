/// A call that runs when the clock advances. Its implementation is in a later folder.
protocol SubmittedCall: AnyObject, Sendable {}

/// A call that waits for its request or its response to arrive. Its implementation is in a later
/// folder.
protocol CallUnderWay: Sendable {}

/// The outcome of a submitted call. Its implementation is in a later folder.
protocol ReportedCall: AnyObject, Sendable {}

/// The blocks of an operation that are handed to the client. Its implementation is in a later folder.
protocol HandedBlocks: AnyObject, Sendable {
  /// Lets the client ask the cloud again before its next block.
  func revoke()
}

/// A response that its client has not taken. Its implementation is in a later folder.
protocol UntakenResponse: AnyObject, Sendable {}

extension OperationsInFlight {
  /// What the submission of an operation determined. It is an object, because the entries of
  /// operations are copied several times in each turn.
  final class Submitted: Sendable {
    let id: String
    let number: UInt64
    /// The operation's name in the dialect.
    let operation: String
    let submitter: Submitter
    /// The time of its submission, in milliseconds since 1970.
    let time: Int64
    let delivery: Delivery
    let call: any SubmittedCall
    /// The client in Swift that submitted it, in all copies of the world; nil for others.
    let client: HandedClient?

    init(
      id: String, number: UInt64, operation: String, submitter: Submitter, time: Int64,
      delivery: Delivery, call: any SubmittedCall, by client: HandedClient?
    ) {
      self.id = id
      self.number = number
      self.operation = operation
      self.submitter = submitter
      self.time = time
      self.delivery = delivery
      self.call = call
      self.client = client
    }
  }

  /// An operation.
  struct Entry: Sendable {
    let submitted: Submitted
    var reporting: Reporting
    var state = State.waiting
    /// The outcome of the call, after it ran.
    var outcome: (any ReportedCall)?
    /// The client that gets the blocks once more after the present one has them, and when it asked for
    /// them; nil if there is none.
    var successor: (reporting: Reporting, asked: UInt64)?
    /// When the client asked for the blocks, in the order of responses, if it did so after the submission:
    /// that of a long-lived operation may have ended.
    var asked: UInt64?
    /// The blocks that are handed to the client; nil if they are events.
    var handed: (any HandedBlocks)?
    /// Its response, until the client has taken it.
    var untaken: (any UntakenResponse)?
    /// The response of a long-lived operation, for a client that asks for it again.
    var resumed: (any UntakenResponse)?
    /// Whether it was cancelled while it ran.
    var isCancelled = false
    /// The number of its unfinished dependencies.
    var dependencies = 0
    /// The numbers of the operations that depend on it.
    var dependents: [UInt64] = []
    /// Whether its blocks are reported again.
    var isReplayed = false
    /// Whether another client gets its blocks than the one that submitted it, which has ended. That one
    /// has fetched the answer, which is not kept for a third one.
    var isTakenOver = false
    /// Whether the service has stored it, and the client that takes its blocks was not told.
    var isStored = false
    /// The time when its answer is removed, in milliseconds since 1970; nil if none is kept. While the
    /// answer is reported again it is kept in case nobody takes it.
    var expires: Int64?

    init(_ submitted: Submitted, _ reporting: Reporting) {
      self.submitted = submitted
      self.reporting = reporting
    }

    var id: String { submitted.id }
    var number: UInt64 { submitted.number }
    var operation: String { submitted.operation }
    /// The device and the user that submitted it.
    var submitter: Submitter { submitted.submitter }
    var device: DeviceName { submitted.submitter.device }
    var userRecordName: UserRecordName? { submitted.submitter.userRecordName }
    var time: Int64 { submitted.time }
    var delivery: Delivery { submitted.delivery }
    var call: any SubmittedCall { submitted.call }

    /// Whether it begins at one of the next turns.
    var isReady: Bool { if case .waiting = state { dependencies == 0 } else { false } }

    /// Whether its response is kept, for the device and the user who submitted it.
    var isKept: Bool { if case .finished = state { true } else { false } }

    /// Whether a client gets its blocks after the present one.
    func isAwaited(by client: HandedClient) -> Bool {
      successor?.reporting.isHanded(to: client) ?? false
    }

    /// Whether its call has ended.
    var hasEnded: Bool {
      switch state {
      case .waiting, .running, .underWay: false
      case .reporting, .finished: true
      }
    }

    /// Its position in the order of ready operations.
    var place: UInt64 { delivery.order << 56 | number & (1 << 56 - 1) }
  }

  enum State: Sendable {
    /// It waits for the clock or for its dependencies.
    case waiting
    /// One of its steps runs.
    case running
    /// Its request or its response is under way, and arrives at a place in the agenda.
    case underWay(any CallUnderWay, Agenda.Place)
    /// It ran; these events report it, and some of them have not been taken. If blocks are handed to
    /// the client, there are no events in the range.
    case reporting(first: UInt64, last: UInt64)
    /// It is long-lived, and its answer is kept.
    case finished
  }

  /// The device and user that submit an operation.
  struct Submitter: Sendable, Equatable {
    let device: DeviceName
    let userRecordName: UserRecordName?
  }

  /// An entry of the agenda.
  enum Turn: Sendable {
    /// The first operation that is ready begins.
    case next
    /// The request or the response of an operation under way arrives.
    case step(UInt64)
  }
}

extension CallContext {
  /// Who submits an operation in this context.
  var submitter: OperationsInFlight.Submitter {
    OperationsInFlight.Submitter(device: deviceName, userRecordName: userRecordName)
  }
}
