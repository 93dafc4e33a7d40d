/// Which of Apple's push services a token is for.
public enum PushEnvironment: String, Sendable, CaseIterable {
  case development
  case production
}

/// A device's name with the push service (DOC WS:CreateTokens).
public struct PushToken: Sendable {
  public let environment: PushEnvironment
  public let token: String
  /// Where a browser would wait for its pushes; here they come as events.
  public var webcourierURL: String { "mockcloud://webcourier/\(token)" }
}
