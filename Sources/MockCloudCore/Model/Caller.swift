/// The caller and the database of a request. Properties that are nil have the configured defaults.
public struct Caller: Sendable, Hashable {
  public var container: ContainerIdentifier?
  public var environment: Environment?
  public var database: DatabaseScope?
  public var user: Person
  /// The name of a device; nil means the first device of the user.
  public var device: DeviceName?

  /// The calling user.
  public enum Person: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The user of the device, or the configured one.
    case standard
    /// No user: the caller is not signed in.
    case nobody
    /// The user with the given alias or record name.
    case named(UserName)

    public init(stringLiteral name: String) { self = .named(ExactText(name)) }

    /// Creates a caller from an alias or record name; nil means the configured user.
    public init(_ name: UserName?) { self = name.map { .named($0) } ?? .standard }

    /// Returns the name of the user, or nil if the caller is not signed in.
    func name(else standard: ExactText?) -> ExactText? {
      switch self {
      case .standard: standard
      case .nobody: nil
      case .named(let name): name
      }
    }
  }

  /// Creates a caller with all defaults.
  public init() { self.init(container: nil) }

  public init(
    container: ContainerIdentifier? = nil, environment: Environment? = nil,
    database: DatabaseScope? = nil,
    user: Person = .standard, device: DeviceName? = nil
  ) {
    self.container = container
    self.environment = environment
    self.database = database
    self.user = user
    self.device = device
  }
}

/// The keys of a request for the caller and the database.
struct ContextKeys: OptionSet, Sendable {
  let rawValue: UInt8

  static let container = ContextKeys(rawValue: 1)
  static let environment = ContextKeys(rawValue: 2)
  static let database = ContextKeys(rawValue: 4)
  static let user = ContextKeys(rawValue: 8)
  static let device = ContextKeys(rawValue: 16)
  /// Not part of the caller: whether the answer is reported by events.
  static let delivery = ContextKeys(rawValue: 32)

  static let all: ContextKeys = [.container, .environment, .database, .user, .device]
}

/// The names of the keys.
extension ContextKeys {
  /// The names of the keys, in the order in which they are written.
  static let table: [(key: ContextKeys, name: StaticString)] = [
    (.container, "container"), (.environment, "environment"), (.database, "database"),
    (.user, "user"), (.device, "device"), (.delivery, "deliver"),
  ]

  /// The names of all keys.
  static var names: [StaticString] { table.map(\.name) }

  /// The names of the keys in the set.
  var names: [StaticString] { Self.table.filter { contains($0.key) }.map(\.name) }

  /// Creates the set of the keys whose names are in a list.
  init(named names: [StaticString]) {
    let names = names.map(\.description)
    self.init(Self.table.filter { names.contains($0.name.description) }.map(\.key))
  }
}

extension Caller {
  /// The keys that are set, without defaults.
  var given: ContextKeys {
    var given: ContextKeys = []
    if container != nil { given.insert(.container) }
    if environment != nil { given.insert(.environment) }
    if database != nil { given.insert(.database) }
    if user != .standard { given.insert(.user) }
    if device != nil { given.insert(.device) }
    return given
  }

  /// Returns the caller with some of the keys; the others are not set.
  func reduced(to keys: ContextKeys) -> Caller {
    Caller(
      container: keys.contains(.container) ? container : nil,
      environment: keys.contains(.environment) ? environment : nil,
      database: keys.contains(.database) ? database : nil,
      user: keys.contains(.user) ? user : .standard,
      device: keys.contains(.device) ? device : nil)
  }

  /// The values of the keys in their order; nil for keys that are not set, and for `nobody`.
  var texts: [String?] {
    [
      container?.text, environment?.rawValue, database?.rawValue, user.name(else: nil)?.text,
      device?.text,
    ]
  }
}
