internal import Synchronization

/// Numbers that are given once in a process.
///
/// They depend on the order in which all clouds of the process take them, so that they are no part of a
/// world, its digest, a state document, a trace or a draw. Only responses whose requests ask for them have
/// them, which compare them with others of the same process; all other responses stay the same for a seed.
enum ProcessNumber {
  private static let count = Atomic<Int>(0)

  /// The last number that was given.
  static var last: Int { count.load(ordering: .relaxed) }

  /// Returns a number that is larger than all before, at least 1.
  static func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
}
