internal import Synchronization

/// The order in which clients receive responses, of all clouds of the process: whoever makes an
/// operation does not know yet in which cloud it will run. The numbers are only compared.
enum ResponseOrder {
  private static let count = Atomic<UInt64>(0)

  /// The number of the last response.
  static var last: UInt64 { count.load(ordering: .relaxed) }

  /// Counts a response, and returns its number.
  static func next() -> UInt64 { count.wrappingAdd(1, ordering: .relaxed).newValue }
}

/// The part of a client that gets a response, where parts of it run beside each other.
enum ResponseReader: Sendable, Equatable {
  /// A program that makes one call after the other.
  case program
  /// The task that makes the call.
  case task(Int)
  /// A completion handler, or the blocks of an operation.
  case handler
}

/// When an app did something, by which it is found whether it has ended since then.
package struct ClientMoment: Sendable {
  /// The number of the last response that any client had.
  let response: UInt64

  package static var now: ClientMoment { ClientMoment(response: ResponseOrder.last) }
}

/// Which responses the code of a client had when it made a call.
package struct KnownResponses: Sendable {
  /// The number of the last one: it had no later ones.
  let last: UInt64
  /// The number of the last response of any client when the call was made. What was made before a client
  /// began anew is none of its calls.
  let made: UInt64
  /// The task that made the call; nil if none did. It had the responses to its own calls.
  let task: Int?
  /// Those of the handlers in which the call was made; nil if there are none.
  package let handled: HandledResponses?

  /// Those of a program that makes one call after the other.
  init(last: UInt64, made: UInt64 = ResponseOrder.last) {
    (self.last, self.made, task, handled) = (last, made, nil, nil)
  }

  /// Those that code has now.
  package init(task: Int?, handled: HandledResponses?) {
    (last, self.task, self.handled) = (ResponseOrder.last, task, handled)
    made = last
  }

  /// Whether the code had a response.
  ///
  /// - Parameter reader: Who got it.
  func includes(_ response: UInt64, of reader: ResponseReader) -> Bool {
    guard response <= last else { return false }
    return switch reader {
    case .program: true
    case .task(let reader): reader == task
    case .handler: handled?.numbers.contains(response) == true
    }
  }
}

/// The numbers of the responses that a completion handler or block got, and of those that led to its
/// call: the handlers in which the call was made, and so on.
package final class HandledResponses: Sendable {
  let numbers: ArraySlice<UInt64>

  /// Earlier ones are forgotten.
  private static let limit = 64

  private init(_ numbers: ArraySlice<UInt64>) { self.numbers = numbers }

  /// Adds the responses to a call that was made with others.
  package static func adding(
    _ numbers: [UInt64], to others: HandledResponses?
  ) -> HandledResponses? {
    if numbers.isEmpty { return others }
    return HandledResponses(((others?.numbers ?? []) + numbers).suffix(limit))
  }
}
