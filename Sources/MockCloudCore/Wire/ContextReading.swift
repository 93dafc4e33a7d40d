/// Reads a request's context keys: who calls, and which database is meant.
struct ContextReader {
  private(set) var caller = CallerResolver()

  /// Why a request's context is refused: by its form, or because it names what is not there.
  enum Failure: Error {
    case malformed(RequestError)
    case misuse(Misuse)
  }

  /// - Parameter taken: The keys that are read; another may be a key of the operation's own.
  init(_ request: JSONNode, taking taken: ContextKeys = .all) throws(Failure) {
    var environment: String?
    do throws(RequestError) {
      for (key, value) in request.members {
        guard let contextKey = ContextKeys(key), taken.contains(contextKey) else { continue }
        switch contextKey {
        case .container: caller.container = try value.text("container")
        case .environment: environment = try value.text("environment")
        case .database: caller.scope = try value.choice("database", DatabaseScope.self)
        case .user: caller.person = try value.text("user").map { .named($0) } ?? .nobody
        default: caller.device = try value.text("device")
        }
      }
    } catch {
      throw .malformed(error)
    }
    guard let environment else { return }
    guard let known = Environment(rawValue: environment) else {
      throw .misuse(
        RequestError.unknownValue(
          "environment", environment, known: Environment.allCases.map(\.rawValue)
        ).misuse)
    }
    caller.environment = known
  }
}
