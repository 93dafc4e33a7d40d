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

/// `tokens/create`: makes a token for the calling device, the same whenever it asks.
public struct CreateToken: Operation {
  public static let name = "tokens/create"
  public static let access = OperationAccess.account
  public static let effect = OperationEffect.nothing

  public var environment: PushEnvironment

  public init(_ environment: PushEnvironment) { self.environment = environment }

  public func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> PushToken {
    let purpose = "apns.\(context.container.text).\(environment.rawValue).\(context.deviceName)"
    let digits = (0..<4).map { part -> String in
      let word = SeededRandom.hash(seed: world.seed, purpose, UInt64(part))
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 16 - text.utf8.count) + text
    }
    return PushToken(environment: environment, token: digits.joined())
  }

  public func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: PushToken, to parts: inout Parts
  ) {
    parts.result(.pushToken(answer))
  }
}

/// `tokens/register`: asks for the pushes of a device. Devices get theirs with or without it.
public struct RegisterToken: Operation {
  public static let name = "tokens/register"
  public static let access = OperationAccess.account
  public static let effect = OperationEffect.nothing

  public var environment: PushEnvironment
  public var token: String

  public init(_ environment: PushEnvironment, token: String) {
    self.environment = environment
    self.token = token
  }

  public func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) {
    let isHexadecimal = token.utf8.allSatisfy { byte in
      let lower = byte | 0x20
      return byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
        || lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "f")
    }
    guard !token.isEmpty, isHexadecimal else {
      throw CloudError(.invalidArguments, "Invalid value for apnsToken: it must be hexadecimal")
    }
  }

  public func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: Void, to parts: inout Parts
  ) {
    parts.result(.nothing)
  }
}
