/// A test of a part of a condition by numbers alone.
enum FaultTest: Sendable {
  /// The condition holds.
  case none
  /// The condition does not hold.
  case refused(FaultReason)
  /// The numbers of the calls.
  case number(Int, Int)
  case items(Int, Int)
  case bytes(Int, Int)
  case savePolicy(UInt64)
  case atomic(Bool)
  /// A zone, by its place in `FaultNames`.
  case zone(Int)
  /// The position of the item.
  case item(Int)
  case action(UInt16)
  /// A name or a type, by its place in `FaultNames`.
  case record(Int)
  case recordType(Int)
  /// The item must save a field.
  case field

  /// The result of a test.
  enum Verdict {
    case holds
    case refused(FaultReason)
    /// The condition must be evaluated.
    case open
  }
}
