/// A place in the course of a call where faults may act.
enum FaultPoint: Sendable {
  /// The call was admitted and nothing was done yet.
  case call
  /// The turn of an item came.
  case item(FaultItem)
  /// All that the call does is done in a draft, which becomes the world next.
  case commit
  /// The answer is complete.
  case answer
}

/// What an operation does to an item.
enum FaultAction: String, Sendable {
  case save
  case delete
  case fetch
  case find
  case change
  case upload
  case download
  case accept
  case resolve
}

/// An item as fault rules know it.
struct FaultItem: Sendable {
  let action: FaultAction
  let id: ItemID
  /// Nil where the type is not known or the item is not a record.
  let recordType: String?

  init(_ action: FaultAction, _ id: ItemID, recordType: String? = nil) {
    self.action = action
    self.id = id
    self.recordType = recordType
  }
}

/// A fault that acted on a call, as the journal reports it.
public struct FaultNote: Sendable {
  /// The operation of the harness that set the rule.
  public let source: String
  /// The record that the fault struck; nil where it struck the call.
  public var recordName: String?
}
