/// A mistake of a client that the cloud noticed.
public struct ClientFinding: Sendable, Equatable, CustomStringConvertible {
  public enum Kind: String, Sendable, CaseIterable {
    /// A call was repeated before the announced wait was over.
    case earlyRetry
    /// A record was saved again after a conflict with a tag that conflicts again.
    case blindRetry
    /// More changes were announced, but the client left them out.
    case moreComingIgnored
    /// A page that the service cut short was treated as the complete result of a query.
    case continuationMarkerIgnored
    /// A device that had a token read changes from the beginning.
    case tokenThrownAway
    /// A batch that exceeded a limit was sent again unchanged.
    case oversizedRetry
  }

  public let kind: Kind
  /// The number of the call.
  public let call: UInt64
  public let message: String

  public var description: String { "call \(call): \(kind.rawValue): \(message)" }
}
