/// `tokens/create`: creates a token for the calling device, the same at every call.
public struct CreateToken: Operation {
  public static let name = "tokens/create"
  static let access = OperationAccess.account
  static let effect = OperationEffect.nothing

  public var environment: PushEnvironment

  public init(_ environment: PushEnvironment) { self.environment = environment }

  func run(
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

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: PushToken, to parts: inout Parts
  ) {
    parts.result(.pushToken(answer))
  }
}
