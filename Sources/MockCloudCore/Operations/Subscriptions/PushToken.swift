/// The environment of Apple's push service for a token.
public enum PushEnvironment: String, Sendable, CaseIterable {
  case development
  case production
}

/// The address of a device in the push service (DOC WS:CreateTokens).
public struct PushToken: Sendable {
  public let environment: PushEnvironment
  public let token: String
  /// The URL at which a browser would wait for pushes; in MockCloud they are events.
  public var webcourierURL: String { "mockcloud://webcourier/\(token)" }
}
