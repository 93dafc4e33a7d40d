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

/// Which responses a client had when it made a call.
package struct KnownResponses: Sendable {
  /// The number of the last one.
  var last: UInt64
  /// Whether it had those that completion handlers get: it made the call in one. Other threads make
  /// calls while handlers are called, of which they know nothing.
  var isInHandler = false

  init(last: UInt64) { self.last = last }

  /// Those that a client has now.
  ///
  /// - Parameter isInHandler: Whether a completion handler is called here.
  package init(isInHandler: Bool) {
    last = ResponseOrder.last
    self.isInHandler = isInHandler
  }
}
