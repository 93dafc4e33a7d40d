/// `tokens/register`: registers a device for pushes. Other devices receive pushes too.
public struct RegisterToken: Operation {
  public static let name = "tokens/register"
  static let access = OperationAccess.account
  static let effect = OperationEffect.nothing

  public var environment: PushEnvironment
  public var token: String

  public init(_ environment: PushEnvironment, token: String) {
    self.environment = environment
    self.token = token
  }

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) {
    guard !token.isEmpty, token.utf8.allSatisfy(\.isHexadecimalDigit) else {
      throw CloudError(.invalidArguments, "Invalid value for apnsToken: it must be hexadecimal")
    }
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: Void, to parts: inout Parts
  ) {
    parts.result(.nothing)
  }
}
